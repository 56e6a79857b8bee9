//! Every kind of step, nested in lists, maps and enums, under the laws.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(group = "example.com", version = "v2", kind = "Thing", namespaced, storage, status = ThingStatus, derive(PartialEq))]
    #[serde(rename_all = "camelCase")]
    pub struct ThingSpec {
        pub same: String,
        pub renamed: i32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub group: Option<Group>,
        pub listed: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub boxed: Option<Boxed>,
        pub host: String,
        #[schema(minimum = 0, maximum = 65535)]
        pub port: i32,
        #[serde(default)]
        pub words: Vec<String>,
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub items: Vec<Item>,
        #[serde(default)]
        pub plain: Vec<Item>,
        #[serde(default)]
        pub by_name: BTreeMap<String, Item>,
        #[serde(default)]
        pub labels: BTreeMap<String, String>,
        #[serde(default)]
        pub mode: Mode,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub number: Option<i64>,
        #[schema(minimum = 0, maximum = 100000)]
        pub seconds: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub timeout_seconds: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub added: Option<String>,
        #[schema(default = "new")]
        #[serde(default = "new")]
        pub defaulted: String,
        pub choice: Choice,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub owner: Option<String>,
        pub upper: String,
    }

    pub(crate) fn new() -> String {
        "new".into()
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[serde(rename_all = "camelCase")]
    pub struct Group {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub moved: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub also_moved: Option<bool>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Boxed {
        pub value: i32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    pub struct Item {
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub count: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub only_new: Option<String>,
        #[serde(default)]
        pub inner: Vec<Inner>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    pub struct Inner {
        pub value: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub extra: Option<i32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub enum Mode {
        #[default]
        Fast,
        Slow,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    pub enum Choice {
        Text(String),
        Details { size: i32, colour: Option<String> },
        Nothing,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[serde(rename_all = "camelCase")]
    pub struct ThingStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub ready: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub only_new: Option<i32>,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = super::v2::Thing, version = "v1", status = ThingStatus, derive(PartialEq))]
    #[spoke(
        hub = v2::ThingSpec,
        fallible(up, down),
        part("group" = Option<v2::Group>),
        added(added, defaulted = v2::new()),
        step(from_label = "example.com/owner", to = "owner"),
    )]
    #[serde(rename_all = "camelCase")]
    pub struct ThingSpec {
        pub same: String,
        #[spoke(rename = "renamed")]
        pub old_name: i32,
        #[spoke(to = "group.moved")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub flat: Option<String>,
        #[spoke(to = "group.also_moved")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub flat_too: Option<bool>,
        #[spoke(wrap, to = "listed")]
        pub one: String,
        #[spoke(wrap = "value")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub boxed: Option<i32>,
        #[spoke(to("host", "port"), format = "{host}:{port}")]
        #[schema(pattern = "^[a-z:]{1,9}:[0-9]{1,4}$")]
        pub host_port: String,
        #[spoke(delimited = ",")]
        #[serde(default)]
        pub words: String,
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub items: Vec<Item>,
        #[serde(default)]
        pub plain: Vec<Item>,
        #[serde(default)]
        pub by_name: BTreeMap<String, Item>,
        #[spoke(keys("old" = "new"))]
        #[serde(default)]
        pub labels: BTreeMap<String, String>,
        #[serde(default)]
        pub mode: Mode,
        #[spoke(coerced)]
        #[schema(pattern = "^-?[0-9]{1,9}$")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub number: Option<String>,
        #[spoke(rename = "seconds", factor = 60)]
        #[schema(minimum = 0, maximum = 1600)]
        pub minutes: i64,
        #[spoke(rename = "timeout_seconds", duration = "s")]
        #[schema(pattern = "^([0-9]{1,4}m)?[0-9]{1,4}(s|ms)$")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub timeout: Option<String>,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub removed: Option<Vec<String>>,
        pub choice: Choice,
        #[spoke(rename = "upper", with = upper, back = lower)]
        pub lower: String,
    }

    fn upper(text: String) -> String {
        text.to_uppercase()
    }

    fn lower(text: String) -> String {
        text.to_lowercase()
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Item, added(only_new))]
    #[serde(rename_all = "camelCase")]
    pub struct Item {
        pub name: String,
        #[spoke(rename = "count")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub number: Option<i32>,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub only_old: Option<bool>,
        #[serde(default)]
        pub inner: Vec<Inner>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Inner, added(extra))]
    pub struct Inner {
        pub value: String,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[spoke(hub = v2::Mode)]
    pub enum Mode {
        #[default]
        #[spoke(rename = "Fast")]
        Quick,
        Slow,
        #[spoke(removed = v2::Mode::Slow)]
        Medium,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Choice, added(Nothing = Choice::Words(String::new())))]
    #[serde(rename_all = "camelCase")]
    pub enum Choice {
        #[spoke(rename = "Text")]
        Words(String),
        Details {
            size: i32,
            #[spoke(rename = "colour")]
            color: Option<String>,
        },
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[spoke(hub = v2::ThingStatus, added(only_new))]
    #[serde(rename_all = "camelCase")]
    pub struct ThingStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub ready: Option<bool>,
    }
}

wheelwright::wheel!(pub(crate) Things = v2::Thing, [v1::Thing]);

#[test]
fn laws() {
    let tried = Things::laws()
        .check()
        .unwrap_or_else(|violation| panic!("{violation}"));
    // Texts that are no numbers and durations are refused, and say nothing about the laws.
    assert!(
        tried > 1000,
        "only {tried} of 2000 objects could be converted"
    );
}

fn thing(version: &str, spec: Value) -> Value {
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Thing", "metadata": {"name": "t"}, "spec": spec})
}

fn convert(object: &Value, version: &str) -> Value {
    Things::convert_object(object, version).expect("it converts")
}

#[test]
fn a_label_that_is_a_field_elsewhere() {
    let mut old = thing(
        "v1",
        json!({"same": "s", "hostPort": "h:1", "choice": {"words": ""}}),
    );
    old["metadata"]["labels"] = json!({"example.com/owner": "me", "app": "x"});
    let mut new = convert(&old, "v2");
    assert_eq!(new["spec"]["owner"], "me");
    assert_eq!(new["metadata"]["labels"], old["metadata"]["labels"]);
    assert_eq!(convert(&new, "v1"), old);
    new["spec"]["owner"] = json!("you");
    assert_eq!(
        convert(&new, "v1")["metadata"]["labels"],
        json!({"example.com/owner": "you", "app": "x"})
    );
    // A text that is no label's value stays behind, and comes back.
    new["spec"]["owner"] = json!("not a label");
    let without = convert(&new, "v1");
    assert_eq!(without["metadata"]["labels"], json!({"app": "x"}));
    assert_eq!(convert(&without, "v2")["spec"]["owner"], "not a label");
}

#[test]
fn each_step() {
    let old = thing(
        "v1",
        json!({
            "same": "s", "oldName": 3, "flat": "f", "one": "1", "boxed": 7, "hostPort": "localhost:8080", "words": "a,b",
            "items": [{"name": "x", "number": 1, "onlyOld": true}], "plain": [], "byName": {},
            "labels": {"old": "1", "other": "2"}, "mode": "Quick", "number": "12", "minutes": 2, "timeout": "1m5s",
            "choice": {"details": {"size": 1, "color": "red"}}, "lower": "abc",
        }),
    );
    let new = convert(&old, "v2");
    assert_eq!(
        new["spec"],
        json!({
            "same": "s", "renamed": 3, "group": {"moved": "f"}, "listed": ["1"], "boxed": {"value": 7},
            "host": "localhost", "port": 8080, "words": ["a", "b"], "items": [{"name": "x", "count": 1}], "plain": [],
            "byName": {}, "labels": {"new": "1", "other": "2"}, "mode": "Fast", "number": 12, "seconds": 120,
            "timeoutSeconds": 65, "defaulted": "new", "choice": {"details": {"size": 1, "colour": "red"}}, "upper": "ABC",
        })
    );
    assert_eq!(convert(&new, "v1"), old);
}
