//! The server: one port for all that a CRD's author serves.

mod accept;
mod ahead;
mod body;
mod builder;
mod caught;
mod connection;
mod connections;
mod convert;
mod limits;
mod lingering;
mod memory;
mod metrics;
mod phase;
mod pieces;
mod reply;
mod review;
mod rewoken;
mod route;
mod running;
mod service;
mod watched;

use std::{fmt, io};

pub use builder::{RequestSpan, Server};
pub use limits::{Deadlines, Limits};
pub use phase::Shutdown;
pub use running::Running;

use super::tls::CertificateError;

/// Why a server does not serve.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServerError {
    /// Wheels and handlers have errors: one text for each.
    Registered(Vec<String>),
    /// The address cannot be listened on.
    Listen {
        /// The address.
        address: String,
        /// Why not.
        error: io::Error,
    },
    /// There is no first certificate.
    Certificate(CertificateError),
    /// The process cannot listen to signals.
    Signals(io::Error),
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Registered(problems) => f.write_str(&problems.join("\n")),
            Self::Listen { address, error } => write!(f, "cannot listen on {address}: {error}"),
            Self::Certificate(error) => write!(f, "no certificate to serve: {error}"),
            Self::Signals(error) => write!(f, "cannot listen to signals: {error}"),
        }
    }
}

impl std::error::Error for ServerError {}
