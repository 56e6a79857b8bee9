//! What was kept of a struct that had no counterpart comes back beside what an edit makes of the struct.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

pair! {
    oven [spoke(hub = v2::KilnSpec, step(from("oven.fire.fuel"), to = "fuel", or = String::new()))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub oven: Option<Oven>,
        #[serde(default)]
        #[schema(default = "")]
        pub fuel: String,
    }
    Oven { pub fire: Fire, pub heat: i64 }
    Fire {};
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub oven: Option<Oven>,
        #[serde(default = "eight")]
        #[schema(default)]
        #[spoke(to = "oven.heat", or_back = 8)]
        pub heat: i64,
    }
    Oven [spoke(hub = v2::Oven, elsewhere(heat = 0))] {
        #[serde(default = "of_wood")]
        #[schema(default)]
        pub fire: Fire,
    }
    Fire [spoke(hub = v2::Fire)] {
        #[serde(default = "wood")]
        #[schema(default)]
        #[spoke(elsewhere)]
        pub fuel: String,
    }
}

fn eight() -> i64 {
    8
}

fn wood() -> String {
    "wood".to_owned()
}

fn of_wood() -> oven::v1::Fire {
    oven::v1::Fire { fuel: wood() }
}

#[test]
fn an_edit_beside_a_struct_becomes_a_part_of_it() {
    let old = kiln("v1", json!({"oven": {"fire": {"fuel": "wood"}}, "heat": 9}));
    let mut there = oven::to("v2", &old);
    there["spec"] = json!({"fuel": "gas"});
    let back = oven::to("v1", &there);
    assert_eq!(back["spec"]["oven"], json!({"fire": {"fuel": "gas"}}));
    assert_eq!(oven::to("v2", &back)["spec"], there["spec"]);
}

pair! {
    unlit [spoke(hub = v2::KilnSpec, step(from("fire.fuel"), to = "fuel", coerced, or = Some(0)))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fuel: Option<i64>,
    }
    Fire {
        pub wood: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
        #[spoke(to = "fire.heat")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    }
    Fire [spoke(hub = v2::Fire, elsewhere(heat))] {
        pub wood: i64,
        #[spoke(elsewhere)]
        pub fuel: String,
    }
}

#[test]
fn a_struct_that_lacks_what_others_write_comes_back_beside_an_edit() {
    // Without fuel the old version has no fire to say its wood in, so only the heat can be edited there.
    let new = kiln("v2", json!({"fire": {"wood": 1, "heat": 2}}));
    let mut there = unlit::to("v1", &new);
    assert_eq!(there["spec"], json!({"heat": 2}));
    there["spec"]["heat"] = json!(3);
    let back = unlit::to("v2", &there);
    assert_eq!(back["spec"], json!({"fire": {"wood": 1, "heat": 3}}));
    assert_eq!(unlit::to("v1", &back)["spec"], there["spec"]);
}

pair! {
    ashes [spoke(hub = v2::KilnSpec, part("fire" = Option<v2::Fire>),
        step(from("ash.weight"), to = "fire.weight", coerced, or = Some(0)))],
    {
        #[serde(flatten)]
        pub fire: Option<Fire>,
    }
    Fire {
        pub ash: Ash,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub weight: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    }
    Ash {};
    {
        #[spoke(to = "fire.ash")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub ash: Option<Ash>,
        #[spoke(to = "fire.heat")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    }
    Ash [spoke(hub = v2::Ash)] {
        #[spoke(elsewhere)]
        pub weight: String,
    }
}

#[test]
fn a_struct_without_members_that_lacks_what_others_write_comes_back_too() {
    // Without the ash there is no fire at the new version, and with no fire no heat.
    let new = kiln("v2", json!({"ash": {}, "heat": 2}));
    let mut there = ashes::to("v1", &new);
    assert_eq!(there["spec"], json!({"heat": 2}));
    there["spec"]["heat"] = json!(3);
    let back = ashes::to("v2", &there);
    assert_eq!(back["spec"], json!({"ash": {}, "heat": 3}));
    assert_eq!(ashes::to("v1", &back)["spec"], there["spec"]);
}
