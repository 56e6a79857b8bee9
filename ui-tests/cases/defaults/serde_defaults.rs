//! `serde_defaults` takes what there is, from fields.

use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize)]
#[schema(serde_defaults)]
struct Nothing {
    a: u8,
}

#[derive(Schema, Serialize, Deserialize)]
#[schema(serde_defaults)]
struct Newtype(u8);

#[derive(Schema, Serialize, Deserialize)]
#[schema(serde_defaults(deep))]
struct Deep {
    #[serde(default)]
    a: u8,
}

#[derive(Schema, Serialize, Deserialize)]
#[schema(no_default)]
struct Misplaced {
    #[serde(default)]
    #[schema(serde_defaults)]
    a: u8,
    #[serde(default)]
    #[schema(default, no_default)]
    both: u8,
    #[schema(items(loose))]
    list: Vec<u8>,
}

fn main() {}
