use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(length(min = 1), regex(pattern = "a"))]
    pub name: String,
    #[schema(range(min = 1, max = 2))]
    pub cost: f64,
    #[schema(unique_items)]
    pub toppings: Vec<String>,
    #[schema(skip)]
    pub secret: Option<String>,
    #[schema(validation("self != ''"))]
    pub shape: String,
    #[schema(printcolumn(name = "Size"))]
    pub size: String,
}

fn main() {}
