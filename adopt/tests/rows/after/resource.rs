//! All keys of `#[kube(…)]`.

use kube::CustomResourceExt;
use wheelwright::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Oven::crd(), OvenClass::crd(), Bakery::crd()]
}

/// An oven to bake in.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(
    group = "example.com", // ours
    version = "v1beta1",
    kind = "Oven",
    singular = "oven",
    plural = "ovens",
    shortname = "ov",
    shortname = "stove",
    category = "all",
    namespaced,
    root(description = "What bakes.", rule("self.metadata.name != 'oven'"), rule("self.spec.replicas < 9", message = "no oven is that many")),
    derive(PartialEq),
    derive(Default),
    attr(must_use),
    status = OvenStatus,
    annotation("example.com/owner" = "kitchen"),
    label("team" = "kitchen"),
    served = true,
    storage = true,
    deprecated = "use a stove",
    selectable = ".spec.colour",
    // What scales.
    scale(
        spec = ".spec.replicas",
        status = ".status.replicas",
        selector = ".status.selector"
    ),
    printcolumn(name = "Colour", type = "string", path = ".spec.colour", priority = 1),
    printcolumn(name = "Heat", type = "integer", description = "How hot.", path = ".status.heat")
)]
#[serde(rename_all = "camelCase")]
pub struct OvenSpec {
    /// How many.
    pub replicas: i32,
    pub colour: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct OvenStatus {
    pub replicas: i32,
    pub selector: Option<String>,
    pub heat: i32,
}

// One for the whole cluster.
#[derive(wheelwright::CustomResource, Serialize, Deserialize, Clone, Debug, wheelwright::Schema)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "OvenClass",
    cluster
)]
pub struct OvenClassSpec {}

#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, Schema)]
#[crd(group = "example.com", version = "v1", kind = "Bakery")]
#[crd(struct = Bakery, namespaced, no_spec)]
pub struct BakeryFields {
    pub address: String,
}
