//! An object without the member that becomes something at the other version: it is empty there, and not absent.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Names {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<String>,
}

pair!(wrapped [spoke(hub = v2::KilnSpec, part("group" = v2::Group))], {
    pub group: Group,
} Group {
    #[schema(default = ["a"])]
    pub names: Vec<String>,
};
{
    #[spoke(to = "group.names", unwrap = "within")]
    pub names: Names,
});

#[test]
fn what_is_empty_is_no_absence() {
    let object = kiln("v1", json!({"names": {}}));
    let there = wrapped::to("v2", &object);
    assert_eq!(there["spec"], json!({"group": {"names": ["a"]}}));
    assert_eq!(wrapped::to("v1", &there), object);
}
