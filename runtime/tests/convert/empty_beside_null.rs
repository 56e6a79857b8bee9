//! An empty object that was there by itself, in one that stands by default with null in its place.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

pair! {
    hollow_within [spoke(hub = v2::KilnSpec, part_back("stove" = Option<Stove>, "stove.pot" = Option<Pot>),
        step(from("stove.pot.soup"), to = "soup", or = "broth".to_owned()))],
    {
        pub soup: String,
        pub heat: i64,
    };
    {
        #[schema(default = {"pot": null})]
        pub stove: Option<Stove>,
        pub heat: i64,
    }
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Stove {
    #[schema(nullable)]
    pub pot: Option<Pot>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Pot {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soup: Option<String>,
}

#[test]
fn an_empty_object_comes_back_where_null_stands_by_default() {
    // An empty pot is on the stove, which by default has none: that the pot was there is all that need be kept.
    let old = kiln("v1", json!({"stove": {"pot": {}}, "heat": 1}));
    let mut there = hollow_within::to("v2", &old);
    assert_eq!(there["spec"], json!({"soup": "broth", "heat": 1}));
    let kept = there["metadata"]["annotations"]["example.com/kept-by-conversion"].take();
    let kept: Value = serde_json::from_str(kept.as_str().unwrap()).unwrap();
    let pot = json!({"pot": {"soup": []}});
    let all = json!({"format": 2, "kept": {"v1": {"spec": {"stove": pot}}}});
    assert_eq!(kept, all);
    there["metadata"]["annotations"]["example.com/kept-by-conversion"] = json!(all.to_string());
    assert_eq!(hollow_within::to("v1", &there)["spec"], old["spec"]);
    there["spec"]["heat"] = json!(2);
    let back = hollow_within::to("v1", &there);
    assert_eq!(back["spec"], json!({"stove": {"pot": {}}, "heat": 2}));
}
