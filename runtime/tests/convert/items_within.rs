//! Places in lists of resources without `spec`, of flattened and generic structs, and of structs that are mapped by themselves.

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
        storage,
        no_spec
    )]
    pub struct EventSpec {
        pub group: Group,
        #[serde(flatten)]
        pub flat: Flat,
        #[schema(list_map_keys("type"))]
        #[serde(default)]
        pub conditions: Vec<Condition>,
        pub generic: Option<Generic<u8>>,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Group {
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub attributes: Vec<Attr>,
        pub mode: Option<String>,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Flat {
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub flat_list: Vec<Attr>,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Attr {
        pub name: String,
        pub value: String,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Condition {
        pub r#type: String,
        pub status: String,
        pub reason: Option<String>,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Generic<T> {
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub list: Vec<Attr>,
        pub other: T,
    }
}
mod v1 {
    use super::*;
    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Event, version = "v1", no_spec)]
    #[spoke(hub = super::v2::EventSpec)]
    pub struct EventSpec {
        pub group: Group,
        #[spoke(to = "group.attributes[name=a].value")]
        pub a: Option<String>,
        #[serde(flatten)]
        pub flat: Flat,
        #[spoke(to = "conditions[type=Ready].status", values(true = "True", false = "False"), or_back = None)]
        pub ready: Option<bool>,
        pub generic: Option<Generic<u8>>,
    }
    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = super::v2::Group, elsewhere(attributes))]
    pub struct Group {
        pub mode: Option<String>,
    }
    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = super::v2::Flat)]
    pub struct Flat {
        #[spoke(to = "flat_list[name=f].value")]
        pub f: Option<String>,
    }
    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = super::v2::Generic<T>)]
    pub struct Generic<T> {
        #[spoke(to = "list[name=g].value")]
        pub g: Option<String>,
        pub other: T,
    }
}
wheelwright::wheel!(Events = v2::Event, [v1::Event]);

#[test]
fn values_find_their_items_wherever_the_list_is() {
    let old = json!({
        "apiVersion": "example.com/v1", "kind": "Event", "metadata": {"name": "e"},
        "group": {"mode": "m"}, "a": "1", "f": "2", "ready": true, "generic": {"g": "3", "other": 5},
    });
    let attribute = |name: &str, value: &str| json!({"name": name, "value": value});
    let new = json!({
        "apiVersion": "example.com/v2", "kind": "Event", "metadata": {"name": "e"},
        "group": {"attributes": [attribute("a", "1")], "mode": "m"},
        "flat_list": [attribute("f", "2")],
        "conditions": [{"type": "Ready", "status": "True"}],
        "generic": {"list": [attribute("g", "3")], "other": 5},
    });
    assert_eq!(Events::convert_object(&old, "v2").unwrap(), new);
    assert_eq!(Events::convert_object(&new, "v1").unwrap(), old);

    let typed: v1::Event = serde_json::from_value(old).unwrap();
    let mut typed = serde_json::to_value(v2::Event::from(typed)).unwrap();
    // Serde writes what is absent.
    assert_eq!(
        typed["conditions"][0]
            .as_object_mut()
            .unwrap()
            .remove("reason"),
        Some(Value::Null)
    );
    assert_eq!(typed, new);
}

#[test]
fn laws() {
    Events::assert_laws();
}
