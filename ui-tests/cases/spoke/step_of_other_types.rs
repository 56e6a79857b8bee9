//! A step between places takes a value as it is: a mapping of its type is not looked for.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    fire: Option<Fire>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Fire {
    heat: i64,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, part_back("oven" = Option<Oven>), step(from("oven.fire"), to = "fire"))]
struct Old {
    oven: Option<Oven>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Oven {
    fire: OldFire,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Fire)]
struct OldFire {
    heat: i64,
}

fn main() {}
