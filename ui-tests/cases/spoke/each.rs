//! Items that follow one by one.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct New {
    #[schema(list_map_keys("name"))]
    secrets: Vec<Reference>,
    names: Vec<String>,
    timeouts: Vec<i64>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Reference {
    name: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = New)]
struct Old {
    #[spoke(each(wrap = "name"))]
    secrets: Vec<String>,
    #[spoke(each(unwrap = "name"))]
    names: Vec<Perhaps>,
    #[spoke(each(duration = "s"), or = Vec::new())]
    timeouts: Vec<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Perhaps {
    name: Option<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = New)]
struct Wrong {
    #[spoke(each)]
    secrets: Vec<String>,
    #[spoke(each(wrapped = "name"))]
    names: Vec<String>,
    #[spoke(each(duration = "s", coerced))]
    timeouts: Vec<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = New)]
struct Refusing {
    secrets: Vec<Reference>,
    names: Vec<String>,
    #[spoke(each(duration = "s"))]
    timeouts: Vec<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = New)]
struct NoList {
    secrets: Vec<Reference>,
    names: Vec<String>,
    #[spoke(each(factor = 60))]
    timeouts: i64,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = New)]
struct WholeList {
    secrets: Vec<Reference>,
    names: Vec<String>,
    #[spoke(duration = "s", or = Vec::new())]
    timeouts: Vec<String>,
}

fn main() {}
