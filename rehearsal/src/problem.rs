//! What would go wrong with an object.

use std::fmt;

/// What would go wrong with an object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The namespace, empty for a cluster's object.
    pub namespace: String,
    /// The name.
    pub name: String,
    /// The version that it was read at.
    pub version: String,
    /// What.
    pub cause: Cause,
}

/// What would go wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The new CRD has no such version.
    NoVersion,
    /// The new schema does not know these fields of it: a server drops them.
    Dropped {
        /// Their paths.
        paths: Vec<String>,
    },
    /// It does not convert, or cannot be read. A server fails every list that it is in.
    Fails {
        /// The version that it was asked for at.
        version: String,
        /// Why.
        reason: String,
    },
    /// It does not convert back. A client that reads it at that version cannot write it.
    Stuck {
        /// The version that it was converted to.
        version: String,
        /// Why.
        reason: String,
    },
    /// It does not come back as it was.
    Differs {
        /// The version that it was converted to.
        version: String,
        /// The first place where it differs.
        path: String,
    },
    /// It is invalid at a version: a client that writes it there is refused, unless it was so before and is not changed.
    Invalid {
        /// The version.
        version: String,
        /// The server's words, the first of them.
        errors: Vec<String>,
    },
    /// Its annotations have more bytes than a server takes.
    TooLarge {
        /// The version.
        version: String,
        /// How many bytes names and values have; the limit is 262,144.
        bytes: usize,
    },
}

impl Cause {
    /// One word for it, as reports count.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NoVersion => "no-version",
            Self::Dropped { .. } => "dropped",
            Self::Fails { .. } => "fails",
            Self::Stuck { .. } => "stuck",
            Self::Differs { .. } => "differs",
            Self::Invalid { .. } => "invalid",
            Self::TooLarge { .. } => "too-large",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.namespace.is_empty() {
            write!(f, "{}/", self.namespace)?;
        }
        write!(f, "{} ({}): {}", self.name, self.version, self.cause)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoVersion => f.write_str("the new CRD has no such version"),
            Self::Dropped { paths } => {
                write!(
                    f,
                    "the new schema does not know {}, a server drops it",
                    paths.join(", ")
                )
            }
            Self::Fails { version, reason } => write!(
                f,
                "it cannot be read at {version}, and no list at {version} is answered while it is there: {reason}"
            ),
            Self::Stuck { version, reason } => write!(
                f,
                "it does not come back from {version}, so that who reads it there cannot write it: {reason}"
            ),
            Self::Differs { version, path } => {
                write!(f, "it comes back from {version} with another {path}")
            }
            Self::Invalid { version, errors } => {
                write!(f, "it is invalid at {version}: {}", errors.join("; "))
            }
            Self::TooLarge { version, bytes } => write!(
                f,
                "its annotations at {version} have {bytes} bytes, and a server takes 262144: it can be read and not written"
            ),
        }
    }
}
