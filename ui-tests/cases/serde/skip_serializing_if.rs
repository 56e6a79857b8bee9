use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub toppings: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[schema(required)]
    pub others: Vec<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Size {
    Of {
        #[serde(skip_serializing_if = "is_zero")]
        grams: u32,
    },
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn main() {}
