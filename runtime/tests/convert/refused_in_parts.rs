//! Stand-ins for what the other version's schema refuses, in structs that hold what moves into them: each is of the type that
//! its place has, whether both sides may lack the value or neither may.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

pair! {
    parts [spoke(hub = v2::KilnSpec, part("label" = v2::Label, "more" = Option<v2::Label>))],
    {
        pub label: Label,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub more: Option<Label>,
    }
    Label {
        #[schema(max_length = 3)]
        pub text: String,
        #[schema(max_length = 3)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
        pub wide: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub stone: Option<Stone>,
    }
    Stone { pub weight: i64 };
    {
        #[spoke(to = "label.text", or = "cut".to_owned())]
        pub text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "label.note", or = Some("see".to_owned()))]
        pub note: Option<String>,
        #[schema(max_length = 3)]
        #[spoke(to = "label.wide", or_back = "big".to_owned())]
        pub wide: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "label.stone", or_back = Some(Stone { weight: 1 }))]
        pub stone: Option<Stone>,
        #[spoke(to = "more.text", or = "cut".to_owned(), or_back = "none".to_owned())]
        pub more: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "more.note", or = Some("see".to_owned()))]
        pub more_note: Option<String>,
        #[spoke(to = "more.wide", or_back = "none".to_owned())]
        pub more_wide: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "more.stone", or = Some(v2::Stone { weight: 2 }))]
        pub more_stone: Option<Stone>,
    }
    Stone [spoke(hub = v2::Stone)] { pub weight: i64 }
}

#[test]
fn what_a_schema_refuses_has_its_stand_in_and_comes_back() {
    let old = kiln(
        "v1",
        json!({
            "text": "long", "note": "long", "wide": "abc",
            "more": "long", "more_note": "long", "more_wide": "wide", "more_stone": {"weight": 5},
        }),
    );
    let there = parts::to("v2", &old);
    let spec = json!({
        "label": {"text": "cut", "note": "see", "wide": "abc"},
        "more": {"text": "cut", "note": "see", "wide": "wide", "stone": {"weight": 5}},
    });
    assert_eq!(there["spec"], spec);
    assert_eq!(parts::to("v1", &there), old);
    let new = kiln("v2", json!({"label": {"text": "a", "wide": "too wide"}}));
    let there = parts::to("v1", &new);
    assert_eq!(there["spec"]["wide"], "big");
    assert_eq!(parts::to("v2", &there), new);
}

#[test]
fn values_of_rust_stay_absent_where_both_may_be() {
    let old: parts::v1::KilnSpec = serde_json::from_value(json!({
        "text": "a", "wide": "b", "more": "c", "more_wide": "d", "stone": {"weight": 3},
    }))
    .expect("it is one");
    let new = parts::v2::KilnSpec::from(old);
    let more = new.more.as_ref().expect("it has its text");
    assert_eq!((new.label.note.clone(), more.note.clone()), (None, None));
    assert_eq!(more.text, "c");
    let back = parts::v1::KilnSpec::from(new);
    assert_eq!((back.note, back.more_note), (None, None));
    assert_eq!(back.stone.map(|stone| stone.weight), Some(3));
}
