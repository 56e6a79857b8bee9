use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(enum_values(1, 2))]
    pub text: String,
    #[schema(enum_values("huge"))]
    pub size: Size,
    #[schema(enum_values("a", null))]
    pub null: String,
    #[schema(enum_values(1, 300))]
    pub byte: u8,
    #[schema(enum_values("a", "b", "a"))]
    pub twice: String,
    #[schema(enum_values("a"), nullable)]
    pub nullable: Option<String>,
    #[schema(items(enum_values(true)))]
    pub list: Vec<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Size {
    Small,
    Large,
}

fn main() {}
