use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize)]
struct New {
    replicas: u32,
    size: u8,
    group: Group,
}

#[derive(Schema, Serialize, Deserialize)]
struct Group {
    name: String,
    size: Option<u8>,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, added(replcas, "group.siez"), part("group" = Group))]
struct Old {
    #[spoke(rename = "sise")]
    extent: u8,
    #[spoke(to = "group.nmae")]
    name: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, added(replcas = 1, group = Group { name: String::new(), size: None }))]
struct WithValue {
    size: u8,
}

fn main() {}
