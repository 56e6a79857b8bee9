use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(min_length = 1, max_items = 3)]
pub struct PizzaSpec {
    pub name: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(min_items = 1)]
pub struct Name(String);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(minimum = 1)]
pub enum Size {
    Small,
    Large,
}

fn main() {}
