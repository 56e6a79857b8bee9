//! What was not said at one version is not said when the object comes back, and leaves no note where nothing is lost.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

fn three() -> i64 {
    3
}

fn plain() -> String {
    "plain".to_owned()
}

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Kettle",
        namespaced,
        storage
    )]
    pub struct KettleSpec {
        pub base: Base,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lid: Option<Lid>,
        #[schema(min_length = 1, default)]
        #[serde(default = "plain")]
        pub finish: String,
        #[serde(default)]
        pub body: Body,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Base {
        pub shape: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub words: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Lid {
        pub name: String,
        #[schema(default)]
        #[serde(default = "three")]
        pub size: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[serde(default)]
    pub struct Body {
        pub core: Option<Core>,
        pub height: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Core {
        pub name: String,
        #[schema(default)]
        #[serde(default = "three")]
        pub size: i64,
    }
}

mod v1 {
    use super::*;

    #[derive(
        CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default,
    )]
    #[crd(hub = v2::Kettle, version = "v1")]
    #[spoke(
        hub = v2::KettleSpec,
        part("lid" = Option<v2::Lid>, "body" = v2::Body, "body.core" = Option<v2::Core>),
        step(from_label = "example.com/finish", to = "finish", or = "none".to_owned()),
    )]
    #[serde(default)]
    pub struct KettleSpec {
        pub base: Base,
        #[spoke(to = "base.words", delimited = ",", or = None, or_back = Vec::new())]
        pub words: Vec<String>,
        #[spoke(to = "lid.name")]
        pub lid: Option<String>,
        #[schema(default)]
        #[serde(default = "three")]
        #[spoke(to = "lid.size", or_back = 1)]
        pub lid_size: i64,
        #[spoke(to = "body.core.name")]
        pub core: Option<String>,
        #[schema(default)]
        #[serde(default = "three")]
        #[spoke(to = "body.core.size", or_back = 1)]
        pub core_size: i64,
        #[spoke(to = "body.height")]
        pub height: Option<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[spoke(hub = v2::Base, elsewhere(words))]
    #[serde(default)]
    pub struct Base {
        pub shape: String,
    }
}

wheelwright::wheel!(Kettles = v2::Kettle, [v1::Kettle]);

fn kettle(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Kettle", "metadata": {"name": "k"}, "spec": spec,
    })
}

/// There and back, through what is at the other version.
#[track_caller]
fn there(object: &Value, version: &str, other: &str) -> Value {
    let there = Kettles::convert_object(object, other).unwrap();
    assert_eq!(&Kettles::convert_object(&there, version).unwrap(), object);
    there
}

const SIZES: (&str, &str) = ("lid_size", "core_size");

#[test]
fn an_object_that_must_stand_there_and_that_something_moves_into() {
    let spec = json!({"words": [], SIZES.0: 3, SIZES.1: 3});
    let new = there(&kettle("v1", spec), "v1", "v2");
    assert_eq!(new["spec"]["base"]["shape"], "");
}

#[test]
fn what_would_not_make_an_optional_object() {
    let spec = json!({"base": {"shape": "round"}, SIZES.0: 3, SIZES.1: 3});
    let new = there(&kettle("v1", spec), "v1", "v2");
    assert!(new["spec"].get("lid").is_none());
}

#[test]
fn a_label_where_the_object_has_none() {
    let spec = json!({"base": {"shape": "round"}, SIZES.0: 3, SIZES.1: 3});
    let new = there(&kettle("v1", spec), "v1", "v2");
    assert_eq!(new["spec"]["finish"], "plain");
}

#[test]
fn a_null_that_steps_would_reach_into() {
    let spec = json!({"base": {"shape": "round"}, "finish": "plain", "body": {"core": null}});
    there(&kettle("v2", spec), "v2", "v1");
}

#[test]
fn nothing_is_lost() {
    Kettles::assert_laws();
}
