//! A field that moves into an optional struct which is mapped itself: something stands in where the struct is absent.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Field",
        namespaced,
        storage
    )]
    pub struct FieldSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub point: Option<Point>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Point {
        pub x: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub y: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub z: Option<u32>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Field, version = "v1")]
    #[spoke(hub = v2::FieldSpec)]
    pub struct FieldSpec {
        #[spoke(to = "point.x", or_back = 7)]
        pub x: u32,
        #[spoke(to = "point.z", or_back = 8)]
        pub z: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub point: Option<Point>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Point, elsewhere(x = 0, z))]
    pub struct Point {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(rename = "y")]
        pub height: Option<u32>,
    }
}

wheelwright::wheel!(pub(crate) Fields = v2::Field, [v1::Field]);

fn field(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Field", "metadata": {"name": "f"}, "spec": spec,
    })
}

#[test]
fn what_stands_in_is_of_the_struct_that_is_absent() {
    let new = field("v2", json!({}));
    let old = Fields::convert_object(&new, "v1").expect("it converts");
    assert_eq!(old["spec"], json!({"x": 7, "z": 8}));
    assert_eq!(
        Fields::convert_object(&old, "v2").expect("it converts"),
        new
    );
    let old = field("v1", json!({"x": 1, "z": 2, "point": {"height": 3}}));
    let new = field("v2", json!({"point": {"x": 1, "y": 3, "z": 2}}));
    assert_eq!(
        Fields::convert_object(&old, "v2").expect("it converts"),
        new
    );
}

#[test]
fn values_and_objects_agree() {
    for spec in [
        json!({}),
        json!({"point": {"x": 1, "y": 2}}),
        json!({"point": {"x": 1, "y": 2, "z": 3}}),
    ] {
        let object = Fields::convert_object(&field("v2", spec.clone()), "v1").expect("it converts");
        let value: v2::FieldSpec = serde_json::from_value(spec).expect("it reads");
        let value = v1::FieldSpec::from(value);
        assert_eq!(
            serde_json::to_value(&value).expect("it writes"),
            object["spec"]
        );
    }
    let value = v1::FieldSpec {
        x: 1,
        z: 2,
        point: Some(v1::Point { height: Some(3) }),
    };
    let point = v2::Point {
        x: 1,
        y: Some(3),
        z: Some(2),
    };
    assert_eq!(v2::FieldSpec::from(value).point, Some(point));
}

#[test]
fn laws() {
    Fields::assert_laws();
}
