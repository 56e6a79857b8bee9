use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
struct None {}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, hub = Hub)]
struct Two {}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub)]
struct Bare {}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = New)]
#[spoke(hub = Newer)]
struct Both {
    #[spoke(hub = Newest, removed)]
    name: String,
    #[spoke(renam = "other")]
    another: String,
}

fn main() {}
