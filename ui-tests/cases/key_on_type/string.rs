use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(min_length = 1)]
    pub count: i64,
    #[schema(max_length = 10)]
    pub toppings: Vec<String>,
    #[schema(pattern = "^a")]
    pub cheese: bool,
    #[schema(min_length = 1)]
    pub labels: std::collections::BTreeMap<String, String>,
    #[schema(max_length = 1)]
    pub oven: Oven,
    #[schema(pattern = "^a")]
    pub doors: Option<u8>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub doors: u8,
}

fn main() {}
