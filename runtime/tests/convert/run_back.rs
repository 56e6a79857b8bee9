//! What a conversion loses where its steps reach into objects that others map: it is run back before it is handed out, so that
//! nothing is kept that comes back anyway, and what would come back as something else is kept as a whole.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{edited, kiln, pair};

const ANNOTATION: &str = "/metadata/annotations/example.com~1kept-by-conversion";

fn kept(object: &Value) -> Option<Value> {
    let text = object.pointer(ANNOTATION)?.as_str()?;
    Some(serde_json::from_str(text).expect("JSON"))
}

pair! {
    part_in_part [spoke(hub = v2::KilnSpec, part("fire" = Option<v2::Fire>, "fire.wood" = v2::Wood))],
    { pub fire: Option<Fire> }
    Fire {
        pub wood: Wood,
        pub heat: Option<i64>,
    }
    Wood { pub logs: Option<i64> };
    {
        #[spoke(to = "fire.heat")]
        pub heat: Option<i64>,
        #[spoke(to = "fire.wood.logs")]
        pub logs: Option<i64>,
    }
}

#[test]
fn what_comes_back_anyway_is_not_kept() {
    let old = kiln("v1", json!({"heat": 1}));
    let new = part_in_part::to("v2", &old);
    let back = part_in_part::to("v1", &new);
    assert_eq!(back["spec"], old["spec"]);
    assert_eq!(kept(&back), None);
}

pair! {
    default_of_part [spoke(hub = v2::KilnSpec, part("fire" = v2::Fire, "fire.wood" = v2::Wood))],
    {
        #[schema(default)]
        #[serde(default)]
        pub fire: Fire,
    }
    Fire { pub wood: Wood }
    Wood { pub logs: Option<i64> };
    {
        #[spoke(to = "fire.wood.logs")]
        pub logs: Option<i64>,
    }
}

#[test]
fn what_is_less_than_the_default_in_its_place_is_kept() {
    let new = kiln("v2", json!({"fire": {"wood": {}}}));
    let old = default_of_part::to("v1", &new);
    let back = default_of_part::to("v2", &old);
    assert_eq!(back["spec"], new["spec"], "{old}");
    // An edit wins over it.
    let spec = json!({"logs": 3});
    assert_eq!(edited(default_of_part::to, &new, spec.clone()), spec);
}

/// What is kept of an object that is kept as a whole alone.
fn as_a_whole(object: &Value) -> Value {
    json!({"format": 1, "kept": {"v2": ["object", object, {}]}})
}

#[test]
fn what_is_kept_as_a_whole_is_of_no_status_and_no_metadata() {
    let new = kiln("v2", json!({"fire": {"wood": {}}}));
    let mut old = default_of_part::to("v1", &new);
    let forged = as_a_whole(&json!({
        "kind": "Other", "metadata": {"name": "other", "finalizers": ["f"]},
        "spec": new["spec"], "status": {"ready": true},
    }));
    *old.pointer_mut(ANNOTATION).expect("it is there") = forged.to_string().into();
    assert_eq!(default_of_part::to("v2", &old), new);
}

#[test]
fn what_is_kept_as_a_whole_and_the_live_object_is_not_made_of_counts_for_nothing() {
    let new = kiln("v2", json!({"fire": {"wood": {}}}));
    let old = default_of_part::to("v1", &new);
    for forged in [
        json!({"spec": {"fire": {"wood": {"logs": 7}}}}),
        json!({"spec": {"fire": {"wood": []}}}),
        json!({"spec": null}),
        json!([]),
    ] {
        let mut old = old.clone();
        let annotation = as_a_whole(&forged);
        *old.pointer_mut(ANNOTATION).expect("it is there") = annotation.to_string().into();
        let back = default_of_part::to("v2", &old);
        let by_default = json!({"fire": {"wood": {"logs": null}}});
        assert_eq!(back["spec"], by_default, "{forged}");
    }
}

pair! {
    absence [spoke(hub = v2::KilnSpec, part("fire" = v2::Fire))],
    {
        #[serde(default)]
        pub fire: Fire,
    }
    Fire {
        #[schema(default)]
        #[serde(default)]
        pub wood: Wood,
        #[schema(default)]
        #[serde(default)]
        pub ash: i64,
    }
    Wood { pub logs: i64 };
    {
        #[spoke(to = "fire.wood")]
        #[schema(default)]
        #[serde(default)]
        pub wood: Wood,
        #[spoke(to = "fire.ash")]
        #[schema(default)]
        #[serde(default)]
        pub ash: i64,
    }
    Wood [spoke(hub = v2::Wood)] {
        #[spoke(parsed, or = 2, or_back = "1".to_owned())]
        pub logs: String,
    }
}

#[test]
fn that_nothing_stood_there_gives_way_to_an_edit_next_to_it() {
    let new = kiln("v2", json!({"fire": {}}));
    let spec = json!({"wood": {"logs": ""}, "ash": 5});
    assert_eq!(edited(absence::to, &new, spec.clone()), spec);
}
