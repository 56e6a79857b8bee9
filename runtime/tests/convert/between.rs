//! What is kept of items that only a version in between has, and holds as kept itself.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::kiln;

mod v3 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v3",
        kind = "Kiln",
        namespaced,
        storage
    )]
    pub struct KilnSpec {
        pub heat: i64,
    }
}

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v3::Kiln, version = "v2")]
    #[spoke(hub = v3::KilnSpec)]
    pub struct KilnSpec {
        pub heat: i64,
        #[serde(default = "first")]
        #[schema(list_map_keys("name"), default)]
        #[spoke(removed)]
        pub shelves: Vec<Shelf>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Shelf {
        pub name: String,
    }

    fn first() -> Vec<Shelf> {
        vec![Shelf {
            name: "first".to_owned(),
        }]
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Kiln, version = "v1")]
    #[spoke(hub = v2::KilnSpec)]
    pub struct KilnSpec {
        pub heat: i64,
        #[serde(default = "first")]
        #[schema(list_map_keys("name"), default)]
        pub shelves: Vec<Shelf>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Shelf)]
    pub struct Shelf {
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(removed)]
        pub note: Option<String>,
    }

    fn first() -> Vec<Shelf> {
        vec![Shelf {
            name: "first".to_owned(),
            note: None,
        }]
    }
}

wheelwright::wheel!(pub(crate) Kilns = v3::Kiln, [v2::Kiln, v1::Kiln]);

#[test]
fn notes_of_its_items_come_back_with_them() {
    let shelves = json!([{"name": "b", "note": "warm"}]);
    let object = kiln("v1", json!({"heat": 1, "shelves": shelves}));
    let along = ["v2", "v3", "v1"].iter();
    let back = along.fold(object.clone(), |object, version| {
        Kilns::convert_object(&object, version).expect("it converts")
    });
    assert_eq!(back, object);
}

#[test]
fn laws() {
    Kilns::assert_laws();
}
