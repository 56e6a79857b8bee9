//! `v1` of `Loom`.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Loom",
    namespaced,
    storage,
    conversion(none, unchecked)
)]
#[serde(rename_all = "camelCase")]
pub struct LoomSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colors: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_timeout_seconds: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub light: Option<Light>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motor: Option<Motor>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Pattern>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pauses: Option<Vec<i64>>,
    #[schema(list_map_keys("name"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pedals: Option<Vec<Pedal>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub safety: Option<Safety>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<Space>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upward: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yarn_source: Option<YarnSource>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    Bright,
    Dark,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Motor {
    #[schema(minimum = 0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<i32>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    PlainWeave,
    FancyTwill,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Pedal {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<i32>,
    pub name: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Safety {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brake: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Space {
    #[schema(minimum = 0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub across: Option<i32>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Running,
    Stopped,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct YarnSource {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fibre: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<i32>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Origin {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub farm: Option<String>,
}
