//! What is absent on one side: a part of a text, and a whole spec.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

fn three() -> u8 {
    3
}

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Image",
        namespaced,
        storage
    )]
    pub(crate) struct ImageSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) host: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) port: Option<u16>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) text: Option<String>,
        pub(crate) name: String,
        #[schema(default = 3)]
        #[serde(default = "three")]
        pub(crate) size: u8,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(
        CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq,
    )]
    #[crd(hub = v2::Image, version = "v1", spec(optional))]
    #[spoke(
        hub = v2::ImageSpec,
        or = v2::ImageSpec { host: None, port: None, text: None, name: "nameless".to_owned(), size: 3 },
    )]
    pub(crate) struct ImageSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to("host", "port"), format = "{host?}:{port?}", or = (None, None))]
        pub(crate) address: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "text", and("second"), format = "{first}/{second?}", or_back = (None, None))]
        pub(crate) first: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) second: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(or = "unnamed".to_owned())]
        pub(crate) name: Option<String>,
        #[schema(default = 3)]
        #[serde(default = "three")]
        pub(crate) size: u8,
    }
}

wheelwright::wheel!(pub(crate) Images = v2::Image, [v1::Image]);

fn image(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Image", "metadata": {"name": "i"}, "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Images::convert_object(object, version).expect("it converts")
}

#[test]
fn laws() {
    if let Err(violation) = Images::laws().rounds(500).check() {
        panic!("{violation}");
    }
}

#[test]
fn an_absent_part_is_an_empty_text() {
    for (hub, spoke) in [
        (json!({"host": "h", "port": 1}), json!("h:1")),
        (json!({"host": "h"}), json!("h:")),
        (json!({"port": 1}), json!(":1")),
    ] {
        let mut hub = image("v2", hub);
        hub["spec"]["name"] = "n".into();
        hub["spec"]["size"] = 1.into();
        let there = convert(&hub, "v1");
        assert_eq!(there["spec"]["address"], spoke);
        assert_eq!(there["metadata"], hub["metadata"], "nothing travels");
        assert_eq!(convert(&there, "v2"), hub);
    }
    let spoke = image("v1", json!({"first": "a", "name": "n", "size": 1}));
    let there = convert(&spoke, "v2");
    assert_eq!(there["spec"], json!({"text": "a/", "name": "n", "size": 1}));
    assert_eq!(convert(&there, "v1"), spoke);
}

#[test]
fn nothing_is_made_of_nothing() {
    let part = json!({"apiVersion": "example.com/v2", "kind": "Image", "spec": {"host": "h"}});
    let there = convert(&part, "v1");
    assert_eq!(there["spec"], json!({"address": "h:"}));
    assert_eq!(convert(&there, "v2")["spec"], part["spec"]);
    let part = json!({"apiVersion": "example.com/v2", "kind": "Image", "spec": {}});
    assert_eq!(convert(&part, "v1")["spec"], json!({}));
    let nothing = json!({"apiVersion": "example.com/v1", "kind": "Image"});
    assert_eq!(convert(&nothing, "v2").get("spec"), None);
}

#[test]
fn rust_values_say_the_same() {
    let spec = v2::ImageSpec {
        host: None,
        port: Some(7),
        text: Some("a/".to_owned()),
        name: "n".to_owned(),
        size: 1,
    };
    let old = v1::ImageSpec::from(spec.clone());
    assert_eq!(
        (old.address.as_deref(), old.first.as_deref(), old.second),
        (Some(":7"), Some("a"), None)
    );
    assert_eq!(v2::ImageSpec::from(old), spec);
}

#[test]
fn a_spec_stands_in_for_none() {
    let mut spoke = image("v1", json!({}));
    if let Some(members) = spoke.as_object_mut() {
        members.remove("spec");
    }
    let mut there = convert(&spoke, "v2");
    assert_eq!(there["spec"], json!({"name": "nameless", "size": 3}));
    assert_eq!(convert(&there, "v1"), spoke);
    // Who edits it makes it one.
    there["spec"]["name"] = "named".into();
    assert_eq!(
        convert(&there, "v1")["spec"],
        json!({"name": "named", "size": 3})
    );
    let empty = image("v1", json!({"size": 3}));
    assert_eq!(
        convert(&empty, "v2")["spec"],
        json!({"name": "unnamed", "size": 3})
    );
}
