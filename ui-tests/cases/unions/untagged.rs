use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum Lost {
    Small { name: String },
    Large { name: String, size: i64 },
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum Optional {
    Gas { power: Option<i64>, fuel: String },
    Wood { fuel: String, logs: u8 },
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "type")]
pub enum Fallback {
    Known { name: String },
    #[serde(untagged)]
    Any { name: String },
    #[serde(untagged)]
    More { name: String, size: i64 },
}

fn main() {}
