use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(preserve_unknown_fields)]
    pub name: Option<String>,
    #[schema(preserve_unknown_fields)]
    pub toppings: Vec<String>,
    #[schema(nested_default)]
    pub count: i64,
    #[schema(int_or_string)]
    pub cheese: bool,
}

fn main() {}
