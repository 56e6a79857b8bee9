//! Kubernetes' own types.

mod definitions;
mod merge;
#[cfg(feature = "kube")]
mod types;
#[cfg(feature = "kube")]
mod values;

pub(super) use definitions::{Known, definition};
