use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Pizza", storage, namespaced, status = PizzaStatus)]
    pub struct PizzaSpec {}

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct PizzaStatus {}
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaStatus {}

#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[crd(hub = v1::Pizza, version = "v1beta1", status = PizzaStatus)]
#[spoke(hub = v1::PizzaSpec)]
pub struct PizzaSpec {}

mod refusing {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v1::Pizza, version = "v1alpha1", status = Status)]
    #[spoke(hub = v1::PizzaSpec)]
    pub struct PizzaSpec {}

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1::PizzaStatus, fallible(up), try_with = up, back = down)]
    pub struct Status {}

    fn up(_: Status) -> Result<v1::PizzaStatus, String> {
        Err("never".to_owned())
    }

    fn down(_: v1::PizzaStatus) -> Status {
        Status {}
    }
}

/// What its kind is, and not of which version of which kind it is.
mod of_its_own {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1alpha2", kind = "Pizza", namespaced)]
    #[spoke(hub = super::v1::PizzaSpec)]
    pub struct PizzaSpec {}
}

fn main() {}
