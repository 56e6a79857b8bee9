use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    a: u32,
    b: u32,
    c: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
struct Old {
    #[spoke(with = double)]
    a: u32,
    #[spoke(back = half)]
    b: u32,
    #[spoke(with = double, back = half, wrap)]
    c: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, try_with = read)]
struct Text(String);

fn main() {}
