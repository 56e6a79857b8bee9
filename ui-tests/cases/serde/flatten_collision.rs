use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    pub name: String,
    #[serde(flatten)]
    pub oven: Oven,
    #[serde(flatten)]
    pub rest: std::collections::BTreeMap<String, serde_json::Value>,
    #[serde(flatten)]
    pub more: std::collections::BTreeMap<String, serde_json::Value>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub name: String,
}

fn main() {}
