use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(list_map_keys("any"))]
    pub any: Vec<Topping>,
    #[schema(list_map_keys("unit"))]
    pub unit: Vec<Topping>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Topping {
    pub any: serde_json::Value,
    pub unit: (),
}

fn main() {}
