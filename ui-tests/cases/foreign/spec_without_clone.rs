use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
pub struct PizzaSpec {
    pub name: String,
}

fn main() {}
