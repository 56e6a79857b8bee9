use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    part: Part,
    size: u32,
    list: Vec<Part>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Part {
    deep: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, added("size.within" = 1, "list.deep" = 1))]
struct Old {
    part: OldPart,
    size: u32,
    list: Vec<OldPart>,
    #[spoke(to = "part.dep")]
    inner: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Part, elsewhere(deep))]
struct OldPart {}

fn main() {}
