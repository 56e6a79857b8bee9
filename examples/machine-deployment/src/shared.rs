//! What both versions share.

use std::collections::BTreeMap;

use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use serde::{Deserialize, Serialize};
use wheelwright::Schema;

/// How machines are replaced.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyType {
    /// Old ones make room for new ones, a few at a time.
    RollingUpdate,
    /// Somebody deletes the old ones.
    OnDelete,
}

/// Which machines are deleted first.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionOrder {
    /// Any.
    Random,
    /// The newest.
    Newest,
    /// The oldest.
    Oldest,
}

/// How far it has come.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Machines are made.
    ScalingUp,
    /// Machines are deleted.
    ScalingDown,
    /// All is as it should be.
    Running,
    /// Nothing helps but somebody.
    Failed,
    /// Nobody can tell.
    Unknown,
}

/// Labels and annotations of the machines.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct ObjectMeta {
    /// Labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<BTreeMap<String, String>>,
    /// Annotations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<BTreeMap<String, String>>,
}

/// A condition without which a machine is not ready.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct ReadinessGate {
    /// Its type.
    #[schema(
        min_length = 1,
        max_length = 316,
        pattern = "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"
    )]
    pub condition_type: String,
    /// Which of its statuses is the good one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polarity: Option<Polarity>,
}

/// Which status of a condition is the good one.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polarity {
    /// `True`.
    Positive,
    /// `False`.
    Negative,
}

/// A taint of the node.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Taint {
    /// Its key.
    #[schema(
        min_length = 1,
        max_length = 317,
        pattern = "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\\/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$"
    )]
    pub key: String,
    /// Its value.
    #[schema(
        min_length = 1,
        max_length = 63,
        pattern = "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$"
    )]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What it does to pods.
    pub effect: TaintEffect,
    /// How long it is looked after.
    pub propagation: TaintPropagation,
}

/// What a taint does to pods.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaintEffect {
    /// No new ones.
    NoSchedule,
    /// Rather no new ones.
    PreferNoSchedule,
    /// None.
    NoExecute,
}

/// How long a taint is looked after.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaintPropagation {
    /// As long as the node is there.
    Always,
    /// Once.
    OnInitialization,
}

/// How many machines have a version of Kubernetes.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct VersionCount {
    /// The version.
    #[schema(min_length = 1, max_length = 256)]
    pub version: String,
    /// How many.
    #[schema(minimum = 1)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replicas: Option<i32>,
}

/// A condition as `v1beta1` has them: with a severity, and without the generation that it was observed at.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct V1Beta1Condition {
    /// What the condition is of, in `CamelCase`.
    #[schema(min_length = 1, max_length = 256)]
    pub r#type: String,
    /// `True`, `False` or `Unknown`.
    pub status: String,
    /// How bad it is, where the status is `False`.
    #[schema(max_length = 32)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<String>,
    /// Since when the status is what it is.
    pub last_transition_time: Time,
    /// Why, in one `CamelCase` word.
    #[schema(min_length = 1, max_length = 256)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Why, for people.
    #[schema(min_length = 1, max_length = 10240)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}
