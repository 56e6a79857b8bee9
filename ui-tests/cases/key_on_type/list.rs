use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(min_items = 1)]
    pub name: String,
    #[schema(max_items = 1)]
    pub labels: std::collections::BTreeMap<String, String>,
    #[schema(list_type = "set")]
    pub shape: String,
    #[schema(items(min_length = 1))]
    pub size: i64,
    #[schema(list_map_keys("name"))]
    pub oven: Oven,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub name: String,
}

fn main() {}
