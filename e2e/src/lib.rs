//! Tests against a real API server.
//!
//! [`Cluster::shared`] is a whole control plane of one Kubernetes release, built from the Go module proxy and started
//! once per test process, or any cluster that `WHEELWRIGHT_E2E_KUBECONFIG` names. On it, [`Crd`] installs a
//! definition and waits until it is served, [`Request`] asks in the server's own terms where a typed client hides
//! them (tables, warnings, causes), and [`Verdict`] is what the server would say of a CRD. [`Webhook`] is what it calls to
//! convert.

mod agreement;
mod binary;
mod cluster;
mod crd;
mod error;
mod request;
mod server;
mod verdict;
mod webhook;

pub use agreement::{Ours, assert_agreed};
pub use cluster::{Cluster, KUBECONFIG_VARIABLE};
pub use crd::Crd;
pub use error::{Error, StartError};
pub use request::{Answer, Request, TABLE};
pub use server::Server;
pub use verdict::{Cause, Verdict};
pub use webhook::{Call, Convert, HOST_VARIABLE, Webhook, webhook_host};

/// What a test returns.
pub type Result<T = ()> = std::result::Result<T, Error>;
