use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    part: Part,
    parts: Vec<Part>,
    one: Vec<Part>,
    boxed: Lid,
    #[schema(list_map_keys("name"))]
    named: Vec<Named>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Lid {
    part: Part,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Named {
    name: String,
    size: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Part {
    size: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
struct Old {
    part: OldPart,
    parts: Vec<OldPart>,
    #[spoke(wrap)]
    one: OldPart,
    #[spoke(wrap = "part")]
    boxed: OldPart,
    #[spoke(keyed = "name")]
    named: BTreeMap<String, OldNamed>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Named, fallible(up), added(name))]
struct OldNamed {
    #[spoke(parsed)]
    size: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Part, fallible(up))]
struct OldPart {
    #[spoke(parsed)]
    size: String,
}

fn main() {}
