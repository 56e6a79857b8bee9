use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(default = "1")]
    pub quantity: i64,
    #[schema(default = 1)]
    pub name: String,
    #[schema(default = 1.5)]
    pub count: Option<i64>,
    #[schema(default = "yes")]
    pub cheese: bool,
    #[schema(default = { a: 1 })]
    pub toppings: Vec<String>,
    #[schema(default = ["a", 2])]
    pub others: Vec<String>,
    #[schema(default = "oven")]
    pub oven: Oven,
    #[schema(default = { a: "1" })]
    pub map: std::collections::BTreeMap<String, i64>,
    #[schema(default = true)]
    pub text: Text,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Text(String);

fn main() {}
