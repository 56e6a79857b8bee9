//! Somebody else's resource.

use wheelwright::CustomResource;
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    Vec::new()
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "cert-manager.io",
    version = "v1",
    kind = "Certificate",
    namespaced,
    client
)]
#[serde(rename_all = "camelCase")]
pub struct CertificateSpec {
    pub secret_name: String,
    pub subject: Option<(String, u8)>,
}
