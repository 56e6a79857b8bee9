use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    #[schema(embedded_resource)]
    pub text: String,
    #[schema(embedded_resource)]
    pub numbers: std::collections::BTreeMap<String, i64>,
    #[schema(embedded_resource)]
    pub kind: Kind,
    #[schema(embedded_resource)]
    pub metadata: Metadata,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Kind {
    pub kind: i64,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Metadata {
    pub kind: String,
    pub metadata: String,
}

fn main() {}
