//! Objects that an edit leaves with only what stands there by default, or that came to be with members by default: they are
//! there at the other version, or it is kept that they were, and what was made of nothing is nothing again.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{edited, kiln, pair};

pair! {
    stand_in [spoke(hub = v2::KilnSpec)],
    { pub fire: Option<Fire> }
    Fire {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub wood: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub coal: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    };
    {
        pub fire: Option<Fire>,
        #[spoke(to = "fire.heat")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    }
    Fire [spoke(hub = v2::Fire, elsewhere(heat))] {
        #[spoke(or_back = 0)]
        pub wood: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub coal: Option<i64>,
    }
}

#[test]
fn what_an_edit_took_out_of_a_struct_does_not_come_back_with_it() {
    // The struct became nothing, as the other step took all of it, and is kept.
    let new = kiln("v2", json!({"fire": {"heat": 1}}));
    assert_eq!(edited(stand_in::to, &new, json!({})), json!({}));
    for kept in [json!([{"heat": 1}]), json!([null])] {
        let mut old = kiln("v1", json!({}));
        let kept = json!({"format": 1, "kept": {"v2": {"spec": {"fire": kept}}}});
        old["metadata"]["annotations"] =
            json!({"example.com/kept-by-conversion": kept.to_string()});
        let back = stand_in::to("v1", &stand_in::to("v2", &old));
        assert_eq!(back["spec"], old["spec"], "{kept}");
    }
}

#[test]
fn a_struct_of_stand_ins_alone_comes_back() {
    let new = kiln("v2", json!({"fire": {"heat": 1, "coal": 7}}));
    let spec = json!({"heat": 1, "fire": {"wood": 0}});
    assert_eq!(edited(stand_in::to, &new, spec.clone()), spec);
}

pair! {
    in_part [spoke(hub = v2::KilnSpec, part("fire" = v2::Fire))],
    {
        #[serde(default)]
        pub fire: Fire,
    }
    Fire {
        #[schema(default)]
        #[serde(default)]
        pub logs: Vec<i64>,
        pub heat: Option<i64>,
    };
    {
        #[spoke(to = "fire.logs", or = Vec::new())]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub logs: Option<Vec<i64>>,
        #[spoke(to = "fire.heat", or_back = 1)]
        pub heat: i64,
    }
}

#[test]
fn a_part_of_defaults_alone_comes_back() {
    let spec = json!({"fire": {"logs": []}});
    assert_eq!(
        edited(in_part::to, &kiln("v1", json!({"heat": 2})), spec.clone()),
        spec
    );
}

pair! {
    mapped [spoke(hub = v2::KilnSpec)],
    { pub fire: Option<Fire> }
    Fire {
        #[schema(default)]
        #[serde(default)]
        pub wood: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,
        #[schema(default)]
        #[serde(default)]
        pub logs: Vec<u8>,
    };
    {
        pub fire: Option<Fire>,
        #[spoke(to = "fire.name")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,
        #[spoke(to = "fire.logs", or = Vec::new())]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub logs: Option<Vec<u8>>,
    }
    Fire [spoke(hub = v2::Fire, elsewhere(name, logs))] {
        #[spoke(or = 7)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub wood: Option<u8>,
    }
}

#[test]
fn a_struct_of_two_defaults_comes_back() {
    let old = kiln("v1", json!({"name": "n"}));
    for spec in [
        json!({"fire": {"wood": 0, "logs": []}}),
        json!({"fire": {"wood": 1, "logs": []}}),
    ] {
        assert_eq!(edited(mapped::to, &old, spec.clone()), spec);
    }
}

pair! {
    refused [spoke(hub = v2::KilnSpec, fallible(down))],
    {
        #[serde(default)]
        pub fire: Fire,
    }
    Fire {
        #[schema(default)]
        #[serde(default)]
        pub wood: Wood,
        pub heat: Option<i64>,
    }
    Wood {
        #[serde(default)]
        pub name: Option<String>,
    };
    {
        #[serde(default)]
        pub fire: Fire,
        #[spoke(to = "fire.heat", or_back = 90)]
        pub heat: i64,
    }
    Fire [spoke(hub = v2::Fire, fallible(down), elsewhere(heat))] {
        #[spoke(wrap = "name")]
        pub wood: String,
    }
}

/// The default that came to stand in the struct has no counterpart, and need not have one: there was no struct.
#[test]
fn a_struct_that_was_made_is_none_whatever_its_defaults_are() {
    let old = kiln("v1", json!({"heat": 1}));
    let new = refused::to("v2", &old);
    assert_eq!(
        new["spec"],
        json!({"fire": {"heat": 1, "wood": {"name": null}}})
    );
    assert_eq!(refused::to("v1", &new), old);
}

pair! {
    deep [spoke(hub = v2::KilnSpec)],
    { pub fire: Option<Fire> }
    Fire { pub pit: Pit }
    Pit {
        #[schema(default)]
        #[serde(default)]
        pub logs: i64,
        pub heat: Option<i64>,
    };
    {
        pub fire: Option<Fire>,
        #[spoke(to = "fire.pit.heat")]
        pub heat: Option<i64>,
    }
    Fire [spoke(hub = v2::Fire)] { pub pit: Pit }
    Pit [spoke(hub = v2::Pit, elsewhere(heat))] {
        #[schema(default)]
        #[serde(default)]
        pub logs: i64,
    }
}

pair! {
    deep_back [spoke(hub = v2::KilnSpec, step(from("fire.pit.heat"), to = "heat"))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
        pub heat: Option<bool>,
    }
    Fire {
        #[serde(default)]
        pub pit: Pit,
    }
    Pit {
        #[schema(default)]
        #[serde(default)]
        pub logs: i64,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
    }
    Fire [spoke(hub = v2::Fire)] {
        #[serde(default)]
        pub pit: Pit,
    }
    Pit [spoke(hub = v2::Pit)] {
        #[schema(default)]
        #[serde(default)]
        pub logs: i64,
        #[spoke(elsewhere)]
        pub heat: Option<bool>,
    }
}

#[test]
fn structs_that_were_made_around_one_another_are_none_again() {
    for spec in [json!({"heat": 0}), json!({"heat": 0, "fire": null})] {
        let old = kiln("v1", spec);
        let new = deep::to("v2", &old);
        assert_eq!(
            new["spec"],
            json!({"fire": {"pit": {"heat": 0, "logs": 0}}})
        );
        assert_eq!(deep::to("v1", &new), old);
    }
    for spec in [json!({"heat": true}), json!({"heat": true, "fire": {}})] {
        let new = kiln("v2", spec);
        assert_eq!(deep_back::to("v2", &deep_back::to("v1", &new)), new);
    }
}

pair! {
    made [spoke(hub = v2::KilnSpec)],
    { pub chambers: Vec<Chamber> }
    Chamber { pub fire: Option<Fire> }
    Fire {
        #[serde(default)]
        pub minutes: i64,
        #[schema(default)]
        #[serde(default = "three")]
        pub logs: i64,
    };
    { pub chambers: Vec<Chamber> }
    Chamber [spoke(hub = v2::Chamber, part("fire" = Option<v2::Fire>))] {
        #[spoke(to = "fire.minutes", factor(1, 60), or_back = 1)]
        pub seconds: i64,
        #[spoke(to = "fire.logs", or_back = 3)]
        #[schema(default)]
        #[serde(default = "three")]
        pub logs: i64,
    }
}

const fn three() -> i64 {
    3
}

/// What the API server reads there by default is there, so that the item is the one that was written.
#[test]
fn what_an_edit_makes_has_its_defaults_though_nothing_was_there_before() {
    let new = kiln("v2", json!({"chambers": [{}]}));
    let mut old = made::to("v1", &new);
    assert_eq!(
        old["spec"],
        json!({"chambers": [{"seconds": 0, "logs": 3}]})
    );
    old["spec"]["chambers"][0]["seconds"] = json!(61);
    let there = made::to("v2", &old);
    assert_eq!(
        there["spec"],
        json!({"chambers": [{"fire": {"minutes": 1, "logs": 3}}]})
    );
    assert_eq!(made::to("v1", &there)["spec"], old["spec"]);
}
