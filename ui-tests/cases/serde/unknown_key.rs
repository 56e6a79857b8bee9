use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[serde(skip_serializing_fi = "Option::is_none")]
    pub name: Option<String>,
}

fn main() {}
