use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    name: String,
    size: u32,
    part: Part,
    parts: Part,
    items: Vec<Part>,
    count: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Part {}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
struct Old {
    name: u64,
    size: Option<u32>,
    part: Unmapped,
    parts: Vec<OldPart>,
    items: Option<Vec<OldPart>>,
    #[spoke(rename = "count")]
    number: i64,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Unmapped {}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Part)]
struct OldPart {}

fn main() {}
