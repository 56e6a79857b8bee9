//! Places in lists, by the keys of an item.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Event",
        namespaced,
        storage
    )]
    #[serde(rename_all = "camelCase")]
    pub struct EventSpec {
        #[schema(list_map_keys("name"))]
        pub attributes: Vec<Attribute>,
        #[schema(list_map_keys("port", "protocol"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub listen_ports: Option<Vec<Port>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pod: Option<Pod>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Attribute {
        pub name: String,
        pub value: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    pub struct Port {
        pub port: u16,
        #[serde(default = "tcp")]
        #[schema(default)]
        pub protocol: String,
        pub app_protocol: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub target: Option<Target>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Target {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub host: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Pod {
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub env: Vec<Attribute>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub image: Option<String>,
    }

    fn tcp() -> String {
        "TCP".to_owned()
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = super::v2::Event, version = "v1")]
    #[spoke(
        hub = super::v2::EventSpec,
        part("pod" = Option<super::v2::Pod>),
        added("listen_ports[port=80,protocol=TCP].app_protocol" = "http".to_owned()),
    )]
    pub struct EventSpec {
        #[spoke(to = "attributes[name=type].value", or_back = "none".to_owned())]
        pub ty: String,
        #[spoke(to = "attributes[name=source].value")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub source: Option<String>,
        #[spoke(to = "attributes[name=source].note")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub source_note: Option<String>,
        #[spoke(to = "listen_ports[protocol=TCP, port=80].target.host")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub host: Option<String>,
        #[spoke(to = "pod.env[name=LOG_LEVEL].value", coerced, or_back = None)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub level: Option<u8>,
        #[spoke(to = "pod.image")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub image: Option<String>,
    }
}
wheelwright::wheel!(Events = v2::Event, [v1::Event]);

pub(super) fn event(version: &str, spec: &Value) -> Value {
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Event", "metadata": {"name": "e"}, "spec": spec})
}
pub(super) fn to(version: &str, object: &Value) -> Value {
    Events::convert_object(object, version).unwrap()
}

#[test]
fn values_go_into_items_and_back() {
    let old = event(
        "v1",
        &json!({"ty": "a", "source": "s", "source_note": "n", "host": "h", "level": 3, "image": "i"}),
    );
    let new = to("v2", &old);
    assert_eq!(
        new["spec"],
        json!({
            "attributes": [{"name": "type", "value": "a"}, {"name": "source", "value": "s", "note": "n"}],
            "listenPorts": [{"port": 80, "protocol": "TCP", "appProtocol": "http", "target": {"host": "h"}}],
            "pod": {"env": [{"name": "LOG_LEVEL", "value": "3"}], "image": "i"},
        })
    );
    assert_eq!(new["metadata"], json!({"name": "e"}));
    assert_eq!(to("v1", &new), old);
}

#[test]
fn items_that_only_one_version_has_stay_where_they_stood() {
    let new = event(
        "v2",
        &json!({
            "attributes": [
                {"name": "a", "value": "x"}, {"name": "source", "value": "s"}, {"name": "type", "value": "t", "note": "n"}, {"name": "b", "value": "y"},
            ],
            "listenPorts": [{"port": 81, "protocol": "TCP", "appProtocol": "x"}, {"port": 80, "protocol": "TCP", "appProtocol": "grpc", "target": {}}],
            "pod": {"env": [{"name": "A", "value": "1"}]},
        }),
    );
    let mut old = to("v1", &new);
    assert_eq!(old["spec"], json!({"ty": "t", "source": "s"}));
    assert_eq!(to("v2", &old), new);
    old["spec"]["ty"] = json!("edited");
    old["spec"]["level"] = json!(5);
    let back = to("v2", &old);
    let mut wanted = new.clone();
    wanted["spec"]["attributes"][2]["value"] = json!("edited");
    wanted["spec"]["pod"]["env"] =
        json!([{"name": "LOG_LEVEL", "value": "5"}, {"name": "A", "value": "1"}]);
    assert_eq!(back["spec"], wanted["spec"]);
}

#[test]
fn absent_items() {
    let new = event("v2", &json!({"attributes": []}));
    let old = to("v1", &new);
    assert_eq!(old["spec"], json!({"ty": "none"}));
    assert_eq!(to("v2", &old), new);
}

/// Conversion by value, which keeps nothing, makes the items that values go into.
#[test]
fn rust_values_go_into_items_and_back() {
    let old = v1::EventSpec {
        ty: "a".to_owned(),
        source: None,
        // Without a value there is no item that it could be in.
        source_note: Some("n".to_owned()),
        host: Some("h".to_owned()),
        level: Some(3),
        image: None,
    };
    let new = v2::EventSpec::from(old.clone());
    let attribute = |name: &str, value: &str| v2::Attribute {
        name: name.to_owned(),
        value: value.to_owned(),
        note: None,
    };
    let port = v2::Port {
        port: 80,
        protocol: "TCP".to_owned(),
        app_protocol: "http".to_owned(),
        target: Some(v2::Target {
            host: Some("h".to_owned()),
        }),
    };
    let pod = v2::Pod {
        env: vec![attribute("LOG_LEVEL", "3")],
        image: None,
    };
    assert_eq!(new.attributes, [attribute("type", "a")]);
    assert_eq!(new.listen_ports, Some(vec![port]));
    assert_eq!(new.pod, Some(pod));
    let back = v1::EventSpec {
        source_note: None,
        ..old
    };
    assert_eq!(v1::EventSpec::from(new), back);
}

/// Server-side apply stores what comes of a part: an item with its keys and what was applied, and nothing else of it.
#[test]
fn parts_of_objects_are_parts_of_items() {
    let part = |version: &str, spec: &Value| json!({"apiVersion": format!("example.com/{version}"), "kind": "Event", "spec": spec});
    for (old, new) in [
        (json!({}), json!({})),
        (
            json!({"source": "s"}),
            json!({"attributes": [{"name": "source", "value": "s"}]}),
        ),
        (
            json!({"source_note": "n"}),
            json!({"attributes": [{"name": "source", "note": "n"}]}),
        ),
        (
            json!({"host": "h"}),
            json!({"listenPorts": [{"port": 80, "protocol": "TCP", "target": {"host": "h"}}]}),
        ),
        (
            json!({"level": 3}),
            json!({"pod": {"env": [{"name": "LOG_LEVEL", "value": "3"}]}}),
        ),
    ] {
        let converted = to("v2", &part("v1", &old));
        assert_eq!(converted["spec"], new);
        assert_eq!(to("v1", &converted)["spec"], old);
        assert_eq!(to("v1", &part("v2", &new))["spec"], old);
    }
    let others = part("v2", &json!({"attributes": [{"name": "x", "value": "s"}]}));
    assert_eq!(to("v2", &to("v1", &others))["spec"], others["spec"]);
}

/// Of items that the other version has no place for, what they were and behind which they stood, and nothing else.
#[test]
fn what_is_kept_is_small() {
    let kept = |attributes: Value| {
        let old = to("v1", &event("v2", &json!({"attributes": attributes})));
        let kept = old["metadata"]["annotations"]["example.com/kept-by-conversion"].as_str();
        let kept: Value = serde_json::from_str(kept.unwrap_or("null")).unwrap();
        kept["kept"]["v2"]["spec"]["attributes"].clone()
    };
    let attribute = |name: &str| json!({"name": name, "value": "v"});
    assert_eq!(
        kept(json!([attribute("type"), attribute("source")])),
        json!(null)
    );
    assert_eq!(
        kept(json!([attribute("type"), attribute("x")])),
        json!(["keyed", [], [[["type"], attribute("x")]]])
    );
    assert_eq!(
        kept(json!([attribute("x"), attribute("type")])),
        json!(["keyed", [], [[null, attribute("x")]]])
    );
}

#[test]
fn the_plan_names_items_by_their_keys() {
    let plan = Events::plan().unwrap().to_string();
    for words in [
        ".spec.attributes[name=type].value",
        ".spec.listenPorts[port=80,protocol=TCP].target.host",
        ".spec.pod.env[name=LOG_LEVEL].value",
        "the items that no step names",
    ] {
        assert!(plan.contains(words), "{words}: {plan}");
    }
}

#[test]
fn laws() {
    Events::assert_laws();
}
