use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    name: String,
    size: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
struct Old {
    name: String,
    size: u32,
    colour: String,
    #[spoke(rename = "weigth")]
    grams: u32,
    shape: Option<String>,
}

fn main() {}
