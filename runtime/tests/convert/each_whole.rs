//! Items one by one in parts of objects, and where there is no list of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

fn three() -> i64 {
    3
}

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Queue",
        namespaced,
        storage
    )]
    pub struct QueueSpec {
        pub names: Vec<String>,
        pub sizes: Vec<Size>,
        pub waits: Option<Vec<String>>,
        #[serde(default)]
        pub slots: Vec<Slot>,
        pub counts: Vec<Count>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limits: Option<BTreeMap<String, i64>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Count {
        pub name: String,
        #[schema(maximum = 10)]
        pub times: u32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Size {
        pub size: i64,
        #[schema(default)]
        #[serde(default = "three")]
        pub weight: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Slot {
        pub minutes: u8,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Queue, version = "v1")]
    #[spoke(hub = v2::QueueSpec, fallible(down))]
    pub struct QueueSpec {
        #[spoke(each(unwrap = "name"))]
        pub names: Vec<Named>,
        #[spoke(each(wrap = "size"))]
        pub sizes: Vec<i64>,
        #[spoke(each(duration = "s"))]
        pub waits: Vec<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(or = Vec::new())]
        pub slots: Option<Vec<Slot>>,
        #[spoke(counted(item = "name", count = "times"))]
        pub counts: Option<Vec<String>>,
        #[spoke(each(quantity = "Mi"), or = None)]
        pub limits: BTreeMap<String, String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Named {
        pub name: String,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Slot, fallible(up))]
    pub struct Slot {
        #[spoke(coerced)]
        pub minutes: String,
    }
}

wheelwright::wheel!(pub(crate) Queues = v2::Queue, [v1::Queue]);

fn queue(version: &str, spec: Value) -> Value {
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Queue", "metadata": {"name": "q"}, "spec": spec})
}

#[test]
fn a_part_of_an_item_is_nobodys_mistake() {
    let part = json!({
        "apiVersion": "example.com/v1", "kind": "Queue",
        "spec": {"names": [{}, {"name": "a"}]},
    });
    let there = Queues::convert_object(&part, "v2").unwrap();
    assert_eq!(there["spec"]["names"], json!([null, "a"]));
}

#[test]
fn items_that_are_made_have_their_defaults() {
    let new = queue(
        "v2",
        json!({"names": [], "sizes": [{"size": 1, "weight": 3}], "waits": ["1s"], "slots": [], "counts": [], "limits": {}}),
    );
    let old = Queues::convert_object(&new, "v1").unwrap();
    let back = Queues::convert_object(&old, "v2").unwrap();
    assert_eq!(back, new);
    let old = queue(
        "v1",
        json!({"names": [], "sizes": [1], "waits": [1], "slots": [], "counts": [], "limits": {}}),
    );
    let new = Queues::convert_object(&old, "v2").unwrap();
    assert_eq!(new["spec"]["sizes"], json!([{"size": 1, "weight": 3}]));
    assert_eq!(Queues::convert_object(&new, "v1").unwrap(), old);
}

#[test]
fn a_list_that_must_be_there_is_not_made_of_nothing() {
    let new = queue(
        "v2",
        json!({"names": [], "sizes": [], "waits": null, "counts": [], "limits": {}}),
    );
    let error = Queues::convert_object(&new, "v1").unwrap_err();
    assert_eq!(
        error.to_string(),
        ".spec.waits: it is absent, or has nothing that becomes what the other version must have"
    );
    let typed: v2::Queue = serde_json::from_value(new).unwrap();
    assert!(v1::QueueSpec::try_from(typed.spec).is_err());
}

#[test]
fn one_with_a_stand_in_the_other_way_neither() {
    let new = queue(
        "v2",
        json!({"names": [], "sizes": [], "waits": [], "counts": []}),
    );
    let error = Queues::convert_object(&new, "v1").unwrap_err();
    assert_eq!(
        error.to_string(),
        ".spec.limits: it is absent, or has nothing that becomes what the other version must have"
    );
}

#[test]
fn null_is_absence_where_a_list_must_be() {
    let old = queue(
        "v1",
        json!({"names": [], "sizes": [], "waits": [], "slots": [], "counts": null, "limits": {}}),
    );
    let new = Queues::convert_object(&old, "v2").unwrap();
    assert_eq!(new["spec"]["counts"], json!([]));
    assert_eq!(Queues::convert_object(&new, "v1").unwrap(), old);
}

#[test]
fn what_stands_in_for_absence_does_for_what_a_value_within_refuses() {
    let old = queue(
        "v1",
        json!({"names": [], "sizes": [], "waits": [], "slots": [{"minutes": "soon"}], "counts": [], "limits": {}}),
    );
    let new = Queues::convert_object(&old, "v2").unwrap();
    assert_eq!(new["spec"]["slots"], json!([]));
    assert_eq!(Queues::convert_object(&new, "v1").unwrap(), old);
    let typed: v1::Queue = serde_json::from_value(old).unwrap();
    assert_eq!(v2::QueueSpec::from(typed.spec).slots, []);
}

#[test]
fn nothing_is_lost() {
    Queues::assert_laws();
}
