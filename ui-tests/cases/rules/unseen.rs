use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(rule("self == 1"))]
    pub any: serde_json::Value,
    #[schema(rule("size(self) == 1"))]
    pub list: Option<Vec<serde_json::Value>>,
    #[schema(immutable)]
    pub map: std::collections::BTreeMap<String, serde_json::Value>,
}

fn main() {}
