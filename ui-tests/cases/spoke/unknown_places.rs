use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    part: Part,
    limits: Limits,
    size: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Part {
    deep: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Limits {
    cpu: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, part("part" = Part))]
struct Old {
    #[spoke(to = "part.deep")]
    a: u32,
    #[spoke(to = "limits.cpu")]
    b: u32,
    #[spoke(and("d2"), to = "size", with = f, back = g)]
    d: u32,
}

fn main() {}
