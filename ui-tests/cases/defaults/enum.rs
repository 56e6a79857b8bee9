use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(default = "huge")]
    pub size: Size,
    #[schema(default = "c", enum_values("a", "b"))]
    pub letter: String,
    #[schema(default = 4, enum_values(1, 2, 3))]
    pub number: i64,
    #[schema(default = ["Small", "Large"])]
    pub sizes: Vec<Size>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    Small,
    Large,
}

fn main() {}
