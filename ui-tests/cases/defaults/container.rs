use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(default = { name: 1 })]
pub struct Oven {
    pub name: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(default = "Middle")]
pub enum Size {
    Small,
    Large,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(default = "x", min_length = 2)]
pub struct Name(String);

fn main() {}
