//! Enums, generic types, unions and what serde does.

use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Route::crd(), Endpoint::crd()]
}

#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.com", version = "v1", kind = "Route", namespaced)]
#[serde(rename_all = "camelCase")]
pub struct RouteSpec {
    pub target: Target,
    pub first: Role<Limits>,
    #[serde(flatten)]
    pub common: Common,
    #[serde(deserialize_with = "lenient")]
    pub timeout: u32,
    #[serde(alias = "colour", skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    pub mode: Option<Mode>,
    #[cfg_attr(all(), schemars(range(min = 1)), serde(rename = "count"))]
    pub number: i32,
}

fn lenient<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    u32::deserialize(deserializer)
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Target {
    /// By its name.
    Service {
        name: String,
        port: u16,
    },
    Url(String),
}

#[derive(Serialize, Deserialize, Clone, Debug)]
#[cfg_attr(all(), derive(JsonSchema))]
pub enum Mode {
    Fast,
    Slow,
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(bound = "C: JsonSchema")]
pub struct Role<C> {
    pub config: C,
    pub replicas: Option<u16>,
}

impl<C: JsonSchema + Clone> Role<C> {
    pub fn copy(&self) -> C {
        self.config.clone()
    }
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Limits {
    pub cpus: u8,
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Common {
    pub zone: String,
}

/// Where a cluster answers.
#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.com", version = "v1", kind = "Endpoint", namespaced)]
#[schemars(extend("oneOf" = [{"required": ["clusterName"]}, {"required": ["url"]}]))]
#[serde(rename_all = "camelCase")]
pub struct EndpointSpec {
    pub cluster_name: Option<String>,
    pub url: Option<String>,
}
