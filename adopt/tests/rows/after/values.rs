//! What schemars says of values.

use std::collections::BTreeMap;

use kube::CustomResourceExt;
use wheelwright::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Tunnel::crd()]
}

const LONGEST: usize = 253;

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Tunnel", namespaced)]
#[serde(rename_all = "camelCase")]
pub struct TunnelSpec {
    #[schema(min_length = 1, max_length = 63 - "tunnel-".len(), pattern = r"^[a-z]+$")]
    pub name: String,
    /// Where it ends.
    #[schema(max_length = LONGEST)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    #[schema(minimum = 1, maximum = 65535)] // a port
    pub port: u16,
    #[schema(minimum = 0.5)]
    pub weight: Option<f64>,
    #[schema(pattern = "a\\.b")]
    pub host: String,
    #[schema(format = "email")]
    pub owner: String,
    #[schema(format = "uri", title = "Home")]
    pub home: String,
    #[schema(min_items = 1, max_items = 8, items(max_length = 63))]
    pub labels: Vec<String>,
    #[schema(as = String)]
    pub wait: Wait,
    #[schema(as = Vec<String>, description = "Ways.")]
    pub ways: Wait,
    #[schema(minimum = 2)]
    pub lanes: i64,
    #[schema(required, maximum = 9)]
    pub depth: Option<i32>,
    pub levels: BTreeMap<String, Level>,
    #[serde(rename = "if")]
    pub condition: bool,
}

/// As text.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
pub struct Wait(serde_json::Value);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Level {
    #[schema(multiple_of = 5)]
    pub height: u32,
    pub kind: Kind,
    pub size: u64,
    pub small: i8,
    pub share: f32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Kind {
    Deep,
    Flat,
}
