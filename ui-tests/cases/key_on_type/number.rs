use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(minimum = 1)]
    pub name: String,
    #[schema(maximum = 1, multiple_of = 2)]
    pub toppings: Option<Vec<u8>>,
    #[schema(exclusive_minimum = 0)]
    pub cheese: bool,
    #[schema(no_bounds)]
    pub cost: f64,
}

fn main() {}
