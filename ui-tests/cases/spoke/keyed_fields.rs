//! `keyed` names fields of the list's items.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize)]
pub struct New {
    ports: BTreeMap<String, Port>,
    costs: BTreeMap<String, u8>,
    zones: Vec<Cost>,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Port {
    number: u16,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, fallible(up, down))]
pub struct Old {
    #[spoke(keyed = "nam")]
    ports: Vec<OldPort>,
    #[spoke(keyed("name", "valu"))]
    costs: Vec<Cost>,
    #[spoke(keyed("zone", "value"))]
    zones: BTreeMap<String, u8>,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = Port, fallible(up, down))]
pub struct OldPort {
    #[spoke(elsewhere)]
    name: String,
    number: u16,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Cost {
    name: String,
    value: u8,
}

fn main() {}
