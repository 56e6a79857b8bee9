use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, name(pattern = "("))]
pub struct PizzaSpec {
    #[schema(items(pattern = "(?=a)"))]
    pub list: Vec<String>,
    #[schema(values(pattern = "(?=a)"))]
    pub map: std::collections::BTreeMap<String, String>,
    #[schema(not = { pattern: "(?=a)" })]
    pub not: String,
    #[schema(any_of({ pattern: "a" }, { pattern: "(?=a)" }))]
    pub any: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(pattern = "*")]
pub struct Name(#[schema(pattern = "+")] String);

fn main() {}
