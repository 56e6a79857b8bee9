//! `v1alpha1` of `Lamp`.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "test.k8s.io",
    version = "v1alpha1",
    kind = "Lamp",
    namespaced,
    served = false,
    annotation("api-approved.kubernetes.io" = "unapproved, a test"),
    spec(default = { brightness: 1 })
)]
pub struct LampSpec {
    pub brightness: i64,
}

impl Default for LampSpec {
    fn default() -> Self {
        Self {
            brightness: 1,
        }
    }
}
