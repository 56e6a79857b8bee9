//! `MachineDeployment` of Cluster API, in two versions: machines that are all alike, and how they are replaced.
//!
//! * [`v1beta2`] is the hub, and stored. What belongs together is grouped, timeouts are whole seconds, and references name a group
//!   without a version.
//! * [`v1beta1`] is the older version. Its attributes say where each field went.
//!
//! Both have a status with two lists of conditions and two ways of counting replicas, the old and the new; each version has its own
//! at the top and the other's elsewhere, under the same names.
//!
//! The CRD is that of Cluster API, with `k8s-openapi`'s types where both versions have Kubernetes' own: points in time have a
//! pattern, so that what validates can be read.

pub mod shared;
pub mod v1beta1;
pub mod v1beta2;

wheelwright::wheel!(
    /// Both versions of `MachineDeployment`.
    pub MachineDeployments = v1beta2::MachineDeployment, [v1beta1::MachineDeployment]
);
