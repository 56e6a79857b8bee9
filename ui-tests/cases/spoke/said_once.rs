//! What is wrong once is said once.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize)]
struct New {
    limits: Limits,
}

#[derive(Schema, Serialize, Deserialize)]
struct Limits {
    cpu: i64,
    memory: i64,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New)]
struct Old {
    #[spoke(to = "limits.cpu")]
    cpu: i64,
    #[spoke(to = "limits.memory")]
    memory: i64,
}

#[derive(Schema, Serialize, Deserialize)]
enum Policy {
    Never,
    Between { from: i64, to: i64 },
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = Policy)]
enum OldPolicy {
    Never,
    Between(i64, i64),
}

fn main() {
    let _ = New::from(Old { cpu: 1, memory: 2 });
    let _ = Policy::from(OldPolicy::Never);
}
