#![doc = include_str!("../docs/crate.md")]

mod access;
#[cfg(feature = "command")]
mod command;
mod definition;
mod error;
mod list;
/// The objects that are there, for the other crates of `wheelwright` that read them.
#[doc(hidden)]
pub mod live;
mod migration;
mod object;
mod progress;
mod report;
/// How a server is spoken to, for the other crates of `wheelwright` that do.
#[doc(hidden)]
pub mod request;
mod server;
mod sweep;
mod usage;

/// What reaches an API server; `kube::Client` is the same.
pub use kube_client::Client;

#[cfg(feature = "command")]
pub use command::{ClusterArguments, NoCluster};
#[doc(hidden)]
pub use definition::is_untrusted;
pub use error::MigrationError;
pub use migration::{Migration, Migrator};
pub use progress::Progress;
pub use report::{Dropped, ManagedFields, Objects, RefusedObject, Report, Standing, Way};
