use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced,
      root(not = { properties: { metadata: { required: ["labels"] } } }, any_of({ type: "object" })))]
pub struct PizzaSpec {
    #[schema(all_of({ pattern: "(?=a)" }, { not: { pattern: "(" } }))]
    pub text: String,
    #[schema(items(one_of({ format: 1 })))]
    pub list: Vec<String>,
}

fn main() {}
