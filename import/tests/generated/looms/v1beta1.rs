//! `v1beta1` of `Loom`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(hub = super::v1::Loom, version = "v1beta1")]
#[spoke(
    hub = super::v1::LoomSpec,
    fallible(up),
    part("space" = Option<super::v1::Space>),
    part_back("frame" = Option<Frame>),
    step(from("frame.height"), to = "upward"),
    step(from("frame.width"), to = "space.across"),
    step(from("motor.brake"), to = "safety.brake"),
    step(from("frame.note"), removed)
)]
#[serde(rename_all = "camelCase")]
pub struct LoomSpec {
    #[schema(min_items = 1, items(pattern = "^[a-z]+$"))]
    #[spoke(delimited = ";")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colors: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<Frame>,
    #[spoke(rename = "idle_timeout_seconds", duration = "s")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_timeout: Option<String>,
    #[spoke(values(true = "Bright", false = "Dark"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub light: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motor: Option<Motor>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Pattern>,
    #[spoke(each(duration = "s"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pauses: Option<Vec<String>>,
    #[spoke(keyed = "name")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pedals: Option<BTreeMap<String, Pedal>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub safety: Option<Safety>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    #[spoke(rename = "yarn_source")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<Thread>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Frame {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    #[schema(minimum = 0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<i32>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = super::v1::Motor)]
pub struct Motor {
    #[spoke(elsewhere)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brake: Option<String>,
    #[schema(minimum = 0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<i32>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[spoke(hub = super::v1::Pattern)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    PlainWeave,
    FancyTwill,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = super::v1::Pedal, elsewhere(name = String::new()))]
pub struct Pedal {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<i32>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = super::v1::Safety, elsewhere(brake))]
pub struct Safety {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[spoke(hub = super::v1::State)]
pub enum State {
    #[spoke(rename = "Running")]
    On,
    #[spoke(rename = "Stopped")]
    Off,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(
    hub = super::v1::YarnSource,
    part("origin" = Option<super::v1::Origin>)
)]
pub struct Thread {
    #[spoke(rename = "weight")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grams: Option<i32>,
    #[spoke(to = "origin.farm")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grower: Option<String>,
    #[spoke(rename = "fibre")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}
