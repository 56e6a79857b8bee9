use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(min_properties = 1)]
    pub name: String,
    #[schema(max_properties = 1)]
    pub toppings: Vec<String>,
    #[schema(values(min_length = 1))]
    pub shape: String,
    #[schema(map_type = "atomic")]
    pub count: i64,
    #[schema(struct_type = "atomic")]
    pub list: Vec<Oven>,
    #[schema(struct_type = "atomic")]
    pub labels: std::collections::BTreeMap<String, String>,
    #[schema(map_type = "atomic")]
    pub oven: Oven,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub name: String,
}

fn main() {}
