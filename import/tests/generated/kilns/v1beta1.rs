//! `v1beta1` of `Kiln`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(hub = super::v1::Kiln, version = "v1beta1", status = KilnStatus)]
#[spoke(
    hub = super::v1::KilnSpec,
    fallible(up),
    part(
        "rollout" = Option<super::v1::Rollout>,
        "rollout.limits" = Option<super::v1::Limits>
    ),
    added("rollout.note"),
    added(left),
    added(right)
)]
#[serde(rename_all = "camelCase")]
pub struct KilnSpec {
    #[spoke(to = "rollout.limits.cpu")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<i32>,
    #[spoke(rename = "pools")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<Group>>,
    #[spoke(removed)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
    #[spoke(factor = 1)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heat: Option<i32>,
    #[spoke(rename = "names", wrap)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[spoke(keyed("name", "value"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ports: Option<BTreeMap<String, String>>,
    #[spoke(to = "rollout.after")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rollout_after: Option<String>,
    #[spoke(rename = "timeout_seconds", duration = "s")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = super::v1::Pool, fallible(up))]
pub struct Group {
    #[spoke(rename = "idle_seconds", duration = "s")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = super::v1::KilnStatus, part("old" = Option<super::v1::Old>))]
pub struct KilnStatus {
    #[spoke(to = "old.phase")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    #[spoke(rename = "phase")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}
