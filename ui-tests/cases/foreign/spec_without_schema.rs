use serde::{Deserialize, Serialize};
use wheelwright::CustomResource;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
pub struct PizzaSpec {
    pub name: String,
}

fn main() {}
