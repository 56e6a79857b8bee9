//! Keywords of Kubernetes through `extend` and functions.

use std::collections::BTreeMap;

use kube::CustomResourceExt;
use wheelwright::CustomResource;
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Shelf::crd()]
}

#[derive(CustomResource, wheelwright::Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Shelf", cluster)]
pub struct ShelfSpec {
    #[schema(list_type = "set")]
    pub names: Vec<String>,
    #[schema(list_type = "map", list_map_keys("name"))]
    pub boards: Vec<Board>,
    #[schema(map_type = "atomic")]
    pub weights: BTreeMap<String, i32>,
    #[schema(with = anything)]
    pub extra: serde_json::Value,
    /// A number or a share.
    #[schema(with = port)]
    pub port: serde_json::Value,
}

#[derive(wheelwright::Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Board {
    pub name: String,
    #[schema(max_length = 20)]
    pub wood: String,
}

/// Whatever it is.
fn anything() -> serde_json::Value {
    serde_json::json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true})
}

fn port() -> serde_json::Value {
    serde_json::json!({
        // either
        "x-kubernetes-int-or-string": true,
    })
}
