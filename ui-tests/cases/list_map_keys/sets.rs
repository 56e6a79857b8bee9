use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(list_type = "set")]
    pub toppings: Vec<Topping>,
    #[schema(list_type = "set")]
    pub maybe: Vec<Option<String>>,
    pub rust: std::collections::BTreeSet<Option<String>>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(struct_type = "granular")]
pub struct Topping {
    pub name: String,
}

fn main() {}
