//! An `Option` on one side only: functions are of the types that the places have, `parsed` of a text and its value.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    size: u32,
    weights: Vec<u32>,
    wheels: Option<Wheels>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Wheels {
    kind: Kind,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum Kind {
    Wooden,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
struct Called {
    #[spoke(with = same, back = same)]
    size: Option<u32>,
    weights: Vec<u32>,
    wheels: Option<OldWheels>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, added(size, wheels))]
struct Parsed {
    #[spoke(parsed, or = Vec::new())]
    weights: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Wheels, elsewhere(kind))]
struct OldWheels {}

fn same(size: u32) -> u32 {
    size
}

fn main() {}
