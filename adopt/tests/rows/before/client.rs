//! Somebody else's resource.

use kube::CustomResource;
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    Vec::new()
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kube(
    group = "cert-manager.io",
    version = "v1",
    kind = "Certificate",
    namespaced,
    shortname = "cert",
    schema = "disabled"
)]
#[serde(rename_all = "camelCase")]
pub struct CertificateSpec {
    pub secret_name: String,
    pub subject: Option<(String, u8)>,
}

/// As kopium writes it.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "snapshot.storage.k8s.io", version = "v1", kind = "VolumeSnapshot", plural = "volumesnapshots")]
#[kube(namespaced)]
#[kube(schema = "disabled")]
pub struct VolumeSnapshotSpec {
    pub driver: String,
}
