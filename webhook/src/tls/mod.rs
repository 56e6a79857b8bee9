//! Where the server's certificate comes from: files, memory, or the server itself, which keeps it in a Secret.

mod files;
mod hosts;
mod identity;
mod issue;
#[cfg(feature = "managed")]
mod managed;
mod memory;
mod names;
#[doc(hidden)]
pub mod pem;
mod publisher;

use std::{fmt, future::Future, pin::Pin};

pub use files::Files;
pub use identity::Identity;
#[cfg(feature = "managed")]
pub use managed::Managed;
pub use memory::Memory;
pub use names::ManagedNames;
pub use publisher::{Certificates, Publisher};

/// A source of certificates.
///
/// The server hands it a [`Publisher`] and runs its future until the server ends. It is ready to serve as soon as the first
/// identity is published; each later one is served to all connections that begin after it.
pub trait CertificateSource: Send + 'static {
    /// Publishes the first identity, and then each that takes its place. A source whose certificate never changes returns
    /// when that is published.
    ///
    /// # Errors
    ///
    /// Only where nothing can be published at all. Once something is, what goes wrong is told to
    /// [`Publisher::failed`], and the identity that was there stays.
    fn keep(self: Box<Self>, publisher: Publisher) -> Keeping;
}

/// The future of a [`CertificateSource`].
pub type Keeping = Pin<Box<dyn Future<Output = Result<(), CertificateError>> + Send>>;

/// Why a certificate cannot be served, in words that name the file, Secret or certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateError(String);

impl CertificateError {
    /// An error that says this.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CertificateError {}
