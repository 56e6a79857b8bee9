use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(default = missing)]
    pub constant: i64,
    #[schema(default = absent())]
    pub call: i64,
    #[schema(example = argument())]
    pub argument: i64,
}

fn argument(number: i64) -> i64 {
    number
}

fn main() {}
