use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(not = { patern: "^a" })]
    pub misspelt: String,
    #[schema(not = { const: 5 })]
    pub unknown: i64,
    #[schema(not("text"))]
    pub text: String,
    #[schema(one_of({ minLength: "1" }, { enum: "a" }, { maxLength: 1.5 }))]
    pub value: String,
    #[schema(any_of({ required: "doors" }, { properties: ["doors"] }, { anyOf: { required: ["doors"] } }))]
    pub oven: Oven,
    #[schema(not = { exclusiveMinimum: 5 })]
    pub number: i64,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub doors: Option<u8>,
}

fn main() {}
