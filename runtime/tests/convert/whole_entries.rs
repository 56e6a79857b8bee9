//! Items that become entries of a map are whole without their key, and steps that fail stay failed whatever is kept.

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
        kind = "Rack",
        namespaced,
        storage
    )]
    pub struct RackSpec {
        pub shelves: BTreeMap<String, Shelf>,
        pub wait: Option<i64>,
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub pegs: Vec<Peg>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Peg {
        pub name: String,
        pub size: u8,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Shelf {
        pub width: i64,
        pub words: Vec<String>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Rack, version = "v1")]
    #[spoke(hub = v2::RackSpec, fallible(up, down))]
    pub struct RackSpec {
        #[spoke(keyed = "name")]
        #[schema(list_map_keys("name"))]
        pub shelves: Vec<Shelf>,
        #[spoke(duration = "s", or = Some(1))]
        pub wait: String,
        #[schema(list_map_keys("id"))]
        #[serde(default)]
        pub pegs: Vec<Peg>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Peg, fallible(up))]
    pub struct Peg {
        #[spoke(rename = "name")]
        pub id: String,
        #[spoke(values("small" = 1, "large" = 2), or_back = "odd".to_owned())]
        pub size: String,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Shelf, added(words))]
    pub struct Shelf {
        #[spoke(elsewhere)]
        pub name: String,
        pub width: i64,
    }
}

wheelwright::wheel!(pub(crate) Racks = v2::Rack, [v1::Rack]);

fn rack(version: &str, spec: Value) -> Value {
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Rack", "metadata": {"name": "r"}, "spec": spec})
}

#[test]
fn entries_have_what_their_version_requires() {
    let old = rack(
        "v1",
        json!({"shelves": [{"name": "top", "width": 2}], "wait": "5s"}),
    );
    let new = Racks::convert_object(&old, "v2").unwrap();
    assert_eq!(
        new["spec"],
        json!({"shelves": {"top": {"width": 2, "words": []}}, "wait": 5})
    );
    assert_eq!(Racks::convert_object(&new, "v1").unwrap(), old);
    let spec: v1::RackSpec = serde_json::from_value(old["spec"].clone()).unwrap();
    let spec = v2::RackSpec::try_from(spec).unwrap();
    let mut spec = serde_json::to_value(spec).unwrap();
    assert_eq!(
        spec.as_object_mut().unwrap().remove("pegs"),
        Some(json!([]))
    );
    assert_eq!(spec, new["spec"]);
}

#[test]
fn what_is_kept_is_no_answer_where_something_must_stand() {
    let old = rack("v1", json!({"shelves": [], "wait": "soon"}));
    let mut new = Racks::convert_object(&old, "v2").unwrap();
    assert_eq!(new["spec"]["wait"], json!(1));
    new["spec"].as_object_mut().unwrap().remove("wait");
    let error = Racks::convert_object(&new, "v1").unwrap_err();
    assert_eq!(
        error.to_string(),
        ".spec.wait: it is absent, or has nothing that becomes what the other version must have"
    );
}

#[test]
fn an_item_that_stands_in_finds_what_was_kept_of_it() {
    let new = rack(
        "v2",
        json!({"shelves": {}, "wait": 1, "pegs": [{"name": "p", "size": 9}]}),
    );
    let old = Racks::convert_object(&new, "v1").unwrap();
    assert_eq!(old["spec"]["pegs"], json!([{"id": "p", "size": "odd"}]));
    assert_eq!(Racks::convert_object(&old, "v2").unwrap(), new);
}

#[test]
fn nothing_is_lost() {
    Racks::assert_laws();
}
