//! What is kept of a third version while an object goes between two others.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) name: String,
}

mod v3 {
    use super::{CustomResource, Deserialize, Item, Schema, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v3",
        kind = "Rack",
        namespaced,
        storage
    )]
    pub(crate) struct RackSpec {
        #[schema(list_map_keys("name"))]
        pub(crate) items: Vec<Item>,
    }
}

mod v2 {
    use super::{CustomResource, Deserialize, Item, Schema, Serialize, Spoke, v3};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v3::Rack, version = "v2")]
    #[spoke(hub = v3::RackSpec)]
    pub(crate) struct RackSpec {
        #[schema(list_map_keys("name"))]
        pub(crate) items: Vec<Item>,
    }
}

mod v1 {
    use super::{CustomResource, Deserialize, Schema, Serialize, Spoke, v3};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v3::Rack, version = "v1")]
    #[spoke(hub = v3::RackSpec)]
    pub(crate) struct RackSpec {
        #[schema(list_map_keys("name"))]
        pub(crate) items: Vec<Old>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = super::Item)]
    pub(crate) struct Old {
        pub(crate) name: String,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) colour: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Racks = v3::Rack, [v2::Rack, v1::Rack]);

fn convert(object: &Value, version: &str) -> Value {
    Racks::convert_object(object, version).expect("it converts")
}

#[test]
fn laws() {
    Racks::assert_laws();
}

#[test]
fn what_was_kept_of_an_item_goes_with_it() {
    let old = json!({
        "apiVersion": "example.com/v1", "kind": "Rack", "metadata": {"name": "r"},
        "spec": {"items": [{"name": "a", "colour": "red"}, {"name": "b", "colour": "blue"}]},
    });
    let mut middle = convert(&old, "v2");
    assert_eq!(convert(&middle, "v1"), old);
    // Deleted at v2, stored at v3, made again at v2: a new item has nothing of the old one.
    middle["spec"]["items"] = json!([{"name": "b"}]);
    let mut stored = convert(&middle, "v3");
    stored["spec"]["items"] = json!([{"name": "a"}, {"name": "b"}]);
    assert_eq!(
        convert(&stored, "v1")["spec"]["items"],
        json!([{"name": "a"}, {"name": "b", "colour": "blue"}])
    );
}
