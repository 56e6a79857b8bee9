use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, colour = "red")]
#[schema(wings)]
pub struct PizzaSpec {
    #[schema(taste = "salty")]
    pub name: String,
}

fn main() {}
