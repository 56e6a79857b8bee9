//! Enums, generic types, unions and what serde does.

use kube::CustomResourceExt;
use wheelwright::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Route::crd(), Endpoint::crd()]
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Route", namespaced)]
#[serde(rename_all = "camelCase")]
pub struct RouteSpec {
    pub target: Target,
    pub first: Role<Limits>,
    #[serde(flatten)]
    pub common: Common,
    #[serde(deserialize_with = "lenient")]
    #[schema(as = u32)]
    pub timeout: u32,
    #[serde(alias = "colour", skip_serializing_if = "Option::is_none")]
    #[schema(accept_aliases)]
    pub color: Option<String>,
    pub mode: Option<Mode>,
    #[cfg_attr(all(), schema(minimum = 1), serde(rename = "count"))]
    pub number: i32,
}

fn lenient<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    u32::deserialize(deserializer)
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
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
#[cfg_attr(all(), derive(Schema))]
pub enum Mode {
    Fast,
    Slow,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[schema(bound = "C: wheelwright::Schema")]
pub struct Role<C> {
    pub config: C,
    pub replicas: Option<u16>,
}

impl<C: Schema + Clone> Role<C> {
    pub fn copy(&self) -> C {
        self.config.clone()
    }
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Limits {
    pub cpus: u8,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Common {
    pub zone: String,
}

/// Where a cluster answers.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Endpoint", namespaced)]
#[schema(exactly_one_of("cluster_name", "url"))]
#[serde(rename_all = "camelCase")]
pub struct EndpointSpec {
    pub cluster_name: Option<String>,
    pub url: Option<String>,
}
