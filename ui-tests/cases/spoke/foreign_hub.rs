use serde::{Deserialize, Serialize};
use wheelwright::table::{Shape, Type};
use wheelwright::{Schema, Spoke};

/// Of a type of another crate no table has the fields; the words are those of a hub of one's own.
#[derive(Serialize, Deserialize, Clone, Debug)]
struct Requirement {
    key: String,
    operator: String,
    values: Option<Vec<String>>,
}

impl Schema for Requirement {
    const TYPE: &'static Type = &Type::of("Requirement", Shape::Any);
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Requirement)]
struct Foreign {
    key: Option<String>,
    operator: u8,
    values: Vec<String>,
}

fn main() {}
