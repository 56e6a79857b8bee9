use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
#[schema]
pub struct PizzaSpec {
    #[schema = "name"]
    pub name: String,
    #[schema(min_length = 1,, max_length 5)]
    pub shape: String,
    #[schema("a")]
    pub size: String,
    #[schema(minimum =)]
    pub cost: i64,
}

fn main() {}
