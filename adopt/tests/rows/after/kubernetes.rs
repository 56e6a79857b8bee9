//! Kubernetes' own types, sets, and defaults of schemars alone.

use std::collections::{BTreeMap, BTreeSet};

use k8s_openapi::api::core::v1::{Container, LocalObjectReference};
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector, Time};
use kube::CustomResourceExt;
use wheelwright::CustomResource;
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Stack::crd()]
}

#[derive(CustomResource, wheelwright::Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(loose)]
#[crd(group = "example.com", version = "v1", kind = "Stack", namespaced, status = StackStatus)]
#[serde(rename_all = "camelCase")]
pub struct StackSpec {
    pub containers: Vec<Container>,
    pub selector: Option<LabelSelector>,
    #[schema(list_type = "atomic")]
    pub pull_secrets: Option<BTreeSet<String>>,
    #[schema(values(list_type = "atomic"))]
    pub groups: BTreeMap<String, BTreeSet<Group>>,
    pub size: Quantity,
    pub secret: LocalObjectReference,
    #[schema(default = four())]
    pub replicas: i32,
    pub partition: Option<i32>,
    #[schema(with = labels)]
    pub labels: Option<BTreeMap<String, String>>,
    pub any: BTreeMap<String, serde_json::Value>,
    #[schema(as = Option<String>, required)]
    pub wait: Option<String>,
    #[schema(with = mode, required)]
    pub mode: Option<String>,
}

fn mode() -> serde_json::Value {
    serde_json::json!({"type": "string", "enum": ["fast", "slow"]})
}

fn four() -> i32 {
    4
}

fn labels() -> serde_json::Value {
    serde_json::json!({
        "type": "object",
        "nullable": true,
        "maxProperties": 8,
        "additionalProperties": {"type": "string"},
    })
}

#[derive(wheelwright::Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    pub name: String,
}

#[derive(wheelwright::Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(loose)]
#[serde(rename_all = "camelCase")]
pub struct StackStatus {
    pub conditions: Vec<Condition>,
    pub last_seen: Option<Time>,
}
