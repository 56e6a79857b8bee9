use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Crate {
    group: Group,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Group {
    floor: Board,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Board {
    wood: String,
    nails: Option<i64>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Crate, part("group" = Group))]
struct Old {
    #[spoke(to = "group.floor")]
    floor: OldBoard,
    #[spoke(to = "group.floor.nails")]
    nails: Option<i64>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Board, elsewhere(nails))]
struct OldBoard {
    wood: String,
}

fn main() {}
