use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    a: u32,
    b: u32,
    c: u32,
    d: String,
    e: u64,
    f: String,
    host: String,
    port: u16,
    g: Vec<Counted>,
    kind: Kind,
    part: Part,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Counted {
    name: String,
    count: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum Kind {
    A,
    New,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Part {
    size: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
struct Old {
    #[spoke(try_with = parse, back = print)]
    a: String,
    #[spoke(with = print, try_back = parse)]
    b: String,
    #[spoke(coerced)]
    c: String,
    #[spoke(coerced)]
    d: u32,
    #[spoke(duration = "s")]
    e: String,
    #[spoke(quantity = "Mi")]
    f: u32,
    #[spoke(to("host", "port"), format = "{host}:{port}")]
    host_port: String,
    #[spoke(counted(item = "name", count = "count"))]
    g: Vec<String>,
    kind: OldKind,
    part: OldPart,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Kind, added(New))]
enum OldKind {
    A,
    #[spoke(removed)]
    B,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Part, fallible(up))]
struct OldPart {
    #[spoke(parsed)]
    size: String,
}

fn main() {}
