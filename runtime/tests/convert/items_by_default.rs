//! Items that steps name, in a list that the default of a struct around it gives.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Oven",
        namespaced,
        storage
    )]
    pub struct OvenSpec {
        #[schema(default)]
        #[serde(default = "red")]
        pub body: Body,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Body {
        #[schema(list_map_keys("name"))]
        pub parts: Vec<Part>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Part {
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub colour: Option<String>,
    }

    fn red() -> Body {
        let part = |name: &str| Part {
            name: name.to_owned(),
            colour: Some("red".to_owned()),
        };
        Body {
            parts: vec![part("lid"), part("door")],
        }
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Oven, version = "v1")]
    #[spoke(hub = super::v2::OvenSpec, part("body" = super::v2::Body))]
    pub struct OvenSpec {
        #[spoke(to = "body.parts[name=lid].colour")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lid: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Ovens = v2::Oven, [v1::Oven]);

#[test]
fn nothing_is_lost() {
    Ovens::assert_laws();
}

#[test]
fn the_default_has_its_items_with_their_keys() {
    let old = json!({
        "apiVersion": "example.com/v1", "kind": "Oven", "metadata": {"name": "o"}, "spec": {},
    });
    let new = Ovens::convert_object(&old, "v2").unwrap();
    let red = |name: &str| json!({"name": name, "colour": "red"});
    assert_eq!(
        new["spec"],
        json!({"body": {"parts": [red("lid"), red("door")]}})
    );
}
