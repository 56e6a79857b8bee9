//! A struct that is mapped within another, into which fields of both structs around it move.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Safe",
        namespaced,
        storage
    )]
    pub struct SafeSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub door: Option<Door>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Door {
        pub lock: Option<Lock>,
        pub bolts: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Lock {
        #[schema(default = false)]
        #[serde(default)]
        pub shut: bool,
        #[serde(default)]
        pub seconds: u32,
        #[serde(default)]
        pub code: Option<String>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Safe, version = "v1")]
    #[spoke(hub = v2::SafeSpec)]
    pub struct SafeSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub door: Option<Door>,
        #[serde(default)]
        #[spoke(to = "door.lock.shut", or = false)]
        pub shut: Option<bool>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Door)]
    pub struct Door {
        pub lock: Option<Lock>,
        #[serde(default)]
        #[spoke(to = "lock.seconds", factor = 60, or = 0, or_back = None)]
        pub minutes: Option<u32>,
        pub bolts: Option<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Lock, elsewhere(shut, seconds))]
    pub struct Lock {
        #[serde(default)]
        pub code: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Safes = v2::Safe, [v1::Safe]);

fn safe(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Safe", "metadata": {"name": "s"}, "spec": spec,
    })
}

#[test]
fn what_only_moves_in_makes_no_struct_on_the_way_back() {
    let old = safe("v1", json!({"shut": true}));
    let new = Safes::convert_object(&old, "v2").expect("it converts");
    assert_eq!(new["spec"], json!({"door": {"lock": {"shut": true}}}));
    assert_eq!(Safes::convert_object(&new, "v1"), Ok(old));
}

#[test]
fn what_is_empty_and_what_is_not_said_comes_back() {
    for spec in [
        json!({"door": {"lock": {}}}),
        json!({"door": {"lock": {}, "minutes": 2}}),
        json!({"door": {"minutes": 2}}),
        json!({"door": {"lock": null}, "shut": true}),
        json!({"shut": false}),
    ] {
        let old = safe("v1", spec);
        let new = Safes::convert_object(&old, "v2").expect("it converts");
        assert_eq!(Safes::convert_object(&new, "v1"), Ok(old));
    }
}

#[test]
fn laws() {
    Safes::assert_laws();
}
