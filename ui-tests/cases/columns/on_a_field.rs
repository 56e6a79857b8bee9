use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(column(name = "Name", type = "text"))]
    pub name: String,
    #[schema(column(name = "Size", format = "tiny"))]
    pub size: String,
    #[schema(column(name = "", prio = 1))]
    pub shape: String,
    #[schema(column(name = "Toppings", type = "integer"))]
    pub toppings: Vec<String>,
    #[schema(column(name = "Cost", type = "boolean"))]
    pub cost: f64,
    #[serde(flatten)]
    #[schema(column(name = "Oven"))]
    pub oven: Oven,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub doors: u8,
}

fn main() {}
