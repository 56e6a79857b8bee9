use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize)]
struct New {
    area: u64,
    name: String,
    kind: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New)]
struct Closure {
    #[spoke(and("height", "depth"), to = "area", with = |w: u32, h: u32| u64::from(w * h), back = sides)]
    width: u32,
    height: u32,
    depth: u32,
    name: String,
    kind: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New)]
struct Functions {
    #[spoke(and("height"), to = "area", with = area, back = sides)]
    width: u32,
    height: u32,
    #[spoke(with = upper, back = str::len)]
    name: String,
    kind: String,
}

fn area(width: u32) -> u64 {
    u64::from(width)
}

fn sides(_: u64) -> (u32, u32) {
    (1, 1)
}

fn upper(text: String) -> String {
    text.to_uppercase()
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, with = |_| New::none(), back = old)]
struct Whole {
    name: String,
}

impl New {
    fn none() -> Self {
        unimplemented!()
    }
}

fn old() -> Whole {
    unimplemented!()
}

fn main() {}
