use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
pub struct Two {
    pub name: String,
    pub shape: String,
}

fn main() {}
