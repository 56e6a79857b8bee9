//! What the default of a map says beyond those of the members of its values: nobody said it, so nothing is kept of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

pair!(zones [spoke(hub = v2::KilnSpec, part("heat" = Option<v2::Heat>))], {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heat: Option<Heat>,
} Heat {
    #[schema(default = {"a": {"minutes": 40}})]
    pub zones: BTreeMap<String, Zone>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
} Zone {
    #[schema(default = 3)]
    pub minutes: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degrees: Option<i64>,
};
{
    #[spoke(to = "heat.zones")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zones: Option<BTreeMap<String, Zone>>,
    #[spoke(to = "heat.open")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
} Zone [spoke(hub = v2::Zone, added(minutes = 3))] {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degrees: Option<i64>,
});

#[test]
fn nothing_is_kept_of_what_nobody_said() {
    let object = kiln("v1", json!({"open": true}));
    let there = zones::to("v2", &object);
    let heat = json!({"open": true, "zones": {"a": {"minutes": 40}}});
    assert_eq!(there["spec"], json!({"heat": heat}));
    let mut back = zones::to("v1", &there);
    assert_eq!(back, object);

    // An edit that says of a zone that it is there makes it of what its members are by default.
    back["spec"]["zones"] = json!({"a": {}});
    let zones = json!({"a": {"minutes": 3}});
    assert_eq!(zones::to("v2", &back)["spec"]["heat"]["zones"], zones);
}
