use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(list_map_keys("place"))]
    pub toppings: Vec<Topping>,
    #[schema(list_map_keys("name"))]
    pub others: Vec<Option<Topping>>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Topping {
    pub name: String,
    pub amount: Option<i64>,
    pub tags: Vec<String>,
    pub oven: Oven,
    #[serde(default)]
    pub size: String,
    #[schema(nullable, required)]
    pub place: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub doors: u8,
}

fn main() {}
