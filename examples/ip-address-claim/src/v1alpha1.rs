//! The cluster's name in a label, and no conditions of the newer kind.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

use crate::{
    conditions,
    v1beta1::{self, AddressReference, PoolReference},
};

/// A wish for an address.
#[derive(
    CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq,
)]
#[crd(
    hub = v1beta1::IPAddressClaim,
    version = "v1alpha1",
    spec(optional),
    status = IPAddressClaimStatus,
    derive(PartialEq),
    printcolumn(name = "Pool Name", type = "string", path = ".spec.poolRef.name", description = "Name of the pool to allocate an address from"),
    printcolumn(name = "Pool Kind", type = "string", path = ".spec.poolRef.kind", description = "Kind of the pool to allocate an address from"),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp", description = "Time duration since creation of IPAddressClaim"),
)]
#[spoke(
    hub = v1beta1::IPAddressClaimSpec,
    step(from_label = "cluster.x-k8s.io/cluster-name", to = "cluster_name"),
)]
#[serde(rename_all = "camelCase")]
pub struct IPAddressClaimSpec {
    /// The pool that the address is to come from.
    pub pool_ref: PoolReference,
}

/// What came of the wish.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(hub = v1beta1::IPAddressClaimStatus, added(v1beta2))]
#[serde(rename_all = "camelCase")]
pub struct IPAddressClaimStatus {
    /// The address that was made for the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address_ref: Option<AddressReference>,
    /// What is true of the claim now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<conditions::Condition>>,
}
