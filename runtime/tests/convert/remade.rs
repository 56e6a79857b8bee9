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
