use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct PizzaSpec {
    #[serde(skip)]
    #[schema(min_length = 1)]
    pub secret: String,
    #[serde(skip_serializing, skip_deserializing)]
    #[schema(column(name = "Hidden"))]
    pub hidden: String,
    #[serde(skip_serializing)]
    pub unwritten: String,
    #[serde(skip_deserializing)]
    pub unread: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Size {
    Small,
    #[serde(skip)]
    #[schema(title = "Huge")]
    Huge,
    #[serde(skip_deserializing)]
    Tiny,
}

fn main() {}
