//! Fields and types that have the names of the generated struct's members, or of what generated code is made from.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Field", namespaced, status = Type)]
pub struct FieldSpec {
    pub metadata: Option<String>,
    pub spec: Option<String>,
    pub status: Option<String>,
    pub kind: Option<String>,
    pub api_version: Option<String>,
    pub new: Option<String>,
    pub self_: Option<bool>,
    pub __w: Option<bool>,
    pub __x: Option<bool>,
    pub value: Option<Struct>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Type {
    pub shape: Option<Shape>,
    pub keys: Option<i64>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Struct {
    pub fields: Vec<Of>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Of {
    pub table: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Shape {
    Type,
    Schema,
    Struct,
}

wheelwright::wheel!(pub Wheel = Field);

fn main() {
    let yaml = Wheel::crd_yaml();
    assert!(yaml.contains("self_:"), "{yaml}");
}
