use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(embedded_resource)]
    pub name: String,
    #[schema(preserve_unknown_fields)]
    pub toppings: Vec<String>,
    #[schema(nested_default)]
    pub count: i64,
    #[schema(int_or_string)]
    pub cheese: bool,
    #[schema(embedded_resource)]
    pub numbers: std::collections::BTreeMap<String, i64>,
}

fn main() {}
