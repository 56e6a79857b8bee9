//! A struct without members that is kept, where the struct has a default: once an edit took away what stood in it, it is there
//! without that. The default is for who leaves the struct out; nobody did, and who took `zone` away did not ask for `open`.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

pair!(parts [spoke(hub = v2::KilnSpec)], {
    #[schema(default = {"open": true})]
    pub part: Option<Part>,
} Part {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
};
{
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[spoke(to = "part.zone")]
    pub zone: Option<String>,
} Part [spoke(hub = v2::Part, elsewhere(zone))] {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
});

#[test]
fn it_is_there_without_what_was_taken_away() {
    let mut object = kiln("v1", json!({}));
    object["metadata"]["annotations"] = json!({
        "example.com/kept-by-conversion": r#"{"format":1,"kept":{"v2":{"spec":{"part":[{}]}}}}"#,
    });
    let there = parts::to("v2", &object);
    assert_eq!(there["spec"], json!({"part": {}}));
    let back = parts::to("v1", &there);
    assert_eq!(back["spec"], json!({}));
    assert_eq!(parts::to("v2", &back), there);
}
