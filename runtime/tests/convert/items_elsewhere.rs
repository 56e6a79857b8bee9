//! Places in lists of types of other crates, of this version's lists, and with other ways than a copy.
use k8s_openapi::api::core::v1::EnvVar;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Event",
        namespaced,
        storage
    )]
    pub struct EventSpec {
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub env: Vec<EnvVar>,
        #[schema(list_map_keys("id"))]
        #[serde(default)]
        pub rows: Vec<Row>,
        pub first: String,
        pub second: Option<u8>,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Row {
        pub id: i32,
        #[serde(rename = "isOn")]
        pub on: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub list: Option<Vec<String>>,
        pub nested: Option<Nested>,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Nested {
        pub a: u8,
    }
}

mod v1 {
    use super::*;
    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Event, version = "v1")]
    #[spoke(hub = super::v2::EventSpec, fallible(up, down),
        step(from("attrs[name=first].value"), to = "first", or_back = "x".to_owned(), or = "y".to_owned()),
        step(from("attrs[name=second].value"), to = "second", coerced),
    )]
    pub struct EventSpec {
        #[spoke(to = "env[name=HOME].value")]
        pub home: Option<String>,
        #[spoke(to = "env[name=DEBUG].value", values(true = "yes", false = "no"), or_back = false)]
        pub debug: bool,
        #[spoke(to = "rows[id=-1].on", or_back = false)]
        pub on: bool,
        #[spoke(to = "rows[id=-1].list", delimited = ",")]
        pub list: Option<String>,
        #[spoke(to = "rows[id=-1].nested")]
        pub nested: Option<Nested>,
        #[spoke(to = "rows[id=2].on", with = |on: u8| on > 1, back = |on: Option<bool>| u8::from(on.unwrap_or_default()))]
        pub level: u8,
        #[schema(list_map_keys("name"))]
        #[spoke(removed)]
        #[serde(default)]
        pub attrs: Vec<Attr>,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Attr {
        pub name: String,
        pub value: String,
    }
    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = super::v2::Nested)]
    pub struct Nested {
        #[spoke(rename = "a")]
        pub b: u8,
    }
}
wheelwright::wheel!(Events = v2::Event, [v1::Event]);
fn event(version: &str, spec: &Value) -> Value {
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Event", "metadata": {"name": "e"}, "spec": spec})
}
fn to(version: &str, object: &Value) -> Value {
    Events::convert_object(object, version).unwrap()
}

#[test]
fn values_find_their_items_in_lists_of_either_version() {
    let old = event(
        "v1",
        &json!({
            "home": "/root", "debug": true, "on": true, "list": "a,b", "nested": {"b": 1}, "level": 2,
            "attrs": [{"name": "second", "value": "7"}, {"name": "first", "value": "f"}, {"name": "z", "value": "zz"}],
        }),
    );
    let mut new = to("v2", &old);
    assert_eq!(
        new["spec"],
        json!({
            "env": [{"name": "HOME", "value": "/root"}, {"name": "DEBUG", "value": "yes"}],
            "rows": [{"id": -1, "isOn": true, "list": ["a", "b"], "nested": {"a": 1}}, {"id": 2, "isOn": true}],
            "first": "f", "second": 7,
        })
    );
    assert_eq!(to("v1", &new), old);
    new["spec"]["first"] = json!("edited");
    let mut wanted = old.clone();
    wanted["spec"]["attrs"][1]["value"] = json!("edited");
    assert_eq!(to("v1", &new), wanted);

    let typed: v1::EventSpec = serde_json::from_value(old["spec"].clone()).unwrap();
    let there = v2::EventSpec::try_from(typed).unwrap();
    let back = v1::EventSpec::try_from(there).unwrap();
    // By value, what only this version has is lost: the item `z`, and that `level` was 2.
    let mut wanted = old["spec"].clone();
    wanted["level"] = json!(1);
    wanted["attrs"] = json!([{"name": "first", "value": "f"}, {"name": "second", "value": "7"}]);
    assert_eq!(serde_json::to_value(back).unwrap(), wanted);
}

/// Nothing of a list is lost, whatever its items are: without what a step names, with what no step names, or twice.
#[test]
fn lists_come_back_as_they_were() {
    let home = || json!({"name": "HOME", "value": "h"});
    for spec in [
        json!({"env": [{"name": "HOME"}, {"name": "A", "value": "1"}], "first": "f", "rows": []}),
        json!({
            "env": [{"name": "HOME", "valueFrom": {"fieldRef": {"fieldPath": "a"}}}],
            "first": "f", "rows": [{"id": 2, "isOn": true}],
        }),
        // Such a list was stored before it had keys.
        json!({"env": [{"name": "A"}, home(), {"name": "A"}, home()], "first": "f", "rows": []}),
        json!({
            "env": [home(), {"name": "DEBUG", "value": "yes"}],
            "first": "f", "rows": [{"id": -1, "isOn": true, "nested": null}, {"id": 3, "isOn": false}],
        }),
        json!({"first": "f"}),
        json!({"env": [home()]}),
    ] {
        let new = event("v2", &spec);
        assert_eq!(to("v2", &to("v1", &new)), new);
    }
}

#[test]
fn laws() {
    Events::assert_laws();
}
