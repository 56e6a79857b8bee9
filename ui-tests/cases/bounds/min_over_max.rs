use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(min_length = 5, max_length = 2)]
    pub name: String,
    #[schema(minimum = 5, maximum = 2)]
    pub count: i64,
    #[schema(maximum = 1.5, minimum = 1.75)]
    pub cost: f64,
    #[schema(min_items = 5, max_items = 2)]
    pub toppings: Vec<String>,
    #[schema(min_properties = 5, max_properties = 2)]
    pub map: std::collections::BTreeMap<String, String>,
    #[schema(exclusive_minimum = 2, exclusive_maximum = 2)]
    pub none: f64,
    #[schema(minimum = 2, exclusive_maximum = 2)]
    pub nothing: i64,
    #[schema(items(min_length = 2, max_length = 1))]
    pub items: Vec<String>,
    #[schema(minimum = 1, exclusive_minimum = 1)]
    pub twice: i64,
}

fn main() {}
