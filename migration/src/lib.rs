#![doc = include_str!("../docs/crate.md")]

mod access;
mod definition;
mod error;
mod migration;
mod object;
mod progress;
mod report;
mod request;
mod server;
mod sweep;
mod usage;

/// What reaches an API server; `kube::Client` is the same.
pub use kube_client::Client;

pub use error::MigrationError;
pub use migration::{Migration, Migrator};
pub use progress::Progress;
pub use report::{Dropped, ManagedFields, Objects, RefusedObject, Report, Standing, Way};
