//! What comes back by itself is not kept: within structs that steps further out reach deep into, and where a default takes the
//! place of what a step could not make.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

pair! {
    deep_in_part [spoke(hub = v2::KilnSpec)],
    { pub part: Part }
    Part {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lit: Option<bool>,
        pub deep: Deep,
    }
    Deep { pub count: i64 };
    {
        pub part: Part,
        #[spoke(to = "part.deep.count")]
        pub count: i64,
    }
    Part [spoke(hub = v2::Part, part("deep" = v2::Deep), elsewhere("deep.count" = 0))] {
        #[spoke(values("On" = true, "Off" = false), or = Some(false), or_back = "On".to_owned())]
        pub lit: String,
    }
}

#[test]
fn a_stand_in_comes_back_of_a_struct_that_others_complete() {
    let old = kiln("v2", json!({"part": {"deep": {"count": 1}}}));
    let there = deep_in_part::to("v1", &old);
    assert_eq!(there["spec"], json!({"part": {"lit": "On"}, "count": 1}));
    assert_eq!(deep_in_part::to("v2", &there), old);
}

pair! {
    text_by_default [spoke(hub = v2::KilnSpec, part("address" = Option<v2::Address>))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub address: Option<Address>,
    }
    Address {
        #[serde(default)]
        #[schema(default = "")]
        pub text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub zone: Option<i64>,
    };
    {
        #[spoke(
            and("port"), to = "address.text", format = "{host}:{port}", or = String::new(),
            or_back = (Some("b".to_owned()), None)
        )]
        pub host: Option<String>,
        pub port: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "address.zone")]
        pub zone: Option<i64>,
    }
}

#[test]
fn nothing_is_kept_where_a_default_gives_it_back() {
    let old = kiln("v2", json!({"address": {"text": "", "zone": 1}}));
    let there = text_by_default::to("v1", &old);
    assert_eq!(there["spec"], json!({"host": "b", "port": null, "zone": 1}));
    assert_eq!(text_by_default::to("v2", &there), old);
}

pair! {
    fields_by_stand_in [spoke(hub = v2::KilnSpec, part("size" = Option<v2::Size>))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<Size>,
    }
    Size {
        pub wide: i64,
        #[serde(default = "seven")]
        #[schema(default)]
        pub high: i64,
    };
    {
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        #[spoke(to("size.wide", "size.high"), gathered("wide", "high"), or = (1, 2))]
        pub sizes: BTreeMap<String, i64>,
    }
}

fn seven() -> i64 {
    7
}

/// What stands in does so for all of them: were one its default, what was made of nothing would seem an edit.
#[test]
fn a_stand_in_is_one_for_all_of_its_fields() {
    let old = kiln("v1", json!({}));
    let there = fields_by_stand_in::to("v2", &old);
    assert_eq!(there["spec"], json!({"size": {"wide": 1, "high": 2}}));
    assert_eq!(fields_by_stand_in::to("v1", &there), old);
}

pair! {
    some_of_a_map [spoke(hub = v2::KilnSpec, part("size" = Option<v2::Size>))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<Size>,
    }
    Size { pub of: BTreeMap<String, String> };
    {
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[spoke(and("high"), to = "size.of", gathered("wide", "high"), or_back = ("w".to_owned(), "h".to_owned()))]
        pub wide: String,
        pub high: String,
    }
}

#[test]
fn of_some_fields_a_map_is_made_wherever_it_is() {
    let old = kiln("v2", json!({"size": {"of": {"high": "z"}}}));
    let there = some_of_a_map::to("v1", &old);
    assert_eq!(there["spec"], json!({"high": "z"}));
    assert_eq!(there["metadata"], json!({"name": "k"}));
    assert_eq!(some_of_a_map::to("v2", &there), old);
}
