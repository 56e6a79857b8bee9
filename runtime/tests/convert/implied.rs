//! What is absent in one version and must be there in the other: what serde reads of nothing, an empty list, a stand-in.

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
        kind = "Shop",
        namespaced,
        storage
    )]
    pub struct ShopSpec {
        pub names: Vec<String>,
        pub size: i32,
        pub seconds: i64,
        pub place: Place,
        pub door: Door,
        pub words: Vec<String>,
        #[schema(list_map_keys("name"))]
        pub doors: Vec<Named>,
        pub owner: Owner,
        pub minutes: i64,
        pub first: String,
        pub url: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Place {
        pub street: String,
        pub inner: Inner,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Inner {
        pub number: i32,
        #[schema(default = 3)]
        pub floor: i32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Door {
        pub name: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Named {
        pub name: String,
        pub value: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Owner {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Shop, version = "v1")]
    #[spoke(hub = v2::ShopSpec, part("place" = v2::Place, "place.inner" = v2::Inner))]
    pub struct ShopSpec {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub names: Vec<String>,
        #[serde(default)]
        #[spoke(rename = "size")]
        pub width: i32,
        #[serde(default = "a_minute")]
        #[spoke(rename = "seconds", duration = "s", or = 0)]
        pub wait: String,
        #[serde(default)]
        #[spoke(to = "place.street")]
        pub street: String,
        #[serde(default)]
        #[spoke(to = "place.inner.number")]
        pub number: i32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "place.inner.floor", or = 3)]
        pub floor: Option<i32>,
        #[serde(default)]
        pub door: Door,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(delimited = ",", or_back = None)]
        pub words: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(keyed("name", "value"))]
        pub doors: Option<BTreeMap<String, String>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(wrap = "name")]
        pub owner: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(factor = 60, rename = "minutes", or = 2)]
        pub hours: Option<i64>,
        #[spoke(unwrap, or = "none".to_owned())]
        pub first: Vec<String>,
        #[spoke(unwrap = "url", or = "http://nowhere".to_owned(), rename = "url")]
        pub source: Source,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Door)]
    #[serde(default)]
    pub struct Door {
        #[spoke(rename = "name")]
        pub title: String,
    }

    impl Default for Door {
        fn default() -> Self {
            Self {
                title: "front".to_owned(),
            }
        }
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Source {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub url: Option<String>,
    }

    fn a_minute() -> String {
        "1m".to_owned()
    }
}

wheelwright::wheel!(pub(crate) Shops = v2::Shop, [v1::Shop]);

fn shop(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Shop", "metadata": {"name": "s"}, "spec": spec,
    })
}

#[test]
fn what_must_be_there_is_what_serde_reads_of_nothing() {
    let little = json!({"first": [], "source": {}});
    let old = shop("v1", little.clone());
    let new = Shops::convert_object(&old, "v2").expect("it converts");
    let whole = json!({
        "names": [], "size": 0, "seconds": 60, "place": {"street": "", "inner": {"number": 0, "floor": 3}},
        "door": {"name": "front"}, "words": [], "doors": [], "owner": {}, "minutes": 2, "first": "none",
        "url": "http://nowhere",
    });
    assert_eq!(new["spec"], whole);
    assert_eq!(Shops::convert_object(&new, "v1").expect("it converts"), old);
    // As with values of the types.
    let spec: v1::ShopSpec = serde_json::from_value(little).expect("it reads");
    let value = v2::ShopSpec::from(spec);
    assert_eq!(serde_json::to_value(value).expect("it writes"), whole);
}

#[test]
fn an_edit_of_what_was_made_of_nothing_is_read_back() {
    let old = shop("v1", json!({"first": [], "source": {}}));
    let mut new = Shops::convert_object(&old, "v2").expect("it converts");
    new["spec"]["size"] = json!(7);
    new["spec"]["place"]["inner"]["number"] = json!(8);
    let back = Shops::convert_object(&new, "v1").expect("it converts");
    let expected = json!({"width": 7, "number": 8, "first": [], "source": {}});
    assert_eq!(back["spec"], expected);
}

#[test]
fn nothing_is_made_in_a_part() {
    let part = json!({
        "apiVersion": "example.com/v1", "kind": "Shop", "spec": {"first": [], "source": {}},
    });
    let new = Shops::convert_object(&part, "v2").expect("it converts");
    assert_eq!(new["spec"], json!({}));
}

#[test]
fn laws() {
    Shops::assert_laws();
}
