use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    name: String,
    size: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, added(size))]
struct Old {
    name: String,
    #[spoke(rename = "name")]
    title: String,
    #[spoke(and("name"), to = "size", with = f, back = g)]
    size: u32,
}

fn main() {}
