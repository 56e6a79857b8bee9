//! cluster-api's `IPAddressClaim`, a wish for an address from a pool: three versions.
//!
//! Read [`v1beta2`] first (the hub, which is stored), then [`v1beta1`], its spoke, and [`v1alpha1`], the spoke of that.
//!
//! * The cluster's name is a field since `v1beta1`; at `v1alpha1` it is the label `cluster.x-k8s.io/cluster-name`.
//! * `conditions` of the old kind stand under `status.deprecated.v1beta1` at `v1beta2`, and those of the new kind under
//!   `status.v1beta2` at `v1beta1`. At `v1alpha1` there are none of the new kind: they travel.
//!
//! The test `upstream` holds the conversions against those of cluster-api's own code.

#![allow(
    clippy::duplicated_attributes,
    reason = "two columns are of one type, and the lint does not see that they are two"
)]

pub mod conditions;
pub mod v1alpha1;
pub mod v1beta1;
pub mod v1beta2;

wheelwright::wheel!(
    /// All versions of `IPAddressClaim`.
    pub IPAddressClaims = v1beta2::IPAddressClaim, [v1beta1::IPAddressClaim, v1alpha1::IPAddressClaim]
);
