use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(items(minimum = 1))]
    pub names: Vec<String>,
    #[schema(values(max_length = 1))]
    pub counts: std::collections::BTreeMap<String, i64>,
    #[schema(items(items(max_items = 1)))]
    pub deep: Vec<Vec<String>>,
    #[schema(items(column(name = "A")), items(required))]
    pub misplaced: Vec<String>,
}

fn main() {}
