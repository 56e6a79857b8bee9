//! What stands in for absence, and has no counterpart by itself, in an optional object that must have it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Gate",
        namespaced,
        storage
    )]
    pub struct GateSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lock: Option<Lock>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Lock {
        pub shut: bool,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(hub = v2::Gate, version = "v1")]
    #[spoke(hub = v2::GateSpec, fallible(up), part("lock" = Option<v2::Lock>))]
    pub struct GateSpec {
        #[spoke(to = "lock.shut", values("on" = true, "off" = false), or_back = String::new())]
        pub state: String,
    }
}

wheelwright::wheel!(Gates = v2::Gate, [v1::Gate]);

fn gate(version: &str, spec: Value) -> Value {
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Gate", "metadata": {"name": "g"}, "spec": spec})
}

#[test]
fn an_object_that_was_not_there_is_not_there_again() {
    let new = gate("v2", json!({}));
    let mut old = Gates::convert_object(&new, "v1").unwrap();
    assert_eq!(old["spec"], json!({"state": ""}));
    assert_eq!(Gates::convert_object(&old, "v2").unwrap(), new);
    old["spec"]["state"] = json!("off");
    let new = Gates::convert_object(&old, "v2").unwrap();
    assert_eq!(new["spec"], json!({"lock": {"shut": false}}));
    old["spec"]["state"] = json!("ajar");
    assert!(Gates::convert_object(&old, "v2").is_err());
}

#[test]
fn laws() {
    Gates::assert_laws();
}
