use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Folder {
    pub name: String,
    pub parent: Option<Box<Folder>>,
    pub children: Vec<Self>,
    pub named: std::collections::BTreeMap<String, Folder>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Expr {
    Number(i64),
    Negative(Box<Expr>),
    Sum { left: Box<Expr>, right: Box<Expr> },
}

fn main() {}
