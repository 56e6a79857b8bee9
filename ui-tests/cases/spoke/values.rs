use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    a: String,
    b: u32,
    c: std::collections::BTreeMap<String, String>,
    d: u32,
    e: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, fallible(up, down))]
struct Old {
    #[spoke(values(true = "On", false = off()))]
    a: bool,
    #[spoke(factor = 0)]
    b: u32,
    #[spoke(keys("a" = "x", "b" = "x"))]
    c: std::collections::BTreeMap<String, String>,
    #[spoke(duration = "min")]
    d: String,
    #[spoke(coerced, wrap)]
    e: u32,
}

fn main() {}
