use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(default = { doors: 1, windows: 2 })]
    pub oven: Oven,
    #[schema(default = {})]
    pub empty: Oven,
    #[schema(default = { doors: "one" })]
    pub wrong: Oven,
    #[schema(default = [{ doors: 1 }, { dors: 1 }])]
    pub list: Vec<Oven>,
    #[schema(nested_default)]
    pub nested: Oven,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub doors: u8,
    pub heat: Option<u16>,
}

fn main() {}
