//! The older kind of conditions in their old place, and references that say less.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

use crate::{conditions, v1beta2};

/// A wish for an address.
#[derive(
    CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq,
)]
#[crd(
    hub = v1beta2::IPAddressClaim,
    version = "v1beta1",
    deprecated,
    spec(optional),
    status = IPAddressClaimStatus,
    derive(PartialEq),
    printcolumn(name = "Pool Name", type = "string", path = ".spec.poolRef.name", description = "Name of the pool to allocate an address from"),
    printcolumn(name = "Pool Kind", type = "string", path = ".spec.poolRef.kind", description = "Kind of the pool to allocate an address from"),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp", description = "Time duration since creation of IPAddressClaim"),
)]
#[spoke(hub = v1beta2::IPAddressClaimSpec)]
#[serde(rename_all = "camelCase")]
pub struct IPAddressClaimSpec {
    /// The cluster that the object belongs to.
    #[schema(min_length = 1, max_length = 63)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster_name: Option<String>,
    /// The pool that the address is to come from.
    pub pool_ref: PoolReference,
}

/// A pool of addresses.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(struct_type = "atomic")]
#[spoke(hub = v1beta2::IPPoolReference)]
#[serde(rename_all = "camelCase")]
pub struct PoolReference {
    /// The group of its kind; none for the core group.
    #[spoke(or = "core".to_owned())]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_group: Option<String>,
    /// Its kind.
    // This version takes any words, the hub names only.
    #[spoke(or = "None".to_owned())]
    pub kind: String,
    /// Its name.
    #[spoke(or = "none".to_owned())]
    pub name: String,
}

/// What came of the wish.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(
    hub = v1beta2::IPAddressClaimStatus,
    part("deprecated" = Option<v1beta2::Deprecated>, "deprecated.v1beta1" = Option<v1beta2::DeprecatedV1Beta1>),
    part_back("v1beta2" = Option<StatusV1Beta2>),
    step(from("v1beta2.conditions"), to = "conditions"),
)]
#[serde(rename_all = "camelCase")]
pub struct IPAddressClaimStatus {
    /// The address that was made for the claim.
    #[spoke(with = known, back = spelled_out)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address_ref: Option<AddressReference>,
    /// What is true of the claim now.
    #[spoke(to = "deprecated.v1beta1.conditions")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<conditions::Condition>>,
    /// What `v1beta2` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v1beta2: Option<StatusV1Beta2>,
}

/// An address.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(struct_type = "atomic")]
pub struct AddressReference {
    /// The name of the `IPAddress`; empty while there is none.
    #[schema(default)]
    #[serde(default)]
    pub name: String,
}

/// What `v1beta2` says.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct StatusV1Beta2 {
    /// What is true of the claim now.
    #[schema(list_map_keys("type"), max_items = 32)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<Condition>>,
}

fn known(address: Option<AddressReference>) -> Option<v1beta2::IPAddressReference> {
    let name = address?.name;
    (!name.is_empty()).then_some(v1beta2::IPAddressReference { name })
}

fn spelled_out(address: Option<v1beta2::IPAddressReference>) -> Option<AddressReference> {
    let name = address?.name;
    Some(AddressReference { name })
}
