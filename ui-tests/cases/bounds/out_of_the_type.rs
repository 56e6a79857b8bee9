use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(minimum = 1.5)]
    pub fraction: i64,
    #[schema(multiple_of = 0.5)]
    pub half: Option<u16>,
    #[schema(minimum = 256)]
    pub byte: u8,
    #[schema(maximum = -1)]
    pub unsigned: u32,
    #[schema(exclusive_maximum = 0)]
    pub below: u64,
    #[schema(minimum = 2147483648)]
    pub over: Grams,
    #[schema(multiple_of = 0)]
    pub zero: i64,
    #[schema(multiple_of = -2)]
    pub negative: i64,
    #[schema(min_items = 4)]
    pub array: [i64; 3],
    #[schema(items(maximum = -1.0))]
    pub list: Vec<u8>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Grams(i32);

fn main() {}
