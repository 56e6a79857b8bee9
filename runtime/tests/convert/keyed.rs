//! A list that is a map at the other version, and an object that is one of its members.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Shop",
        namespaced,
        storage
    )]
    pub struct ShopSpec {
        #[serde(default)]
        pub parts: BTreeMap<String, Part>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub owner: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub args: Option<Vec<Arg>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Arg {
        pub name: String,
        pub value: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Part {
        pub count: i32,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Shop, version = "v1")]
    #[spoke(hub = v2::ShopSpec, fallible(up))]
    pub struct ShopSpec {
        #[spoke(keyed = "name")]
        #[serde(default)]
        pub parts: Vec<Part>,
        #[spoke(unwrap = "name")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub owner: Option<Owner>,
        #[spoke(keyed("name", "value"), or_back = None)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub args: Option<BTreeMap<String, String>>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Part)]
    pub struct Part {
        #[spoke(elsewhere)]
        pub name: String,
        pub count: i32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Owner {
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub phone: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Shops = v2::Shop, [v1::Shop]);

fn shop(spec: &Value) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Shop", "metadata": {"name": "s"}, "spec": spec})
}

fn convert(object: &Value, version: &str) -> Value {
    Shops::convert_object(object, version).expect("it converts")
}

#[test]
fn the_order_of_a_list_comes_back_from_a_map_that_was_sorted_in_storage() {
    let old = shop(&json!({"parts": [{"name": "z", "count": 1}, {"name": "a", "count": 2}]}));
    // A `Value` has its members sorted, as what an API server stores.
    let mut new = convert(&old, "v2");
    assert_eq!(
        new["spec"]["parts"],
        json!({"a": {"count": 2}, "z": {"count": 1}})
    );
    assert_eq!(convert(&new, "v1"), old);
    new["spec"]["parts"]["a"]["count"] = 3.into();
    let parts = json!([{"name": "z", "count": 1}, {"name": "a", "count": 3}]);
    assert_eq!(convert(&new, "v1")["spec"]["parts"], parts);
    // Sorted, nothing is lost.
    let sorted = shop(&json!({"parts": [{"name": "a", "count": 2}, {"name": "z", "count": 1}]}));
    assert_eq!(convert(&sorted, "v2")["metadata"], json!({"name": "s"}));
}

#[test]
fn what_is_not_of_its_type_is_left_out_and_kept() {
    let old = shop(&json!({"owner": "nobody", "parts": [{"name": "a", "count": 1}]}));
    let new = convert(&old, "v2");
    assert_eq!(new["spec"].get("owner"), None);
    assert!(
        new["metadata"]["annotations"]
            .to_string()
            .contains("nobody")
    );
    let old = shop(&json!({"owner": {"name": "x", "phone": "1"}, "parts": 5}));
    let new = convert(&old, "v2");
    assert_eq!(new["spec"], json!({"owner": "x"}));
    assert_eq!(convert(&new, "v1")["spec"]["owner"], old["spec"]["owner"]);
}

#[test]
fn a_list_of_names_and_values_is_a_map_from_the_one_to_the_other() {
    let hub = |args: Value| {
        json!({
            "apiVersion": "example.com/v2", "kind": "Shop", "metadata": {"name": "s"},
            "spec": {"parts": {}, "args": args},
        })
    };
    let convert =
        |object: &Value, version| Shops::convert_object(object, version).expect("it converts");
    let plain = hub(json!([{"name": "a", "value": "1"}, {"name": "b", "value": ""}]));
    let there = convert(&plain, "v1");
    assert_eq!(there["spec"]["args"], json!({"a": "1", "b": ""}));
    assert_eq!(there["metadata"], plain["metadata"]);
    assert_eq!(convert(&there, "v2"), plain);
    // Their order is kept, and what else there is of them; what is there twice has a stand-in.
    for (args, map) in [
        (
            json!([{"name": "b", "value": "1"}, {"name": "a", "value": "2"}]),
            json!({"a": "2", "b": "1"}),
        ),
        (
            json!([{"name": "b", "value": "1", "note": "x"}]),
            json!({"b": "1"}),
        ),
        (
            json!([{"name": "b", "value": "1"}, {"name": "b", "value": "2"}]),
            json!(null),
        ),
    ] {
        let object = hub(args);
        let mut there = convert(&object, "v1");
        assert_eq!(there["spec"]["args"], map);
        assert_eq!(convert(&there, "v2"), object);
        there["spec"]["args"] = json!({"c": "3"});
        assert_eq!(
            convert(&there, "v2")["spec"]["args"],
            json!([{"name": "c", "value": "3"}])
        );
    }
}

#[test]
fn laws() {
    if let Err(violation) = Shops::laws().rounds(500).check() {
        panic!("{violation}");
    }
}
