use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    a: u32,
    b: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, falible(up), rename_all = "camelCase")]
struct Old {
    #[spoke(renamed = "a")]
    c: u32,
    #[spoke(rename = "b", rename = "b", count)]
    d: u32,
}

fn main() {}
