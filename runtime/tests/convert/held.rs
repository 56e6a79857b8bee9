//! Values that map by themselves, within maps whose keys are renamed, and within maps of what a list's items hold.

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
        kind = "Shelf",
        namespaced,
        storage
    )]
    pub struct ShelfSpec {
        pub rows: BTreeMap<String, Row>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub notes: Option<BTreeMap<String, Vec<Row>>>,
        #[schema(list_map_keys("name"))]
        pub boxes: Vec<Labelled>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Row {
        pub width: i32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Labelled {
        pub name: String,
        pub row: Row,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Shelf, version = "v1")]
    #[spoke(hub = v2::ShelfSpec)]
    pub struct ShelfSpec {
        #[spoke(keys("top" = "upper"))]
        pub rows: BTreeMap<String, Row>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(keys("top" = "upper"))]
        pub notes: Option<BTreeMap<String, Vec<Row>>>,
        #[spoke(keyed("name", "row"))]
        pub boxes: BTreeMap<String, Row>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Row)]
    pub struct Row {
        #[spoke(rename = "width")]
        pub size: i32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(removed)]
        pub depth: Option<i32>,
    }
}

wheelwright::wheel!(pub(crate) Shelves = v2::Shelf, [v1::Shelf]);

fn shelf(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "Shelf",
        "metadata": {"name": "s"},
        "spec": spec,
    })
}

#[test]
fn values_map_where_keys_do() {
    let old = shelf(
        "v1",
        json!({
            "rows": {"top": {"size": 1, "depth": 4}, "low": {"size": 2}},
            "notes": {"top": [{"size": 3}]},
            "boxes": {"a": {"size": 5}},
        }),
    );
    let mut new = Shelves::convert_object(&old, "v2").expect("it converts");
    assert_eq!(
        new["spec"],
        json!({
            "rows": {"upper": {"width": 1}, "low": {"width": 2}},
            "notes": {"upper": [{"width": 3}]},
            "boxes": [{"name": "a", "row": {"width": 5}}],
        })
    );
    assert_eq!(Shelves::convert_object(&new, "v1"), Ok(old.clone()));
    new["spec"]["rows"]["low"]["width"] = json!(7);
    let mut edited = old;
    edited["spec"]["rows"]["low"]["size"] = json!(7);
    assert_eq!(Shelves::convert_object(&new, "v1"), Ok(edited));
}

#[test]
fn values_map_in_rust() {
    let old: v1::ShelfSpec = serde_json::from_value(json!({
        "rows": {"top": {"size": 1}}, "boxes": {"a": {"size": 5}},
    }))
    .expect("it reads");
    let new = v2::ShelfSpec::from(old);
    assert_eq!(new.rows["upper"].width, 1);
    assert_eq!(new.boxes[0].row.width, 5);
    assert_eq!(v1::ShelfSpec::from(new).rows["top"].size, 1);
}

#[test]
fn the_plan_says_what_becomes_of_them() {
    let plan = Shelves::plan().expect("there is a plan").to_string();
    for row in [
        ".spec.rows.*.size",
        ".spec.notes.*[*].width",
        ".spec.boxes[name].row.width",
    ] {
        assert!(plan.contains(row), "{row} in\n{plan}");
    }
}

#[test]
fn laws() {
    Shelves::assert_laws();
}
