//! The older version: `text` was called `message`, and nothing was loud.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub use crate::v1::{{kind}}Status;

/// Text that is kept in a `ConfigMap`.
#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    hub = crate::v1::{{kind}},
    version = "v1alpha1",
    deprecated,
    status = {{kind}}Status,
    derive(PartialEq),
    printcolumn(name = "Message", type = "string", path = ".spec.message"),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp")
)]
#[spoke(hub = crate::v1::{{kind}}Spec, added(loud))]
#[serde(rename_all = "camelCase")]
pub struct {{kind}}Spec {
    /// What is said.
    #[schema(min_length = 1, max_length = 256)]
    #[spoke(rename = "text")]
    pub message: String,
    /// How often it is said, each time on a line of its own.
    #[schema(default = 1, minimum = 1, maximum = 100)]
    #[serde(default = "one")]
    pub copies: u32,
}

fn one() -> u32 {
    1
}
