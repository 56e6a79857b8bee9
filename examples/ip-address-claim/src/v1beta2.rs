//! The hub.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

use crate::conditions;

/// A wish for an address.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "ipam.cluster.x-k8s.io",
    version = "v1beta2",
    kind = "IPAddressClaim",
    namespaced,
    category = "cluster-api",
    storage,
    status = IPAddressClaimStatus,
    derive(PartialEq),
    annotation("api-approved.kubernetes.io" = "https://github.com/kubernetes-sigs/cluster-api"),
    conversion(webhook(service = "capi-system/capi-webhook-service", path = "/convert")),
    printcolumn(name = "Pool Name", type = "string", path = ".spec.poolRef.name", description = "Name of the pool to allocate an address from"),
    printcolumn(name = "Pool Kind", type = "string", path = ".spec.poolRef.kind", description = "Kind of the pool to allocate an address from"),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp", description = "Time duration since creation of IPAddressClaim"),
)]
#[serde(rename_all = "camelCase")]
pub struct IPAddressClaimSpec {
    /// The cluster that the object belongs to.
    #[schema(min_length = 1, max_length = 63)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster_name: Option<String>,
    /// The pool that the address is to come from.
    pub pool_ref: IPPoolReference,
}

/// A pool of addresses.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct IPPoolReference {
    /// The group of its kind.
    #[schema(
        min_length = 1,
        max_length = 253,
        pattern = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"
    )]
    pub api_group: String,
    /// Its kind.
    #[schema(
        min_length = 1,
        max_length = 63,
        pattern = "^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$"
    )]
    pub kind: String,
    /// Its name.
    #[schema(
        min_length = 1,
        max_length = 253,
        pattern = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"
    )]
    pub name: String,
}

/// What came of the wish.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct IPAddressClaimStatus {
    /// The address that was made for the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address_ref: Option<IPAddressReference>,
    /// What is true of the claim now.
    #[schema(list_map_keys("type"), max_items = 32)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<Condition>>,
    /// What will be removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecated>,
}

/// An address.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct IPAddressReference {
    /// The name of the `IPAddress`.
    #[schema(
        min_length = 1,
        max_length = 253,
        pattern = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"
    )]
    pub name: String,
}

/// What will be removed.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Deprecated {
    /// What will be removed together with `v1beta1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v1beta1: Option<DeprecatedV1Beta1>,
}

/// What will be removed together with `v1beta1`.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct DeprecatedV1Beta1 {
    /// The older kind of conditions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<conditions::Condition>>,
}
