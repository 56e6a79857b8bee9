//! A struct that is made of what moves into it, and a field of it that nothing moves into.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    part: Part,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Part {
    size: i64,
    name: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Flat {
    size: i64,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, part("part" = Part))]
struct Old {
    #[spoke(to = "part.size")]
    size: i64,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Flat, part_back("part" = Option<Part>), step(from("part.size"), to = "size", or = 1))]
struct OldPart {
    part: Option<Part>,
}

fn main() {}
