//! What schemars says of values.

use std::collections::BTreeMap;

use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Tunnel::crd()]
}

const LONGEST: usize = 253;

#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.com", version = "v1", kind = "Tunnel", namespaced)]
#[serde(rename_all = "camelCase")]
pub struct TunnelSpec {
    #[schemars(length(min = 1, max = 63 - "tunnel-".len()), regex(pattern = r"^[a-z]+$"))]
    pub name: String,
    /// Where it ends.
    #[schemars(length(max = LONGEST))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    #[schemars(range(min = 1, max = 65535))] // a port
    pub port: u16,
    #[schemars(range(min = 0.5))]
    pub weight: Option<f64>,
    #[schemars(contains(pattern = "a.b"))]
    pub host: String,
    #[schemars(email)]
    pub owner: String,
    #[schemars(url, title = "Home")]
    pub home: String,
    #[schemars(length(min = 1, max = 8), inner(length(max = 63)))]
    pub labels: Vec<String>,
    #[schemars(with = "String")]
    pub wait: Wait,
    #[schemars(with = "Vec<String>", description = "Ways.")]
    pub ways: Wait,
    #[validate(range(min = 2))]
    pub lanes: i64,
    #[schemars(required, range(max = 9))]
    pub depth: Option<i32>,
    pub levels: BTreeMap<String, Level>,
    #[serde(rename = "if")]
    pub condition: bool,
}

/// As text.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
pub struct Wait(serde_json::Value);

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(rename = "LevelOfTunnel", inline)]
pub struct Level {
    #[schemars(extend("multipleOf" = 5))]
    pub height: u32,
    pub kind: Kind,
    pub size: u64,
    pub small: i8,
    pub share: f32,
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub enum Kind {
    Deep,
    Flat,
}
