//! Objects that come to be by what moves into them.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Gate",
        namespaced,
        storage
    )]
    pub struct GateSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tls: Option<Tls>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub retry: Option<Retry>,
        pub hinge: Hinge,
        #[serde(default)]
        pub sign: Sign,
        #[serde(default)]
        pub bars: Vec<Bar>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lock: Option<Lock>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Lock {
        pub name: String,
        #[schema(default)]
        #[serde(default)]
        pub codes: Vec<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Tls {
        pub cert: String,
        pub key: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Retry {
        pub times: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seconds: Option<u32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Hinge {
        pub pins: Pins,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Pins {
        pub count: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    pub struct Sign {
        pub words: String,
        pub colour: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[serde(default)]
    pub struct Bar {
        pub seconds: i64,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Gate, version = "v1")]
    #[spoke(hub = v2::GateSpec, fallible(down), part("tls" = Option<v2::Tls>, "lock" = Option<v2::Lock>), added("lock.codes"))]
    pub struct GateSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "tls.cert")]
        pub cert: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "tls.key")]
        pub key: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub retry: Option<Retry>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "retry.seconds")]
        pub retry_after: Option<u32>,
        pub hinge: Hinge,
        #[spoke(to = "hinge.pins")]
        pub pins: v2::Pins,
        pub sign: Sign,
        #[spoke(to = "sign.words", delimited = " ", or = String::new())]
        pub words: Vec<String>,
        #[serde(default)]
        pub bars: Vec<Bar>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "lock.name")]
        pub lock: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Retry, elsewhere(seconds))]
    pub struct Retry {
        pub times: u32,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Hinge, elsewhere(pins = v2::Pins { count: 0 }))]
    pub struct Hinge {}

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[spoke(hub = v2::Sign, elsewhere(words))]
    pub struct Sign {
        #[serde(default)]
        pub colour: String,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(
        hub = v2::Bar,
        part_back("wait" = Wait),
        step(from("wait.minutes"), to = "seconds", factor = 60, or_back = 7),
    )]
    pub struct Bar {
        pub wait: Wait,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Wait {
        pub minutes: i64,
    }
}

wheelwright::wheel!(pub(crate) Gates = v2::Gate, [v1::Gate]);

fn gate(version: &str, spec: Value) -> Value {
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Gate", "metadata": {"name": "g"}, "spec": spec})
}

fn old(members: Value) -> Value {
    let mut spec = json!({"hinge": {}, "pins": {"count": 2}, "sign": {"colour": "red"}, "words": ["no"], "bars": []});
    for (name, value) in members.as_object().unwrap() {
        spec[name] = value.clone();
    }
    gate("v1", spec)
}

/// There and back: what there is at the hub, and nothing is lost.
#[track_caller]
fn there(old: &Value) -> Value {
    let new = Gates::convert_object(old, "v2").unwrap();
    assert_eq!(&Gates::convert_object(&new, "v1").unwrap(), old);
    let typed: v1::Gate = serde_json::from_value(old.clone()).unwrap();
    let typed = serde_json::to_value(v2::GateSpec::from(typed.spec)).unwrap();
    assert_eq!(typed, new["spec"]);
    new
}

#[test]
fn an_optional_object_that_lacks_what_it_must_have_is_not_made() {
    let new = there(&old(json!({"cert": "c"})));
    assert!(new["spec"].get("tls").is_none());
    assert!(new["metadata"]["annotations"].is_object());
    let new = there(&old(json!({"cert": "c", "key": "k"})));
    assert_eq!(new["spec"]["tls"], json!({"cert": "c", "key": "k"}));
    assert!(new["metadata"].get("annotations").is_none());
}

#[test]
fn one_that_is_mapped_neither() {
    let new = there(&old(json!({"retry_after": 5})));
    assert!(new["spec"].get("retry").is_none());
    let new = there(&old(json!({"retry_after": 5, "retry": {"times": 1}})));
    assert_eq!(new["spec"]["retry"], json!({"times": 1, "seconds": 5}));
}

#[test]
fn what_did_not_make_it_gives_way_to_an_edit() {
    let mut new = Gates::convert_object(&old(json!({"cert": "c"})), "v2").unwrap();
    new["spec"]["tls"] = json!({"cert": "other", "key": "k"});
    let spec = &Gates::convert_object(&new, "v1").unwrap()["spec"];
    assert_eq!(
        (&spec["cert"], &spec["key"]),
        (&json!("other"), &json!("k"))
    );
}

#[test]
fn one_that_must_stand_needs_no_note_that_it_did() {
    let new = gate(
        "v2",
        json!({"hinge": {"pins": {"count": 1}}, "sign": {"words": "", "colour": ""}, "bars": []}),
    );
    let old = Gates::convert_object(&new, "v1").unwrap();
    assert!(old["metadata"].get("annotations").is_none());
    assert_eq!(Gates::convert_object(&old, "v2").unwrap(), new);
}

#[test]
fn what_is_absent_around_it_is_absent_within() {
    let new = gate("v2", json!({"hinge": {"pins": {"count": 1}}}));
    let old = Gates::convert_object(&new, "v1").unwrap();
    assert_eq!(old["spec"]["words"], json!([]));
    assert_eq!(Gates::convert_object(&old, "v2").unwrap(), new);
}

#[test]
fn what_serde_reads_of_nothing_comes_before_a_stand_in() {
    let new = gate(
        "v2",
        json!({"hinge": {"pins": {"count": 1}}, "sign": {"words": "", "colour": ""}, "bars": [{}]}),
    );
    let old = Gates::convert_object(&new, "v1").unwrap();
    assert_eq!(old["spec"]["bars"], json!([{"wait": {"minutes": 0}}]));
    assert_eq!(Gates::convert_object(&old, "v2").unwrap(), new);
}

#[test]
fn what_only_the_hub_has_within_what_is_not_there_is_nothing_to_keep() {
    let new = there(&old(json!({})));
    assert!(new["metadata"].get("annotations").is_none());
    let old = Gates::convert_object(&new, "v1").unwrap();
    assert!(old["metadata"].get("annotations").is_none());
    let new = there(&self::old(json!({"lock": "l"})));
    assert_eq!(new["spec"]["lock"], json!({"name": "l", "codes": []}));
}

#[test]
fn nothing_is_lost() {
    Gates::assert_laws();
}
