use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all(serialize = "camelCase", deserialize = "kebab-case"))]
pub struct PizzaSpec {
    #[serde(rename(serialize = "a", deserialize = "b"))]
    pub name: String,
    #[serde(rename(serialize = "written"))]
    pub other: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all(deserialize = "lowercase"), rename_all_fields(serialize = "lowercase"))]
pub enum Size {
    Of { Grams: i64 },
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Shape {
    #[serde(rename(deserialize = "ring"))]
    Round,
    #[serde(rename_all(serialize = "UPPERCASE"))]
    Square { side: i64 },
}

fn main() {}
