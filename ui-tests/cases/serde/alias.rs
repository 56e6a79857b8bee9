use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[serde(alias = "title")]
    pub name: String,
    #[schema(accept_aliases)]
    pub shape: String,
    #[serde(alias = "price", default)]
    #[schema(accept_aliases, default = 1)]
    pub cost: i64,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Size {
    #[serde(alias = "tiny")]
    Small,
}

fn main() {}
