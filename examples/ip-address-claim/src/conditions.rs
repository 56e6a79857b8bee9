//! The older kind of conditions, which all versions have somewhere.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use serde::{Deserialize, Serialize};
use wheelwright::Schema;

/// What is true of an object, with a severity if it is bad.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    /// What it is about, in `CamelCase` or as `foo.example.com/CamelCase`.
    #[schema(min_length = 1, max_length = 256)]
    pub r#type: String,
    /// True, False or Unknown.
    pub status: String,
    /// How bad it is; only where the status is False.
    #[schema(max_length = 32)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<String>,
    /// Since when the status is what it is.
    pub last_transition_time: Time,
    /// Why, in `CamelCase`.
    #[schema(min_length = 1, max_length = 256)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Why, in words.
    #[schema(min_length = 1, max_length = 10240)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}
