use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    pub name: String,
    #[serde(flatten)]
    pub text: Text,
    #[serde(flatten)]
    pub list: Vec<String>,
    #[serde(flatten)]
    pub number: Option<i64>,
    #[serde(flatten)]
    #[schema(min_properties = 1, default = {})]
    pub oven: Oven,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Text(String);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub doors: Option<u8>,
}

fn main() {}
