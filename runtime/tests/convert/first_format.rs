//! What releases before kept of items, in format 1, comes back. Rows have other things of that format.

use serde_json::{Value, json};

use crate::mappings::list_items::shelves_and_bins::Stores;

const KEPT: &str = "example.com/kept-by-conversion";

fn store(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Store", "metadata": {"name": "s"}, "spec": spec,
    })
}

fn keeping(mut object: Value, version: &str, tree: &Value) -> Value {
    let kept = json!({"format": 1, "kept": {version: tree}});
    object["metadata"]["annotations"] = json!({KEPT: kept.to_string()});
    object
}

/// FNV-1a over what a member is, as format 1 was documented to look at an item at the other version.
fn look(title: &str) -> Value {
    // The way back of a list at the other version tells what its items look like.
    let object = store(
        "v2",
        json!({"shelves": [{"title": title, "x": 1}], "bins": []}),
    );
    let there = Stores::convert_object(&object, "v1").expect("it converts");
    let text = there["metadata"]["annotations"][KEPT]
        .as_str()
        .expect("kept");
    let kept: Value = serde_json::from_str(text).expect("JSON");
    kept["kept"]["v2"]["spec"]["shelves"][1][0].clone()
}

#[test]
fn what_was_kept_of_items_finds_them_by_what_they_looked_like_at_the_other_version() {
    let tree = json!({"spec": {
        "color": ["red"],
        "shelves": ["aligned", [look("top"), look("low"), look("last")], {"0": {"rack": ["steel"]}, "2": {"rack": ["oak"]}}],
        "bins": ["keyed", [[["a"], {"lid": ["tin"]}]]],
    }});
    let new = |titles: &[&str], bins: Value| {
        let shelves: Vec<Value> = titles.iter().map(|title| json!({"title": title})).collect();
        keeping(
            store("v2", json!({"shelves": shelves, "bins": bins})),
            "v1",
            &tree,
        )
    };
    let old = Stores::convert_object(
        &new(
            &["top", "low", "last"],
            json!([{"name": "b"}, {"name": "a"}]),
        ),
        "v1",
    );
    let spec = json!({
        "shelves": [{"name": "top", "rack": "steel"}, {"name": "low"}, {"name": "last", "rack": "oak"}],
        "bins": [{"name": "b"}, {"name": "a", "lid": "tin"}],
        "color": "red",
    });
    assert_eq!(old, Ok(store("v1", spec)));
    // An item came before all, one is gone, and so is the bin.
    let old = Stores::convert_object(&new(&["new", "low", "last"], json!([])), "v1")
        .expect("it converts");
    let spec = json!({
        "shelves": [{"name": "new"}, {"name": "low"}, {"name": "last", "rack": "oak"}],
        "bins": [],
        "color": "red",
    });
    assert_eq!(old["spec"], spec);
}
