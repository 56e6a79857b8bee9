use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    unbounded: Vec<Item>,
    misspelt: Vec<Item>,
    no_list: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Item {
    name: String,
    count: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
struct Old {
    #[spoke(counted(item = "name", count = "count"))]
    unbounded: Vec<String>,
    #[spoke(counted(item = "nam", count = "count"))]
    misspelt: Vec<String>,
    #[spoke(counted(item = "name", count = "count"))]
    no_list: Vec<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub)]
struct Incomplete {
    #[spoke(counted(item = "name"))]
    unbounded: Vec<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Named {
    names: Vec<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Named)]
struct NotReversed {
    #[spoke(counted(item = "name", count = "count"))]
    names: Vec<Item>,
}

fn main() {}
