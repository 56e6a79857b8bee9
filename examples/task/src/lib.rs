//! `Task` of Tekton Pipelines, in two versions: steps that run in one pod.
//!
//! * [`v1`] is the hub, and stored.
//! * [`v1beta1`] is the older version. Its steps have all that a container has; what only a container that keeps running has
//!   a use for is gone in `v1`, and so are the resources that tasks were once given.
//!
//! What is gone travels in the annotation of wheelwright, each step's beside its own step wherever that moves.
//! [`common`] has what both versions share: the structs that are flattened into steps and sidecars, and those that did not
//! change, [`container`] what those say of containers.
//!
//! Tekton's own CRD has the subresource `status` without a schema of one, so that the API server drops every status; here there
//! is none.

pub mod common;
pub mod container;
pub mod v1;
pub mod v1beta1;

wheelwright::wheel!(
    /// Both versions of `Task`.
    pub Tasks = v1::Task, [v1beta1::Task]
);
