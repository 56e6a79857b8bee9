use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

const LEAST: i32 = -3;
const NAME: &str = "pizza";
const ITEMS: [u8; 2] = [1, 2];

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, name(min_length = 8 - NAME.len(), max_length = 2))]
pub struct PizzaSpec {
    #[schema(max_length = LEAST)]
    pub negative: String,
    #[schema(min_items = 3, max_items = ITEMS.len())]
    pub swapped: Vec<u8>,
    #[schema(minimum = NAME)]
    pub text: u16,
    #[schema(maximum = LIMIT)]
    pub unknown: u16,
    #[schema(max_length = 3 - NAME.len())]
    pub overflows: String,
    #[schema(max_length = f64::MAX)]
    pub float: String,
    #[schema(multiple_of = 0.5 - 0.5)]
    pub factor: f64,
    #[schema(minimum = f64::NAN)]
    pub nan: f64,
    #[schema(minimum = u64::MAX)]
    pub beyond: u8,
    #[schema(exclusive_minimum = LEAST, maximum = LEAST)]
    pub nothing: i8,
    #[schema(max_length = at_run_time())]
    pub run: String,
    #[schema(max_length = "3", items(min_length = true))]
    pub literal: Vec<String>,
    #[schema(min_length = 2 - 3)]
    pub computed: String,
}

fn at_run_time() -> usize {
    3
}

fn main() {}
