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

fn main() {}
