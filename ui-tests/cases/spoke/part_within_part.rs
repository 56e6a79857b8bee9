//! Structs of this version that are made of what moves out of them: each of them has a type, and moves as one.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Flat {
    depth: i64,
    lid: i64,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Pot {
    depth: i64,
    lid: i64,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Stove {
    pot: Pot,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(
    hub = Flat,
    part_back("stove" = Option<Stove>),
    step(from("stove.pot.depth"), to = "depth", or = 1),
    step(from("stove.pot.lid"), to = "lid", or = 1),
)]
struct Untyped {
    stove: Option<Stove>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Both {
    pot: Pot,
    lid: i64,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(
    hub = Both,
    part_back("stove" = Stove),
    step(from("stove.pot"), to = "pot"),
    step(from("stove.pot.lid"), to = "lid"),
)]
struct Twice {
    stove: Stove,
}

fn main() {}
