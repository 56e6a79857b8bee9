//! Null that is kept, where the object around what becomes of it stands by default, and so does that itself.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

fn join(name: String, degrees: i64) -> String {
    format!("{name}:{degrees}")
}

fn split(text: String) -> (String, i64) {
    match text.split_once(':') {
        Some((name, degrees)) => (name.to_owned(), degrees.parse().unwrap_or(4)),
        None => (text, 4),
    }
}

pair!(nulls [spoke(hub = v2::KilnSpec, part("heat" = Option<v2::Outer>))], {
    #[schema(default = {"part": {"text": "a"}})]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heat: Option<Outer>,
    pub rank: i64,
} Outer {
    #[schema(default = {"text": "a"})]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
} Part {
    pub text: String,
};
{
    #[schema(default = {"name": "", "degrees": 5})]
    #[spoke(to = "heat.part")]
    #[serde(default = "five")]
    pub part: Option<Part>,
    pub rank: i64,
} Part [spoke(hub = v2::Part, step(from("name", "degrees"), to = "text", with = join, back = split))] {
    pub name: String,
    pub degrees: i64,
});

#[expect(clippy::unnecessary_wraps, reason = "serde calls it for the field")]
fn five() -> Option<nulls::v1::Part> {
    Some(nulls::v1::Part {
        name: String::new(),
        degrees: 5,
    })
}

#[test]
fn the_live_value_is_not_another_default() {
    let mut object = kiln("v2", json!({"heat": {"part": {"text": "a"}}, "rank": 1}));
    object["metadata"]["annotations"] = json!({
        "example.com/kept-by-conversion": r#"{"format":1,"kept":{"v1":{"spec":{"part":[null]}}}}"#,
    });
    let there = nulls::to("v1", &object);
    assert_eq!(nulls::to("v2", &there)["spec"], object["spec"]);
}
