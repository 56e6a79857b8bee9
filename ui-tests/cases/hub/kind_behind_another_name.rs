use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

pub mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, struct = Root, storage)]
    pub struct PizzaSpec {}
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(hub = v1::Root, version = "v1beta1")]
pub struct PizzaSpec {}

fn main() {}
