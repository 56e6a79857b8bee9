use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "kind")]
pub struct Tagged {
    pub kind: String,
}

#[derive(Schema)]
#[serde(rename_all = "camelCase")]
pub struct PizzaSpec {
    pub top_ping: String,
    #[serde(rename = "topPing")]
    pub other: String,
}

#[derive(Schema)]
pub enum Size {
    #[serde(rename = "Large")]
    Small,
    Large,
}

fn main() {}
