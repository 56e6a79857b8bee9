//! All keys of `#[kube(…)]`.

use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Oven::crd(), OvenClass::crd(), Bakery::crd()]
}

/// An oven to bake in.
#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[kube(
    group = "example.com", // ours
    version = "v1beta1",
    kind = "Oven",
    singular = "oven",
    plural = "ovens",
    shortname = "ov",
    shortname = "stove",
    category = "all",
    namespaced,
    doc = "What bakes.",
    derive = "PartialEq",
    derive = "Default",
    attr = "must_use",
    status = "OvenStatus",
    annotation("example.com/owner", "kitchen"),
    label("team", "kitchen"),
    served = true,
    storage = true,
    deprecated = "use a stove",
    selectable = ".spec.colour",
    // What scales.
    scale(
        spec_replicas_path = ".spec.replicas",
        status_replicas_path = ".status.replicas",
        label_selector_path = ".status.selector"
    ),
    printcolumn(name = "Colour", type_ = "string", json_path = ".spec.colour", priority = 1),
    printcolumn = r#"{"name": "Heat", "type": "integer", "description": "How hot.", "jsonPath": ".status.heat"}"#,
    validation = "self.metadata.name != 'oven'",
    validation = Rule::new("self.spec.replicas < 9").message("no oven is that many")
)]
#[serde(rename_all = "camelCase")]
pub struct OvenSpec {
    /// How many.
    pub replicas: i32,
    pub colour: String,
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct OvenStatus {
    pub replicas: i32,
    pub selector: Option<String>,
    pub heat: i32,
}

// One for the whole cluster.
#[derive(kube::CustomResource, Serialize, Deserialize, Clone, Debug, schemars::JsonSchema)]
#[kube(
    group = "example.com",
    version = "v1",
    kind = "OvenClass",
    crates(kube_core = "kube::core")
)]
pub struct OvenClassSpec {}

#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[kube(group = "example.com", version = "v1", kind = "Bakery")]
#[kube(root = "Bakery", namespaced, no_spec)]
pub struct BakeryFields {
    pub address: String,
}
