//! Kubernetes' own types, sets, and defaults of schemars alone.

use std::collections::{BTreeMap, BTreeSet};

use k8s_openapi::api::core::v1::{Container, LocalObjectReference};
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector, Time};
use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Stack::crd()]
}

#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.com", version = "v1", kind = "Stack", namespaced, status = "StackStatus")]
#[serde(rename_all = "camelCase")]
pub struct StackSpec {
    pub containers: Vec<Container>,
    pub selector: Option<LabelSelector>,
    pub pull_secrets: Option<BTreeSet<String>>,
    pub groups: BTreeMap<String, BTreeSet<Group>>,
    pub size: Quantity,
    pub secret: LocalObjectReference,
    #[schemars(default = "four")]
    pub replicas: i32,
    #[schemars(default)]
    pub partition: Option<i32>,
    #[schemars(schema_with = "labels", default)]
    pub labels: Option<BTreeMap<String, String>>,
    pub any: BTreeMap<String, serde_json::Value>,
    #[schemars(with = "String")]
    pub wait: Option<String>,
    #[schemars(schema_with = "mode")]
    pub mode: Option<String>,
}

fn mode(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"type": "string", "enum": ["fast", "slow"]})
}

fn four() -> i32 {
    4
}

fn labels(
    _: &mut schemars::SchemaGenerator,
) -> schemars::Schema {
    schemars::json_schema!({
        "type": "object",
        "nullable": true,
        "maxProperties": 8,
        "additionalProperties": {"type": "string"},
    })
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    pub name: String,
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct StackStatus {
    pub conditions: Vec<Condition>,
    pub last_seen: Option<Time>,
}
