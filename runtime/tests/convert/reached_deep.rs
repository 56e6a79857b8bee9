//! Fields that move into structs which are mapped themselves, here or within another that is.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Crate",
        namespaced,
        storage
    )]
    pub struct CrateSpec {
        pub group: Group,
        pub lid: Option<Board>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Group {
        pub floor: Board,
        pub wall: Option<Board>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Board {
        pub wood: String,
        pub nails: Option<i64>,
    }
}

mod v1 {
    use super::*;

    #[derive(
        CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default,
    )]
    #[crd(hub = v2::Crate, version = "v1")]
    #[spoke(hub = v2::CrateSpec)]
    pub struct CrateSpec {
        pub group: Group,
        #[spoke(to = "group.floor.nails")]
        pub floor_nails: Option<i64>,
        #[spoke(to = "group.wall.nails")]
        pub wall_nails: Option<i64>,
        pub lid: Option<Board>,
        #[spoke(to = "lid.nails")]
        pub lid_nails: Option<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[spoke(hub = v2::Group)]
    pub struct Group {
        pub floor: Board,
        pub wall: Option<Board>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[spoke(hub = v2::Board, elsewhere(nails))]
    pub struct Board {
        pub wood: String,
    }
}

wheelwright::wheel!(pub(crate) Crates = v2::Crate, [v1::Crate]);

fn board(wood: &str) -> v1::Board {
    v1::Board {
        wood: wood.to_owned(),
    }
}

#[test]
fn values_move_in_at_any_depth() {
    let old = v1::CrateSpec {
        group: v1::Group {
            floor: board("oak"),
            wall: Some(board("ash")),
        },
        floor_nails: Some(1),
        wall_nails: Some(2),
        lid: Some(board("elm")),
        lid_nails: Some(3),
    };
    let new = v2::CrateSpec::from(old.clone());
    let nails = |board: &Option<v2::Board>| board.as_ref().and_then(|board| board.nails);
    assert_eq!(new.group.floor.nails, Some(1));
    assert_eq!(
        (nails(&new.group.wall), nails(&new.lid)),
        (Some(2), Some(3))
    );
    assert_eq!(v1::CrateSpec::from(new.clone()), old);
    let object = |version: &str, spec: Value| {
        json!({
            "apiVersion": format!("example.com/{version}"), "kind": "Crate", "metadata": {"name": "c"}, "spec": spec,
        })
    };
    let [old, new] = [serde_json::to_value(old), serde_json::to_value(new)].map(Result::unwrap);
    let there = Crates::convert_object(&object("v1", old), "v2").expect("it converts");
    assert_eq!(there["spec"], new);
}

#[test]
fn what_moves_into_null_that_lacks_what_it_must_have_leaves_null() {
    for (wall, lid) in [
        (json!(null), json!(null)),
        (json!({"wood": "ash"}), json!(null)),
    ] {
        let old = json!({
            "apiVersion": "example.com/v1", "kind": "Crate", "metadata": {"name": "c"},
            "spec": {"group": {"floor": {"wood": "oak"}, "wall": wall}, "wall_nails": 2, "lid": lid, "lid_nails": 3},
        });
        let new = Crates::convert_object(&old, "v2").expect("it converts");
        assert_eq!(new["spec"]["lid"], json!(null));
        assert_eq!(Crates::convert_object(&new, "v1"), Ok(old));
    }
}

#[test]
fn laws() {
    Crates::assert_laws();
}
