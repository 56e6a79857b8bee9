//! What only one version has, and what another step takes within it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize)]
struct New {
    group: Group,
    tags: BTreeMap<String, String>,
    size: Option<i64>,
}

#[derive(Schema, Serialize, Deserialize, Default)]
struct Group {
    name: Option<String>,
    note: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Default)]
struct Sizes {
    all: Option<i64>,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, added(group, tags), step(from("sizes.all"), to = "size"))]
struct Old {
    #[spoke(to = "group.name")]
    name: Option<String>,
    #[spoke(to = "tags[color]")]
    color: Option<String>,
    #[spoke(removed)]
    sizes: Sizes,
}

fn main() {}
