//! Which server's CEL: the version decides which functions, macros and syntax there are, and what they cost.
//!
//! A new version is [`KubeVersion::NEWEST`], a row in `library.rs` for each library that its `base.go` introduces, and a
//! condition on [`Environment::server`] or on the compatibility version where cel-go or the API server does something
//! else than before; the tables hold what all versions share.

mod authorization;
mod library;
mod lists;
mod network;
mod operators;
mod optional;
mod quantity;
mod range;
mod signature;
mod standard;
mod strings;
mod version;

pub(crate) use library::{Known, known};
pub(crate) use signature::{Declaration, Sig};

pub use range::{KubeRange, ParseRangeError};
pub use version::{KubeVersion, ParseVersionError};

/// What a server has for an expression.
///
/// A server lets a **new** (or changed) expression use the libraries of the minor version before its own, so that a
/// cluster can be rolled back; what is **stored** already, and everything at run time, sees all that the server has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Environment {
    server: KubeVersion,
    scope: Scope,
}

/// Whether an expression is new to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Scope {
    New,
    Stored,
}

impl Environment {
    /// What a new or changed expression may use on this server.
    #[must_use]
    pub const fn new(server: KubeVersion) -> Self {
        Self {
            server,
            scope: Scope::New,
        }
    }

    /// What an expression may use that the server has stored already, unchanged.
    #[must_use]
    pub const fn stored(server: KubeVersion) -> Self {
        Self {
            server,
            scope: Scope::Stored,
        }
    }

    /// The server's version.
    #[must_use]
    pub const fn server(self) -> KubeVersion {
        self.server
    }

    /// The newest library that an expression sees.
    pub(crate) const fn compatibility(self) -> KubeVersion {
        match self.scope {
            Scope::New => self.server.before(),
            Scope::Stored => self.server,
        }
    }
}

/// A new expression on the newest server known.
impl Default for Environment {
    fn default() -> Self {
        Self::new(KubeVersion::default())
    }
}
