//! What releases before kept, in format 1, comes back.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

use super::{
    items,
    pair::{kiln, pair},
};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Store",
        namespaced,
        storage
    )]
    pub struct StoreSpec {
        pub shelves: Vec<Shelf>,
        #[schema(list_map_keys("name"))]
        pub bins: Vec<Bin>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Shelf {
        pub title: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Bin {
        pub name: String,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Store, version = "v1")]
    #[spoke(hub = v2::StoreSpec)]
    pub struct StoreSpec {
        pub shelves: Vec<Shelf>,
        #[schema(list_map_keys("name"))]
        pub bins: Vec<Bin>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(removed)]
        pub color: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Shelf)]
    pub struct Shelf {
        #[spoke(rename = "title")]
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(removed)]
        pub rack: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Bin)]
    pub struct Bin {
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(removed)]
        pub lid: Option<String>,
    }
}

wheelwright::wheel!(Stores = v2::Store, [v1::Store]);

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

#[test]
fn what_was_kept_of_items_that_steps_name_comes_back_in_its_order() {
    let tree = json!({"spec": {"attributes": {
        "[name=x]": [{"value": "v"}], "[]": [["[name=x]", "[name=type]"]],
    }}});
    let old = keeping(items::event("v1", &json!({"ty": "t"})), "v2", &tree);
    let attributes = json!([{"name": "x", "value": "v"}, {"name": "type", "value": "t"}]);
    assert_eq!(items::to("v2", &old)["spec"]["attributes"], attributes);
}

#[test]
fn what_nobody_asks_for_travels_on() {
    let tree = json!({"spec": {"color": ["red"]}});
    let object = store("v2", json!({"shelves": [], "bins": []}));
    let text = json!({"format": 1, "kept": {"v0": tree}}).to_string();
    let mut object = object;
    object["metadata"]["annotations"] = json!({KEPT: text});
    let there = Stores::convert_object(&object, "v1").expect("it converts");
    let text = there["metadata"]["annotations"][KEPT]
        .as_str()
        .expect("kept");
    let kept: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(kept, json!({"format": 2, "kept": {"v0": ["first", tree]}}));
}

pair!(moved [spoke(hub = v2::KilnSpec, part("part" = Option<v2::Part>))], {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
} Part {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
};
{
    #[schema(default = "eu")]
    #[serde(default = "eu", skip_serializing_if = "Option::is_none")]
    #[spoke(to = "part.zone")]
    pub zone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[spoke(to = "part.open")]
    pub open: Option<bool>,
});

#[expect(clippy::unnecessary_wraps, reason = "serde calls it for the field")]
fn eu() -> Option<String> {
    Some("eu".to_owned())
}

/// "Nothing stood here, where the other version has a default": the struct that only the default would make did not stand, either,
/// unless it is said that it "itself was there".
#[test]
fn a_struct_that_a_default_makes_goes_with_what_stood_in_it_nowhere() {
    let absent = json!({"zone": []});
    let itself = json!(["object", {}, {"zone": []}]);
    for (live, kept, part) in [
        (json!({"zone": "eu"}), &absent, None),
        (json!({"zone": "eu"}), &itself, Some(json!({}))),
        (
            json!({"zone": "eu", "open": true}),
            &absent,
            Some(json!({"open": true})),
        ),
        // What somebody wrote since stands.
        (json!({"zone": "us"}), &absent, Some(json!({"zone": "us"}))),
        (json!({"zone": "us"}), &itself, Some(json!({"zone": "us"}))),
    ] {
        let old = keeping(
            kiln("v1", live.clone()),
            "v2",
            &json!({"spec": {"part": kept}}),
        );
        let there = moved::to("v2", &old);
        assert_eq!(there["spec"].get("part"), part.as_ref(), "{live} {kept}");
        assert_eq!(moved::to("v1", &there)["spec"], live, "{live} {kept}");
    }
}
