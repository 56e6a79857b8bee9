//! What must be there at one version, and what the API server sets there, where the other says nothing of it.

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
        kind = "Desk",
        namespaced,
        storage
    )]
    pub struct DeskSpec {
        pub colour: String,
        pub count: i64,
        pub lamp: Lamp,
        pub street: String,
        #[schema(min_items = 1)]
        pub words: Vec<String>,
        #[serde(default)]
        pub drawer: Drawer,
        pub text: Option<String>,
        pub size: Size,
        #[schema(list_map_keys("name"))]
        pub named: Vec<Named>,
        #[schema(list_map_keys("name"))]
        pub rows: Vec<Row>,
        pub url: String,
        pub state: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum Lamp {
        None,
        Bulb {
            #[schema(default)]
            #[serde(default = "three")]
            watts: i64,
            socket: i64,
        },
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    pub struct Drawer {
        pub key: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Size {
        pub width: i64,
        #[schema(default)]
        #[serde(default = "three")]
        pub depth: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Named {
        pub name: String,
        #[serde(default)]
        pub value: String,
        #[schema(default)]
        #[serde(default = "three")]
        pub weight: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Row {
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub value: Option<String>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Desk, version = "v1")]
    #[spoke(
        hub = v2::DeskSpec,
        added(colour, count),
        part("drawer" = v2::Drawer),
        part_back("address" = Address),
        step(from("address.street"), to = "street"),
    )]
    pub struct DeskSpec {
        pub lamp: Lamp,
        #[serde(default)]
        pub address: Address,
        #[serde(default)]
        pub words: Vec<String>,
        #[spoke(to = "drawer.key")]
        pub key: String,
        #[spoke(to = "text", and("second"), format = "{first}/{second}", or_back = (String::new(), 0))]
        pub first: String,
        pub second: u8,
        #[spoke(wrap = "width", rename = "size")]
        pub width: i64,
        #[spoke(keyed("name", "value"))]
        pub named: BTreeMap<String, String>,
        #[spoke(keyed("name", "value"), or_back = BTreeMap::new())]
        pub rows: BTreeMap<String, String>,
        #[spoke(unwrap = "url", rename = "url")]
        pub source: Source,
        #[spoke(values(absent = "Off", "on" = "On"))]
        pub state: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Lamp)]
    pub enum Lamp {
        None,
        #[spoke(added(socket))]
        Bulb {
            watts: i64,
        },
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    pub struct Address {
        pub street: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Source {
        #[serde(default)]
        pub url: String,
    }
}

wheelwright::wheel!(pub(crate) Desks = v2::Desk, [v1::Desk]);

fn desk(version: &str, spec: &Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Desk", "metadata": {"name": "d"}, "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Desks::convert_object(object, version).expect("it converts")
}

fn little() -> Value {
    json!({
        "lamp": {"Bulb": {"watts": 5}}, "key": "k", "first": "a", "second": 1, "width": 7, "named": {"n": "v"}, "rows": {},
        "source": {}, "state": null,
    })
}

#[test]
fn an_object_has_what_its_version_requires() {
    let old = desk("v1", &little());
    let new = convert(&old, "v2");
    let whole = json!({
        "colour": "", "count": 0, "lamp": {"type": "Bulb", "watts": 5, "socket": 0}, "street": "", "words": [],
        "drawer": {"key": "k"}, "text": "a/1", "size": {"width": 7, "depth": 3},
        "named": [{"name": "n", "value": "v", "weight": 3}], "rows": [], "url": "", "state": "Off",
    });
    assert_eq!(new["spec"], whole);
    assert_eq!(convert(&new, "v1"), old);
    let spec: v1::DeskSpec = serde_json::from_value(little()).expect("it reads");
    let value = v2::DeskSpec::from(spec);
    assert_eq!(serde_json::to_value(value).expect("it writes"), whole);
}

#[test]
fn the_way_back_has_it_too() {
    let new = desk(
        "v2",
        &json!({
            "colour": "", "count": 0, "lamp": {"type": "None", "watts": 3}, "street": "s", "words": ["w"], "text": null,
            "size": {"width": 7, "depth": 3}, "named": [{"name": "n", "weight": 3}], "rows": [{"name": "r"}], "url": "u",
            "state": "On",
        }),
    );
    let old = convert(&new, "v1");
    let whole = json!({
        "lamp": "None", "address": {"street": "s"}, "words": ["w"], "key": "", "first": "", "second": 0, "width": 7,
        "named": {"n": ""}, "rows": {}, "source": {"url": "u"}, "state": "on",
    });
    assert_eq!(old["spec"], whole);
    assert_eq!(convert(&old, "v2"), new);
}

#[test]
fn laws() {
    Desks::assert_laws();
}
