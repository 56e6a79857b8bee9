//! `v1alpha1` of `Doubt`.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

use super::v1beta1::DoubtSpec;

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1alpha1",
    kind = "Doubt",
    namespaced,
    status(type = DoubtStatus, nullable),
    type_meta(metadata),
    no_spec
)]
pub struct DoubtFields {
    pub spec: DoubtSpec,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct DoubtStatus {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
}
