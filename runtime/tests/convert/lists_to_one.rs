//! Two fields of one version that are one of the other: what was kept of them is not made the other version's value again by
//! taking them for part of an object, and of what functions make of one, the empty one is absent.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Strategy {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    checks: Vec<String>,
}

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Queue",
        namespaced,
        storage
    )]
    pub struct QueueSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub strategy: Option<Strategy>,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Queue, version = "v1")]
    #[spoke(hub = v2::QueueSpec)]
    pub struct QueueSpec {
        #[spoke(and("strategy"), to = "strategy", with = together, back = apart)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub checks: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub strategy: Option<Strategy>,
    }

    fn together(checks: Vec<String>, strategy: Option<Strategy>) -> Option<Strategy> {
        if checks.is_empty() {
            strategy
        } else {
            Some(Strategy { checks })
        }
    }

    fn apart(strategy: Option<Strategy>) -> (Vec<String>, Option<Strategy>) {
        (Vec::new(), strategy)
    }
}

wheelwright::wheel!(pub(crate) Queues = v2::Queue, [v1::Queue]);

fn object(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Queue", "metadata": {"name": "q"}, "spec": spec,
    })
}

#[test]
fn an_edit_is_not_undone_by_what_was_kept() {
    let old = object("v1", json!({"strategy": {}}));
    let mut new = Queues::convert_object(&old, "v2").unwrap();
    assert_eq!(new["spec"], json!({"strategy": {}}));
    assert_eq!(Queues::convert_object(&new, "v1").unwrap(), old);
    new["spec"] = json!({});
    let edited = Queues::convert_object(&new, "v1").unwrap();
    let back = Queues::convert_object(&edited, "v2").unwrap();
    assert_eq!(back["spec"], json!({}));
}

#[test]
fn what_serde_leaves_out_is_absent() {
    let new = object("v2", json!({"strategy": {"checks": ["a"]}}));
    let old = Queues::convert_object(&new, "v1").unwrap();
    assert_eq!(old, object("v1", json!({"strategy": {"checks": ["a"]}})));
    assert_eq!(Queues::convert_object(&old, "v2").unwrap(), new);

    let nothing = object("v1", json!({}));
    let new = Queues::convert_object(&nothing, "v2").unwrap();
    assert_eq!(new, object("v2", json!({})));
    assert_eq!(Queues::convert_object(&new, "v1").unwrap(), nothing);

    let empty = object("v1", json!({"checks": []}));
    let new = Queues::convert_object(&empty, "v2").unwrap();
    assert_eq!(new["spec"], json!({}));
    assert_eq!(Queues::convert_object(&new, "v1").unwrap(), empty);
}

#[test]
fn laws() {
    Queues::assert_laws();
}
