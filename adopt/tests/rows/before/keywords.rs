//! Keywords of Kubernetes through `extend` and functions.

use std::collections::BTreeMap;

use kube::{CustomResource, CustomResourceExt};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Shelf::crd()]
}

#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.com", version = "v1", kind = "Shelf")]
pub struct ShelfSpec {
    #[schemars(extend("x-kubernetes-list-type" = "set"))]
    pub names: Vec<String>,
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    pub boards: Vec<Board>,
    #[schemars(extend("x-kubernetes-map-type" = "atomic"))]
    pub weights: BTreeMap<String, i32>,
    #[schemars(schema_with = "anything")]
    pub extra: serde_json::Value,
    /// A number or a share.
    #[schemars(schema_with = "port")]
    pub port: serde_json::Value,
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Board {
    pub name: String,
    #[schemars(extend("maxLength" = 20))]
    pub wood: String,
}

/// Whatever it is.
fn anything(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "object", "x-kubernetes-preserve-unknown-fields": true})
}

fn port(_generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    serde_json::from_value(serde_json::json!({
        // either
        "x-kubernetes-int-or-string": true,
    }))
    .unwrap()
}
