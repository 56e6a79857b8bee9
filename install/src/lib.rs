#![doc = include_str!("../docs/crate.md")]

mod crd;
mod error;
mod install;
mod keeper;
mod order;
mod probe;
mod release;
mod report;
mod rollout;
mod stanza;
mod tls;
mod uninstall;

/// What reaches an API server; `kube::Client` is the same.
pub use kube_client::Client;

pub use crd::Crd;
pub use error::InstallError;
pub use install::{Install, install};
pub use keeper::Restored;
pub use report::{Installed, Outcome, Report, Uninstalled};
