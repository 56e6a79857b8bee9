use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(schemars::JsonSchema, Serialize, Deserialize)]
pub struct Topping {
    pub name: String,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Half<T> {
    pub inner: T,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Pizza {
    pub left: Half<Topping>,
}

fn main() {}
