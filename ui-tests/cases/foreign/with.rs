use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(with = missing)]
    pub missing: String,
    #[schema(with = text)]
    pub text: String,
    #[schema(with = argument)]
    pub argument: String,
    #[schema(with = "text")]
    pub quoted: String,
    #[schema(as = 5)]
    pub number: String,
}

fn text() -> String {
    String::new()
}

fn argument(_: bool) -> serde_json::Value {
    serde_json::Value::Null
}

fn main() {}
