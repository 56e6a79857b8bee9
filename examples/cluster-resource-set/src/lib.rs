//! `ClusterResourceSet` of Cluster API, in two versions: Secrets and `ConfigMap`s whose content is applied to clusters.
//!
//! * [`v1beta2`] is the hub, and stored: resources must be named, and the newer kind of conditions stands at the top.
//! * [`v1beta1`] is the older version, which takes objects without a spec and without resources.

pub mod shared;
pub mod v1beta1;
pub mod v1beta2;

wheelwright::wheel!(
    /// Both versions of `ClusterResourceSet`.
    pub ClusterResourceSets = v1beta2::ClusterResourceSet, [v1beta1::ClusterResourceSet]
);
