use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct PizzaSpec {
    #[schema(preserve_unknown_fields)]
    pub kept: Denied,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
#[schema(preserve_unknown_fields)]
pub struct Denied {
    pub name: String,
}

fn main() {}
