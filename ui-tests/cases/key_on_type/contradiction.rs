use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(required, optional)]
    pub name: Option<String>,
    #[schema(required, default = "round")]
    pub shape: String,
    #[schema(optional)]
    pub size: String,
    #[schema(nullable)]
    pub count: i64,
    #[schema(opaque, with = any)]
    pub any: serde_json::Value,
    #[schema(opaque, min_length = 1)]
    pub text: String,
    #[schema(list_type = "set", list_map_keys("name"))]
    pub list: Vec<String>,
    #[schema(default = 1, nested_default)]
    pub oven: i64,
    #[schema(default)]
    pub door: i64,
}

fn any() -> serde_json::Value {
    serde_json::json!({"x-kubernetes-preserve-unknown-fields": true})
}

fn main() {}
