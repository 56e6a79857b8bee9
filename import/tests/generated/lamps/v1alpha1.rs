//! `v1alpha1` of `Lamp`.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
#[crd(
    group = "example.com",
    version = "v1alpha1",
    kind = "Lamp",
    namespaced,
    served = false,
    spec(default = { brightness: 1 })
)]
pub struct LampSpec {
    pub brightness: i64,
}
