use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(nullable, required, column(name = "A"))]
pub struct PizzaSpec {
    #[schema(exactly_one_of("a", "b"), crate = wheelwright)]
    pub name: Oven,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(exactly_one_of("A", "B"), nested_default)]
pub enum Oven {
    #[schema(default = 1, immutable)]
    A,
    B(#[schema(optional)] String),
}

fn main() {}
