//! Optional structs of which the other version has some members only: one that lacked what it must have would be refused by the
//! API server, so there is none, and what is there comes back.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

pair! {
    deep [spoke(hub = v2::KilnSpec)],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<Heat>,
    }
    Heat { pub range: Range }
    Range {
        pub most: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub least: Option<i64>,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<Heat>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "heat.range.least")]
        pub least: Option<i64>,
    }
    Heat [spoke(hub = v2::Heat)] { pub range: Range }
    Range [spoke(hub = v2::Range, elsewhere(least = None))] { pub most: i64 }
}

#[test]
fn what_a_struct_within_must_have_is_asked_of_the_optional_one_around_it() {
    let old = kiln("v1", json!({"least": 2}));
    let there = deep::to("v2", &old);
    assert_eq!(there["spec"], json!({}));
    assert_eq!(deep::to("v1", &there), old);
    let mut edited = there;
    edited["spec"] = json!({"heat": {"range": {"most": 9}}});
    let back = deep::to("v1", &edited);
    assert_eq!(back["spec"], json!({"heat": {"range": {"most": 9}}}));
}

pair! {
    tagged [spoke(hub = v2::KilnSpec, part("fire" = Option<v2::Fire>), step(from_annotation = "example.com/fuel", to = "fire.fuel"))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
    }
    Fire {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fuel: Option<String>,
        pub heat: i64,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "fire.heat")]
        pub heat: Option<i64>,
    }
}

#[test]
fn an_annotation_alone_makes_no_struct_that_must_have_more() {
    let mut old = kiln("v1", json!({}));
    old["metadata"]["annotations"] = json!({"example.com/fuel": "gas"});
    let there = tagged::to("v2", &old);
    assert_eq!(there["spec"], json!({}));
    assert_eq!(tagged::to("v1", &there), old);
    let mut lit = there;
    lit["spec"] = json!({"fire": {"heat": 9, "fuel": "wood"}});
    let back = tagged::to("v1", &lit);
    assert_eq!(back["spec"], json!({"heat": 9}));
    assert_eq!(back["metadata"]["annotations"]["example.com/fuel"], "wood");
}

pair! {
    around [spoke(hub = v2::KilnSpec, part("wall" = v2::Wall, "wall.part" = Option<v2::Part>))],
    { pub wall: Wall }
    Wall {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub part: Option<Part>,
    }
    Part {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub bricks: Option<Vec<String>>,
        pub size: i64,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "wall.part.bricks")]
        pub bricks: Option<Vec<String>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "wall.part.size")]
        pub size: Option<i64>,
    }
}

#[test]
fn a_struct_that_must_be_there_stays_without_its_part() {
    let old = kiln("v1", json!({"bricks": ["a"]}));
    let there = around::to("v2", &old);
    assert_eq!(there["spec"], json!({"wall": {}}));
    assert_eq!(around::to("v1", &there), old);
}

pair! {
    only_an_annotation [spoke(hub = v2::KilnSpec)],
    {
        #[serde(flatten)]
        pub fire: Option<Fire>,
    }
    Fire {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    };
    {
        #[serde(flatten)]
        pub fire: Option<Fire>,
    }
    Fire [spoke(hub = v2::Fire)] {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
        #[spoke(to_annotation = "example.com/fuel", or_back = "gas".to_owned())]
        pub fuel: String,
    }
}

#[test]
fn a_flattened_struct_of_which_an_annotation_is_all_comes_back() {
    let old = kiln("v1", json!({"fuel": "wood"}));
    let there = only_an_annotation::to("v2", &old);
    assert_eq!(there["spec"], json!({}));
    assert_eq!(there["metadata"]["annotations"]["example.com/fuel"], "wood");
    assert_eq!(only_an_annotation::to("v1", &there), old);
    let mut other = there;
    other["metadata"]["annotations"]["example.com/fuel"] = json!("coal");
    assert_eq!(
        only_an_annotation::to("v1", &other)["spec"],
        json!({"fuel": "coal"})
    );
}

pair! {
    null_map [spoke(hub = v2::KilnSpec, part_back("oven" = Option<Oven>), step(from("oven.minutes"), to = "seconds", each(factor = 60)))],
    {
        #[serde(default)]
        pub seconds: Option<BTreeMap<String, i64>>,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub oven: Option<Oven>,
    }
    Oven [spoke(hub = v2::KilnSpec, elsewhere(seconds = None))] {
        #[spoke(removed)]
        pub minutes: BTreeMap<String, i64>,
    }
}

#[test]
fn null_makes_no_struct_that_must_have_a_value() {
    let old = kiln("v2", json!({"seconds": null}));
    let there = null_map::to("v1", &old);
    assert_eq!(there["spec"], json!({}));
    assert_eq!(null_map::to("v2", &there), old);
    let full = kiln("v2", json!({"seconds": {"a": 120}}));
    assert_eq!(
        null_map::to("v1", &full)["spec"],
        json!({"oven": {"minutes": {"a": 2}}})
    );
}
