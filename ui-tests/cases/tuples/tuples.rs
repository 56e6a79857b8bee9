use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    pub pair: (String, i64),
    pub point: Option<(f64, f64)>,
    pub list: Vec<(String, String, i64)>,
    pub map: std::collections::BTreeMap<String, (u8,)>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Pair(String, i64);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Empty();

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Shape {
    Circle(f64),
    Rectangle(f64, f64),
}

fn main() {}
