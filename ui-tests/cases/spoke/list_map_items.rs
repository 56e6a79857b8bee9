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
#[spoke(hub = Item, with = up, back = down)]
struct OldItem {
    name: String,
}

fn up(item: OldItem) -> Item {
    Item {
        name: item.name.to_lowercase(),
    }
}

fn down(item: Item) -> OldItem {
    OldItem { name: item.name }
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Item, bijective)]
struct Other {
    name: String,
}

fn main() {}
