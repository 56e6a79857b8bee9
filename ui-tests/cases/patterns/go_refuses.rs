use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(pattern = "^(?=a)b")]
    pub look_ahead: String,
    #[schema(pattern = "(?<!a)b")]
    pub look_behind: String,
    #[schema(pattern = "(a)\\1")]
    pub back_reference: String,
    #[schema(pattern = "a(b")]
    pub unclosed: String,
    #[schema(pattern = "[a-z")]
    pub class: String,
    #[schema(pattern = "a**")]
    pub repeated: String,
    #[schema(pattern = "a{1001}")]
    pub too_often: String,
    #[schema(pattern = "\\p{Nope}")]
    pub property: String,
    #[schema(pattern = "(?>a)")]
    pub atomic: String,
    #[schema(pattern = "\\Z")]
    pub escape: String,
}

fn main() {}
