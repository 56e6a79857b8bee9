//! What one version requires and nothing of the other's goes into: the object of a group, the list or map of no values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Shelf",
        namespaced,
        storage
    )]
    pub struct ShelfSpec {
        pub size: Size,
        pub books: Vec<String>,
        pub limits: BTreeMap<String, u8>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Size {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub width: Option<u8>,
        pub inner: Inner,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Inner {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub depth: Option<u8>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Shelf, version = "v1")]
    #[spoke(hub = v2::ShelfSpec, part("size" = v2::Size, "size.inner" = v2::Inner))]
    pub struct ShelfSpec {
        #[spoke(to = "size.width")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub width: Option<u8>,
        #[spoke(to = "size.inner.depth")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub depth: Option<u8>,
        #[spoke(wrap, rename = "books")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub book: Option<String>,
        #[spoke(and("high"), to = "limits", gathered("low", "high"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub low: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub high: Option<u8>,
    }
}

wheelwright::wheel!(pub(crate) Shelves = v2::Shelf, [v1::Shelf]);

fn shelf(version: &str, metadata: Value, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Shelf", "metadata": metadata, "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Shelves::convert_object(object, version).expect("it converts")
}

#[test]
fn what_must_be_there_is_made_of_nothing() {
    let named = json!({"name": "s"});
    let old = shelf("v1", named.clone(), json!({}));
    let new = shelf(
        "v2",
        named,
        json!({"size": {"inner": {}}, "books": [], "limits": {}}),
    );
    assert_eq!(convert(&old, "v2"), new);
    assert_eq!(convert(&new, "v1"), old);
}

#[test]
fn nothing_is_made_in_a_part() {
    let old = shelf("v1", json!({}), json!({}));
    assert_eq!(convert(&old, "v2"), shelf("v2", json!({}), json!({})));
    // Nor is what was there lost.
    let new = shelf("v2", json!({}), json!({"size": {"inner": {}}, "books": []}));
    assert_eq!(convert(&convert(&new, "v1"), "v2"), new);
}

#[test]
fn values_and_objects_agree() {
    let old: v1::ShelfSpec = serde_json::from_value(json!({})).expect("it reads");
    let new = v2::ShelfSpec::from(old.clone());
    let named = json!({"name": "s"});
    let object = convert(&shelf("v1", named, json!({})), "v2");
    assert_eq!(
        serde_json::to_value(&new).expect("it writes"),
        object["spec"]
    );
    assert_eq!(v1::ShelfSpec::from(new), old);
}

#[test]
fn laws() {
    Shelves::assert_laws();
}
