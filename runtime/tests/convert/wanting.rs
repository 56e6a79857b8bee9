//! Values that become empty where the other version wants more, and has something that stands there instead.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

fn blank() -> String {
    "blank".to_owned()
}

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Wall",
        namespaced,
        storage
    )]
    #[schema(min_properties = 1)]
    pub struct WallSpec {
        #[schema(minimum = 1)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub height: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub sign: Option<Sign>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Sign {
        #[schema(min_length = 1, default = "blank")]
        #[serde(default = "blank")]
        pub text: String,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(hub = v2::Wall, version = "v1", spec(optional))]
    #[spoke(hub = v2::WallSpec, or = v2::WallSpec { height: Some(1), sign: None })]
    pub struct WallSpec {
        #[spoke(or = None)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub height: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub sign: Option<Sign>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[spoke(hub = v2::Sign)]
    pub struct Sign {
        #[schema(default = "")]
        #[serde(default)]
        pub text: String,
    }
}

wheelwright::wheel!(pub(crate) Walls = v2::Wall, [v1::Wall]);

/// What becomes of a spec of `v1`, which comes back.
#[track_caller]
fn becomes(old: Value, new: Value) {
    let old = json!({
        "apiVersion": "example.com/v1", "kind": "Wall", "metadata": {"name": "w"}, "spec": old,
    });
    let there = Walls::convert_object(&old, "v2").expect("it converts");
    assert_eq!(there["spec"], new);
    assert_eq!(Walls::convert_object(&there, "v1"), Ok(old));
}

#[test]
fn an_empty_text_stays_where_the_other_version_has_a_default() {
    becomes(
        json!({"sign": {"text": ""}}),
        json!({"sign": {"text": "blank"}}),
    );
}

#[test]
fn the_stand_in_of_a_spec_stands_for_one_of_which_nothing_is_left() {
    becomes(json!({}), json!({"height": 1}));
    becomes(json!({"height": 0}), json!({"height": 1}));
    becomes(json!({"height": 2}), json!({"height": 2}));
}

#[test]
fn laws() {
    Walls::assert_laws();
}
