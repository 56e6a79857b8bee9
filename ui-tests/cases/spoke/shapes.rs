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

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Minutes(u32);

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Minutes, added(zone = 1))]
struct Hours(#[spoke(factor = 60)] u32);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum When {
    In(u32),
    Now,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = When)]
enum Held {
    #[spoke(added(zone = 1))]
    In(#[spoke(factor = 60)] u32),
    #[spoke(elsewhere(zone))]
    Now,
    #[spoke(removed = When::Now, added(zone = 1))]
    At {
        #[spoke(rename = "In")]
        hour: u32,
    },
}

fn main() {}
