//! What an importer could not know is an error at the place, and nothing follows from it.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize)]
struct New {
    seconds: i32,
    policy: Policy,
    host: String,
}

#[derive(Schema, Serialize, Deserialize)]
enum Policy {
    Always,
    Never,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, undecided = "the hub must have `host`")]
struct Old {
    #[spoke(rename = "seconds", undecided = "a text here, a number there: `duration = \"s\"`?")]
    timeout: String,
    policy: OldPolicy,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = Policy)]
enum OldPolicy {
    Always,
    #[spoke(undecided = "the hub has no `Sometimes`")]
    Sometimes,
    #[spoke(undecided)]
    Never,
}

fn main() {
    let _ = New::from(Old { timeout: String::new(), policy: OldPolicy::Sometimes });
}
