use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(items(immutable))]
    pub names: Vec<String>,
    #[schema(list_type = "set", items(rule("self == oldSelf")))]
    pub others: Vec<String>,
    #[schema(items(immutable))]
    pub ovens: Option<Vec<Oven>>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub doors: u8,
}

fn main() {}
