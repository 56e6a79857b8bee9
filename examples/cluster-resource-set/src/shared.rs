//! What both versions share.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use serde::{Deserialize, Serialize};
use wheelwright::Schema;

/// A Secret or a `ConfigMap` that holds manifests.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct ResourceRef {
    /// Its name.
    #[schema(min_length = 1, max_length = 253)]
    pub name: String,
    /// What it is.
    pub kind: ResourceKind,
}

/// What holds manifests.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceKind {
    /// A Secret.
    Secret,
    /// A `ConfigMap`.
    ConfigMap,
}

/// How often manifests are applied.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Once for each cluster.
    ApplyOnce,
    /// Again when they change.
    Reconcile,
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
