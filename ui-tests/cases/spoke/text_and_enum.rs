use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize)]
enum Mode {
    A,
    B,
}

#[derive(Schema, Serialize, Deserialize)]
struct New {
    mode: Mode,
    text: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New)]
struct Old {
    mode: String,
    text: Mode,
}

fn main() {}
