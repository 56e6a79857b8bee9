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

/// As kopium writes it.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "snapshot.storage.k8s.io", version = "v1", kind = "VolumeSnapshot", plural = "volumesnapshots")]
#[crd(namespaced)]
#[crd(client)]
pub struct VolumeSnapshotSpec {
    pub driver: String,
}
