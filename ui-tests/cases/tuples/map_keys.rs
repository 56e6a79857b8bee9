use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {
    pub by_point: std::collections::BTreeMap<[u8; 2], String>,
    pub by_oven: std::collections::BTreeMap<Oven, String>,
    pub by_list: std::collections::BTreeMap<Vec<String>, String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Oven {
    pub name: String,
}

fn main() {}
