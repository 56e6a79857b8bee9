use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

pub mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, storage, status = PizzaStatus)]
    pub struct PizzaSpec {}

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct PizzaStatus {}
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(hub = v1::Pizza, version = "v1beta1", status)]
pub struct PizzaSpec {}

fn main() {}
