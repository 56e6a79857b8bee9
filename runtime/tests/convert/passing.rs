//! A hub that refuses what two of its spokes take: values on their way through it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v3 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v3",
        kind = "Shelf",
        namespaced,
        storage
    )]
    pub struct ShelfSpec {
        #[schema(max_items = 2)]
        pub books: Vec<String>,
        pub label: Option<String>,
    }
}

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v3::Shelf, version = "v2")]
    #[spoke(hub = v3::ShelfSpec, added(label))]
    pub struct ShelfSpec {
        #[spoke(wrap, or_back = String::new())]
        pub books: String,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v3::Shelf, version = "v1")]
    #[spoke(hub = v3::ShelfSpec)]
    pub struct ShelfSpec {
        #[schema(items(max_length = 3))]
        pub books: Vec<String>,
        pub label: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Shelves = v3::Shelf, [v2::Shelf, v1::Shelf]);

fn shelf(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Shelf", "metadata": {"name": "s"}, "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Shelves::convert_object(object, version).expect("it converts")
}

#[test]
fn what_only_the_version_in_between_refuses_comes_back() {
    let old = shelf("v1", json!({"books": ["a", "b", "c"], "label": "l"}));
    let new = convert(&old, "v2");
    assert_eq!(new["spec"], json!({"books": "a"}));
    assert_eq!(convert(&new, "v1"), old);
    // An edit of what the other version holds is what counts.
    let mut edited = new;
    edited["spec"]["books"] = json!("d");
    let back = convert(&edited, "v1");
    assert_eq!(back["spec"]["books"], json!(["d", "b", "c"]));
    assert_eq!(back["spec"]["label"], json!("l"));
}

/// Whoever may write annotations does not get past the schema that way, but for the mark that `KeepAnnotation` asks for.
#[test]
fn what_the_last_version_refuses_does_not() {
    let old = shelf("v1", json!({"books": ["a", "b", "c"], "label": "l"}));
    let there = convert(&old, "v2");
    let annotation = &there["metadata"]["annotations"]["example.com/kept-by-conversion"];
    let kept: Value = serde_json::from_str(annotation.as_str().expect("text")).expect("JSON");
    let books = &kept["kept"]["v3"]["spec"]["books"];
    assert_eq!(
        (&books[0], &books[1][4][1]),
        (&json!("refused"), &json!([0, "c"]))
    );
    for item in [json!("long"), json!({})] {
        let mut forged = kept.clone();
        let mut books = books[1].clone();
        books[4][1][1] = item;
        forged["kept"]["v3"]["spec"]["books"] = books;
        let mut there = there.clone();
        there["metadata"]["annotations"]["example.com/kept-by-conversion"] =
            json!(forged.to_string());
        let back = convert(&there, "v1");
        assert_eq!(
            back["spec"],
            json!({"books": ["a", "b"], "label": "l"}),
            "{forged}"
        );
    }
    // What the version in between refuses was refused when it was kept, and comes back all the same.
    let hub = convert(&convert(&old, "v2"), "v3");
    assert_eq!(hub["spec"], json!({"books": ["a", "b", "c"], "label": "l"}));
}

#[test]
fn the_laws_hold_though_the_hub_is_stricter() {
    Shelves::assert_laws();
}
