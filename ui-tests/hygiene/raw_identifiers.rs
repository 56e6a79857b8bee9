//! Rust's keywords as names.
#![allow(non_camel_case_types)]

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

pub mod r#mod {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Type", namespaced, struct = r#type, selectable = ".spec.type",
          printcolumn(name = "Match", type = "string", path = ".spec.match[*].type"))]
    #[schema(at_most_one_of("type", "loop"))]
    pub struct r#struct {
        #[schema(column(name = "Type"))]
        pub r#type: Option<String>,
        pub r#loop: Option<i64>,
        #[schema(list_map_keys("type"), max_items = 3)]
        pub r#match: Vec<r#enum>,
        #[serde(rename = "self")]
        pub self_: Option<bool>,
        pub r#dyn: Option<r#union>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct r#enum {
        pub r#type: String,
        #[serde(flatten)]
        pub r#in: r#while,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum r#while {
        r#for { r#where: u8 },
        r#as(r#union),
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct r#union {
        pub r#unsafe: bool,
    }
}

wheelwright::wheel!(pub r#impl = r#mod::r#type);

fn main() {
    let yaml = r#impl::crd_yaml();
    for name in ["type", "loop", "match", "self", "dyn", "for", "where", "as", "unsafe"] {
        assert!(yaml.contains(&format!("{name}:")), "{name}: {yaml}");
    }
    assert!(!yaml.contains("r#"), "{yaml}");
}
