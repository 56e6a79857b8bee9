//! Linkerd's `Server`, a port of some pods that policies are about: four versions, each a spoke of the next.
//!
//! Read [`v1beta3`] first (the hub, which is stored), then [`v1beta2`], [`v1beta1`] and [`v1alpha1`]. Each says only how
//! it differs from the one after it; the wheel composes the rest. When the next version comes, these files stay as
//! they are: it becomes the hub, and `v1beta3` its spoke.
//!
//! Linkerd itself converts nothing (`strategy: None`): the API server changes `apiVersion` and prunes. A `v1beta3` object
//! read and written by a client of `v1beta1` loses its `accessPolicy` and `externalWorkloadSelector`. Here they travel.

pub mod selector;
pub mod v1alpha1;
pub mod v1beta1;
pub mod v1beta2;
pub mod v1beta3;

wheelwright::wheel!(
    /// All versions of `Server`.
    pub Servers = v1beta3::Server, [v1beta2::Server, v1beta1::Server, v1alpha1::Server]
);
