//! What has no place at the other version comes back beside an edit there that makes an object which stood by default.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

const fn nine() -> i64 {
    9
}

pair! {
    oven [spoke(hub = v2::KilnSpec, added(label), part("fire" = Option<v2::Fire>),
        part_back("oven" = Option<Oven>, "oven.door" = Option<Door>),
        step(from("oven.door.open"), to = "fire.lit"), step(from("oven.door.heat"), to = "heat", or = 7))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
        #[schema(default = 9)]
        #[serde(default = "nine")]
        pub heat: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub label: Option<i64>,
    }
    Fire { pub lit: bool };
    {
        #[schema(default = {"door": {"open": true, "heat": 2}})]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub oven: Option<Oven>,
    }
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Oven {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub door: Option<Door>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Door {
    pub open: bool,
    pub heat: i64,
}

#[test]
fn what_the_other_version_has_no_place_for_is_not_taken_for_edited() {
    // Without a fire no door can be made, so the old version has the oven that stands there by default.
    let new = kiln("v2", json!({"heat": 100, "label": 7}));
    let mut there = oven::to("v1", &new);
    let by_default = json!({"door": {"open": true, "heat": 2}});
    assert_eq!(there["spec"], json!({"oven": by_default}));
    // The old version cannot say a label, so no edit there is one of it.
    there["spec"]["oven"]["door"]["heat"] = json!(1);
    let back = oven::to("v2", &there);
    // No fire was there before, and none was edited.
    assert_eq!(back["spec"], json!({"heat": 1, "label": 7}));
    assert_eq!(oven::to("v1", &back)["spec"], there["spec"]);
}
