use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(default = 0, minimum = 1)]
    pub quantity: i64,
    #[schema(default = 101, maximum = 100)]
    pub percent: i64,
    #[schema(default = 1, exclusive_minimum = 1)]
    pub more: f64,
    #[schema(default = 7, multiple_of = 2)]
    pub even: i64,
    #[schema(default = -1)]
    pub positive: u32,
    #[schema(default = 300)]
    pub byte: u8,
    #[schema(default = "far too long", max_length = 3)]
    pub name: String,
    #[schema(default = "", min_length = 1)]
    pub shape: String,
    #[schema(default = [1, 2, 3], max_items = 2)]
    pub list: Vec<i64>,
    #[schema(default = [], min_items = 2)]
    pub pair: Vec<i64>,
    #[schema(default = { a: "b" }, min_properties = 2)]
    pub map: std::collections::BTreeMap<String, String>,
    #[schema(default = ["fine", "too long"], items(max_length = 5))]
    pub items: Vec<String>,
    #[schema(default = { a: 10 }, values(maximum = 5))]
    pub values: std::collections::BTreeMap<String, i64>,
}

fn main() {}
