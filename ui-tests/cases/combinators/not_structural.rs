use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(one_of({ type: "integer" }, { type: "string", minLength: 1 }))]
    pub union: serde_json::Value,
    #[schema(any_of({ description: "one", pattern: "^a" }, { title: "two", pattern: "^b" }))]
    pub text: String,
    #[schema(all_of({ properties: { doors: { default: 1, nullable: true } } }))]
    pub oven: Oven,
    #[schema(not = { "x-kubernetes-preserve-unknown-fields": true, additionalProperties: { maxLength: 1 } })]
    pub map: std::collections::BTreeMap<String, String>,
    #[schema(not = { "$ref": "#/definitions/Oven" })]
    pub other: Oven,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub doors: Option<u8>,
}

fn main() {}
