use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = example, version = 1, kind("Pizza"), namespaced = true, served = "no", status = 1)]
pub struct PizzaSpec {
    #[schema(min_length = "1")]
    pub name: String,
    #[schema(minimum = true, maximum = "10", multiple_of)]
    pub cost: i64,
    #[schema(max_items = 1.5, list_type = set)]
    pub toppings: Vec<String>,
    #[schema(pattern = 5)]
    pub shape: String,
    #[schema(max_length = -1, nullable = "yes")]
    pub size: Option<String>,
    #[schema(max_length = 9223372036854775808)]
    pub longest: String,
    #[schema(list_type = "sett")]
    pub rest: Vec<String>,
}

fn main() {}
