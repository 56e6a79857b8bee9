//! Why a migration could not be done.

use std::fmt;

/// Why a migration could not be done. Objects that the server refuses to store anew are none: the report lists them.
#[derive(Debug)]
#[non_exhaustive]
pub enum MigrationError {
    /// The API server was not reached, or did not answer in time.
    Unreachable {
        /// What was asked: `GET /apis/…`.
        request: String,
        /// Why.
        error: String,
    },
    /// A right is missing. Rights are looked at first, so that nothing was changed, unless one was taken away on the way.
    NoRight {
        /// `list`, `patch`.
        verb: String,
        /// `pizzas.example.com`, `customresourcedefinitions.apiextensions.k8s.io/status`.
        resource: String,
        /// The server's words, if it gave any.
        message: String,
    },
    /// The server has no CRD of that name.
    NoDefinition {
        /// `pizzas.example.com`.
        name: String,
    },
    /// The CRD stores another version than the release's: its CRD has to be installed first.
    OtherStorage {
        /// The CRD.
        name: String,
        /// What is stored.
        found: String,
        /// What the release stores.
        expected: String,
    },
    /// A version that is stored cannot go.
    DropsStorage {
        /// The CRD.
        name: String,
        /// The version.
        version: String,
    },
    /// No version of the CRD is served, so that no object can be read or written.
    NotServed {
        /// The CRD.
        name: String,
    },
    /// The server's own migrator, and nobody else, was to do it, and did not. What may be stored is in `status.storedVersions` still.
    ServerFailed {
        /// Why.
        reason: String,
    },
    /// While the objects were stored anew, the CRD was replaced, or changed again and again.
    Changing {
        /// What happened.
        what: String,
    },
    /// The server answers what it should not, or refuses without a right that is missing.
    Refused {
        /// What was asked.
        request: String,
        /// The status code.
        code: u16,
        /// The server's words.
        message: String,
    },
    /// What was answered cannot be read.
    Unreadable {
        /// What was asked.
        request: String,
        /// Why.
        error: String,
    },
}

impl fmt::Display for MigrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable { request, error } => {
                write!(f, "the API server is not reached: {request}: {error}")
            }
            Self::NoRight {
                verb,
                resource,
                message,
            } => {
                write!(f, "no right to {verb} {resource} in all namespaces")?;
                if message.is_empty() {
                    f.write_str(": give a ClusterRole with that verb")
                } else {
                    write!(f, ": {message}")
                }
            }
            Self::NoDefinition { name } => write!(
                f,
                "the cluster has no CustomResourceDefinition {name}: its name is <plural>.<group>, as `kubectl get crds` lists"
            ),
            Self::OtherStorage {
                name,
                found,
                expected,
            } => write!(
                f,
                "{name} stores {found}, not {expected}: install the CRD of this release first, then migrate"
            ),
            Self::DropsStorage { name, version } => write!(
                f,
                "{name} stores {version}, which can only go when another version has `storage: true`"
            ),
            Self::NotServed { name } => {
                write!(
                    f,
                    "{name} serves no version, so that no object can be read or written: serve one"
                )
            }
            Self::ServerFailed { reason } => write!(
                f,
                "{reason}: store the objects anew by requests instead, which names each object that is refused"
            ),
            Self::Changing { what } => write!(f, "{what}: migrate again once it is left alone"),
            Self::Refused {
                request,
                code,
                message,
            } => write!(f, "{request}: {code}: {message}"),
            Self::Unreadable { request, error } => write!(f, "{request}: {error}"),
        }
    }
}

impl std::error::Error for MigrationError {}
