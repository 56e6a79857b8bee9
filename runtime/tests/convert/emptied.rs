//! Objects that become empty where the other version takes none, and into which steps of the objects around them reach.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Node",
        namespaced,
        storage,
        spec(optional)
    )]
    #[schema(min_properties = 1)]
    pub struct NodeSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub level: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limit: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub join: Option<Join>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[schema(min_properties = 1)]
    pub struct Join {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub path: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub found: Option<Found>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seconds: Option<i32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[schema(min_properties = 1)]
    pub struct Found {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub token: Option<String>,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(hub = v2::Node, version = "v1", spec(optional))]
    #[spoke(hub = v2::NodeSpec, step(from("join.note"), to = "note"))]
    pub struct NodeSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub level: Option<u8>,
        #[spoke(to("join.seconds", "limit"), with = |seconds| (seconds, seconds), back = Option::or)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seconds: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub join: Option<Join>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Join, elsewhere(seconds))]
    pub struct Join {
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub kind: Option<String>,
        #[spoke(elsewhere)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub path: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub found: Option<Found>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Found)]
    pub struct Found {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub token: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Nodes = v2::Node, [v1::Node]);

fn node(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "Node",
        "metadata": {"name": "n"},
        "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Nodes::convert_object(object, version).expect("it converts")
}

#[test]
fn what_became_nothing_comes_back_where_a_step_made_an_object_in_its_place() {
    for join in [
        json!({}),
        json!({"kind": "x"}),
        json!({"found": {}}),
        json!({"found": {}, "kind": "x"}),
    ] {
        let old = node("v1", json!({"seconds": 9, "join": join}));
        let new = convert(&old, "v2");
        assert_eq!(new["spec"], json!({"limit": 9, "join": {"seconds": 9}}));
        assert_eq!(convert(&new, "v1"), old);
    }
}

#[test]
fn parts_of_what_became_nothing_come_back_beside_what_is_added_to_the_object_in_its_place() {
    let join = json!({"kind": "x", "found": {}});
    let mut new = convert(&node("v1", json!({"seconds": 9, "join": join})), "v2");
    new["spec"]["join"]["path"] = json!("/a");
    assert_eq!(
        convert(&new, "v1")["spec"]["join"],
        json!({"path": "/a", "kind": "x", "found": {}}),
    );
    new["spec"]["join"]["found"] = json!({"token": "t"});
    assert_eq!(
        convert(&new, "v1")["spec"]["join"],
        json!({"path": "/a", "kind": "x", "found": {"token": "t"}}),
    );
    // Nobody but the client made this one: the other version's own members are in it all the same.
    let mut new = convert(&node("v1", json!({"join": join})), "v2");
    new["spec"]["join"] = json!({"path": "/a"});
    assert_eq!(
        convert(&new, "v1")["spec"]["join"],
        json!({"path": "/a", "kind": "x", "found": {}}),
    );
}

/// There and back to `v2`, which makes nothing of an empty object by itself.
#[track_caller]
fn stays(spec: Value) {
    let new = node("v2", spec);
    assert_eq!(convert(&convert(&new, "v1"), "v2"), new);
}

#[test]
fn an_empty_object_of_the_version_that_takes_none_stays_in_one_that_is_reached_into() {
    stays(json!({"level": 1, "join": {"found": {}}}));
    stays(json!({"level": 1, "note": "a", "join": {"found": {}}}));
}

#[test]
fn what_steps_lose_within_an_object_is_kept_beside_the_object_and_what_it_loses() {
    stays(json!({"limit": 9, "join": {}}));
    stays(json!({"limit": 9, "note": "a", "join": {"seconds": 5, "found": {}}}));
}

#[test]
fn what_steps_take_out_of_an_object_that_became_nothing_is_not_kept_with_it() {
    let mut new = convert(
        &node("v1", json!({"join": {"kind": "x", "note": "a"}})),
        "v2",
    );
    assert_eq!(new["spec"], json!({"note": "a"}));
    new["spec"] = json!({"level": 1});
    let old = convert(&new, "v1");
    assert_eq!(old["spec"], json!({"level": 1, "join": {"kind": "x"}}));
}

#[test]
fn laws() {
    Nodes::assert_laws();
}
