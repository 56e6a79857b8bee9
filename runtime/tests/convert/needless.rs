//! What comes back by itself is not kept: within structs that steps further out reach deep into, and where a default takes the
//! place of what a step could not make.

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
