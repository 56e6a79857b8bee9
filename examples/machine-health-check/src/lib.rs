//! `MachineHealthCheck` of Cluster API, in two versions: which machines of a cluster count as unhealthy, and when they are
//! remediated.
//!
//! * [`v1beta2`] is the hub, and stored. Timeouts are whole seconds; what is checked stands under `checks`, what is done about
//!   it under `remediation`.
//! * [`v1beta1`] is the older version. Timeouts are Go durations such as `5m0s`, and nothing is grouped. Its attributes say
//!   where each field went.
//!
//! Both have a status with two lists of conditions, the old kind and the new one; each version calls its own kind `conditions`
//! and puts the other one elsewhere.
//!
//! The CRD is that of Cluster API, with `k8s-openapi`'s types where both versions have Kubernetes' own. Two things follow: points in
//! time have a pattern, so that what validates can be read; and the lists within a selector, which is atomic as a whole, do not
//! say so again.

pub mod condition;
pub mod v1beta1;
pub mod v1beta2;

wheelwright::wheel!(
    /// Both versions of `MachineHealthCheck`.
    pub MachineHealthChecks = v1beta2::MachineHealthCheck, [v1beta1::MachineHealthCheck]
);
