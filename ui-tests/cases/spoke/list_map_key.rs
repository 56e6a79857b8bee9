use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    #[schema(list_map_keys("name"))]
    items: Vec<Item>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Item {
    name: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
struct Old {
    #[schema(list_map_keys("name"))]
    items: Vec<OldItem>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Item)]
struct OldItem {
    #[spoke(with = lower, back = lower)]
    name: String,
}

fn lower(name: String) -> String {
    name.to_lowercase()
}

fn main() {}
