use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, kind = "Pie", storage, storage)]
pub struct PizzaSpec {
    #[schema(min_length = 1, min_length = 2)]
    pub name: String,
    #[schema(minimum = 1)]
    #[schema(minimum = 1)]
    pub cost: i64,
    #[schema(default = { name: "a", name: "b" })]
    pub other: Option<Other>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Other {
    pub name: Option<String>,
}

fn main() {}
