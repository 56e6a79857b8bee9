//! What was kept of a version, where an edit at the other contradicts it: the edit is what is read back, the rest of what was kept
//! comes back beside it, and what comes of both is valid.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

/// An object with something kept of a version.
fn keeping(mut object: Value, version: &str, kept: &Value) -> Value {
    let kept = json!({"format": 1, "kept": {version: kept}});
    object["metadata"]["annotations"]["example.com/kept-by-conversion"] = json!(kept.to_string());
    object
}

fn label() -> String {
    "a".to_owned()
}

pair! {
    by_default [spoke(hub = v2::KilnSpec)],
    {
        #[schema(default = {"heat": {"least": 1, "most": 2}})]
        pub fire: Option<Fire>,
        #[schema(default = "a")]
        #[serde(default = "label")]
        pub label: String,
    }
    Fire {
        pub heat: Option<Heat>,
    }
    Heat {
        pub least: Option<i64>,
        pub most: i64,
    };
    {
        pub fire: Option<Fire>,
        #[spoke(to = "fire.heat.least")]
        pub least: Option<i64>,
        #[spoke(to = "label", or = "b".to_owned())]
        pub label: Option<String>,
    }
    Fire [spoke(hub = v2::Fire)] {
        pub heat: Option<Heat>,
    }
    Heat [spoke(hub = v2::Heat, elsewhere(least))] {
        pub most: i64,
    }
}

#[test]
fn an_edit_is_read_back_though_what_was_kept_contradicts_it() {
    // The number is of a struct that the edit took out, and would make it anew.
    let kept = json!({"spec": {"label": [null], "least": [1]}});
    let object = keeping(kiln("v2", json!({"fire": {}, "label": "a"})), "v1", &kept);
    let back = by_default::to("v2", &by_default::to("v1", &object));
    assert_eq!(back["spec"], object["spec"]);
}

#[test]
fn what_an_object_has_no_place_for_is_not_made_of_a_default_beside_it() {
    let object = kiln("v1", json!({"fire": {}, "least": 5}));
    let mut there = by_default::to("v2", &object);
    assert_eq!(there["spec"], json!({"fire": {}, "label": "a"}));
    there["spec"]["label"] = json!("z");
    let back = by_default::to("v1", &there);
    let edited = json!({"fire": {}, "least": 5, "label": "z"});
    assert_eq!(back["spec"], edited);
}

pair! {
    standing [spoke(hub = v2::KilnSpec, part_back("case" = Option<Case>),
        step(from("case.size"), to = "size"), step(from("case.text"), to = "text"))],
    {
        pub size: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        pub heat: i64,
    };
    {
        #[schema(default = {"size": 3, "text": "a"})]
        pub case: Option<Case>,
        pub heat: i64,
    }
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Case {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) size: Option<i64>,
    pub(crate) text: String,
}

/// Without a text there is no case, and its default stands there: the size is not in it, and is kept.
#[test]
fn an_edit_leaves_what_was_kept_as_a_whole_beside_it() {
    let object = kiln("v2", json!({"size": -1, "heat": 7}));
    let mut there = standing::to("v1", &object);
    let default = json!({"size": 3, "text": "a"});
    assert_eq!(there["spec"], json!({"case": default, "heat": 7}));
    there["spec"]["heat"] = json!(8);
    let back = standing::to("v2", &there);
    assert_eq!(back["spec"], json!({"size": -1, "heat": 8}));
    assert_eq!(standing::to("v1", &back)["spec"], there["spec"]);
    there["spec"]["case"]["size"] = json!(4);
    let back = standing::to("v2", &there);
    // No text was there before, and none was edited.
    assert_eq!(back["spec"], json!({"size": 4, "heat": 8}));
    assert_eq!(standing::to("v1", &back)["spec"], there["spec"]);
}

pair! {
    written [spoke(hub = v2::KilnSpec)],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
    }
    Fire {};
    {
        #[schema(default = {"name": "a"})]
        pub fire: Option<Fire>,
    }
    Fire [spoke(hub = v2::Fire)] {
        #[schema(default = "a")]
        #[serde(default = "label")]
        #[spoke(to_label = "example.com/name")]
        pub name: String,
    }
}

/// No label has such a value: it is kept, and what stood there before says nothing against it.
#[test]
fn an_edit_that_nothing_but_what_is_kept_shows_is_read_back() {
    let kept = json!(["object", {"spec": {}}, {"spec": {"fire": []}}]);
    let object = keeping(kiln("v1", json!({"fire": {"name": "-"}})), "v2", &kept);
    let back = written::to("v1", &written::to("v2", &object));
    assert_eq!(back["spec"], object["spec"]);
}

pair! {
    flattened [spoke(hub = v2::KilnSpec)],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub width: Option<i64>,
    }
    Fire { pub fuel: String };
    {
        #[serde(flatten)]
        pub fire: Option<Fire>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub width: Option<i64>,
    }
    Fire [spoke(hub = v2::Fire)] {
        pub fuel: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to_annotation = "example.com/zone")]
        pub zone: Option<String>,
    }
}

/// With its fuel alone, or with the zone alone, the API server would refuse the struct.
#[test]
fn an_edited_annotation_beside_what_was_kept_of_a_struct_makes_no_part_of_it() {
    let kept = json!({
        "spec": {"fuel": ["coal"], "zone": ["old"]},
        "metadata": {"annotations": {"example.com/zone": ["older"]}},
    });
    let mut object = kiln("v2", json!({}));
    object["metadata"]["annotations"]["example.com/zone"] = json!("new");
    let there = flattened::to("v1", &keeping(object.clone(), "v1", &kept));
    let spec = there["spec"].as_object().expect("an object");
    assert!(spec.is_empty() || spec.contains_key("fuel"), "{there}");
    assert_eq!(flattened::to("v2", &there), object);
}

pair! {
    required [spoke(hub = v2::KilnSpec)],
    { pub fire: Fire }
    Fire {
        pub heat: i64,
        pub name: String,
    };
    {
        #[serde(default)]
        pub fire: Fire,
        #[spoke(to = "fire.heat")]
        pub heat: i64,
    }
    Fire [spoke(hub = v2::Fire, elsewhere(heat))] {
        #[schema(default)]
        #[serde(default)]
        #[spoke(or = "a".to_owned())]
        pub name: String,
    }
}

pair! {
    labelled [spoke(hub = v2::KilnSpec)],
    { pub fire: Fire }
    Fire { pub name: String };
    {
        #[serde(default)]
        pub fire: Fire,
    }
    Fire [spoke(hub = v2::Fire, step(from_label = "example.com/name", to = "name", or = "a".to_owned()))] {}
}

#[test]
fn what_must_be_there_is_made_of_what_steps_and_labels_write_into_it() {
    let there = required::to("v2", &kiln("v1", json!({"heat": 7})));
    assert_eq!(there["spec"], json!({"fire": {"heat": 7, "name": ""}}));
    let there = labelled::to("v2", &kiln("v1", json!({})));
    assert_eq!(there["spec"], json!({"fire": {"name": "a"}}));
}
