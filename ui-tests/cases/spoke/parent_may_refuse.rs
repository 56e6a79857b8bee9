use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    part: Part,
    parts: Vec<Part>,
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
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Part, fallible(up))]
struct OldPart {
    #[spoke(parsed)]
    size: String,
}

fn main() {}
