use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    part: Part,
    size: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Part {
    deep: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, part("part" = Part))]
struct Old {
    #[spoke(to = "part.dep")]
    inner: u32,
    #[spoke(rename = "sise")]
    size: u32,
}

fn main() {}
