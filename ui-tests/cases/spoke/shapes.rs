use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum Hub {
    A,
    B { x: u32 },
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
#[serde(untagged)]
enum Untagged {
    A,
    B { x: u32 },
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
enum Variants {
    A,
    B {
        #[spoke(factor = 60)]
        x: u32,
    },
}

#[derive(Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
struct Pair(u32, u32);

#[derive(Spoke, Clone, Copy)]
#[spoke(hub = Hub)]
union Union {
    a: u32,
}

fn main() {}
