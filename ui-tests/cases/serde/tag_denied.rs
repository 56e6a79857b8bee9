use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "kind", deny_unknown_fields)]
pub struct PizzaSpec {
    pub name: String,
}

fn main() {}
