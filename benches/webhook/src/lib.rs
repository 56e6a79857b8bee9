//! What the benchmark and the servers that it starts share.

use std::{fmt, io::Write as _, net::SocketAddr};

/// What goes wrong is told whoever runs it.
pub type Result<T = ()> = std::result::Result<T, String>;

/// Says what it was that failed.
pub trait Failed<T> {
    /// The error, behind what it is about.
    fn failed(self, what: &str) -> Result<T>;
}

impl<T, E: fmt::Display> Failed<T> for std::result::Result<T, E> {
    fn failed(self, what: &str) -> Result<T> {
        self.map_err(|error| format!("{what}: {error}"))
    }
}

/// The line that a server prints.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub struct Listening {
    /// Where it listens.
    pub address: SocketAddr,
    /// What clients are to trust, in PEM form.
    pub ca: String,
}

impl Listening {
    /// Tells who started this process where it listens.
    pub fn say(&self) -> Result {
        let line = serde_json::to_string(self).failed("the address")?;
        println!("{line}");
        std::io::stdout().flush().failed("stdout")
    }
}
