use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "type")]
pub enum Oven {
    Gas(String),
    Electric(Vec<u8>),
    Wood,
}

fn main() {}
