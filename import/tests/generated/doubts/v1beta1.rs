//! `v1beta1` of `Doubt`.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    hub = super::v1::Doubt,
    version = "v1beta1",
    type_meta(required, api_version, kind),
    status,
    no_spec
)]
pub struct DoubtFields {
    pub spec: DoubtSpec,
    #[schema(required)]
    pub status: Option<DoubtStatus>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct DoubtSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct DoubtStatus {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
}
