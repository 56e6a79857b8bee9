use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    mode: String,
    kind: Kind,
    parts: BTreeMap<String, Part>,
    level: u8,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum Kind {
    On,
    Off,
    Auto,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Part {
    size: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
struct Old {
    #[spoke(values(true = "On", false = "Off"))]
    mode: bool,
    #[spoke(values(true = "On", false = "Off"))]
    kind: bool,
    #[spoke(keyed = "name")]
    parts: Vec<NamedPart>,
    #[spoke(values(10 = 1, 20 = 2))]
    level: i32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Part)]
struct NamedPart {
    #[spoke(elsewhere)]
    name: String,
    size: u32,
}

fn main() {}
