//! Labels and annotations that no object can have, or that are not the author's.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize)]
struct New {
    team: Option<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize)]
#[spoke(hub = New, step(from_label = "example.com/the/team", to = "team"))]
struct Old {
    #[spoke(to_label = "the team")]
    color: Option<String>,
    #[spoke(to_annotation = "-note")]
    note: Option<String>,
    #[spoke(to_annotation = "example.com/kept-by-conversion")]
    kept: Option<String>,
}

fn main() {}
