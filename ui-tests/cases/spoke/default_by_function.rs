//! What nothing is said of, and whose default cannot be read where the value is made.

use serde::{Deserialize, Deserializer, Serialize};
use wheelwright::{Schema, Spoke};

fn three() -> i64 {
    3
}

fn read<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    i64::deserialize(from)
}

#[derive(Schema, Serialize, Deserialize)]
struct New {
    name: String,
    #[schema(as = i64)]
    #[serde(default = "three", deserialize_with = "read")]
    count: i64,
    bell: Bell,
}

#[derive(Schema, Serialize, Deserialize)]
enum Bell {
    Rung {
        #[schema(as = i64)]
        #[serde(default = "three", deserialize_with = "read")]
        times: i64,
    },
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, added(count))]
struct Old {
    name: String,
    bell: OldBell,
    #[spoke(removed)]
    #[schema(as = i64, default = 4)]
    #[serde(deserialize_with = "read")]
    legacy: i64,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = Bell)]
enum OldBell {
    #[spoke(added(times))]
    Rung {},
}

fn main() {}
