//! How far a migration is.

use std::fmt;
use std::time::Duration;

/// How far a migration is; [`Display`](fmt::Display) is a line for people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// Other API servers may still store at the version before: it waits until they have seen the CRD.
    Settling {
        /// For how long.
        wait: Duration,
    },
    /// The server's own migrator works.
    Server {
        /// Its words.
        message: String,
    },
    /// The server's own migrator did not do it; this one does.
    Instead {
        /// Why.
        reason: String,
    },
    /// A page of objects has been stored anew.
    Objects {
        /// How many objects have been looked at.
        done: u64,
        /// How many are left, where the server says it.
        remaining: Option<u64>,
    },
    /// The CRD was changed meanwhile, so that objects may have been stored otherwise: all of them are stored anew once more.
    Again,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settling { wait } => write!(
                f,
                "waiting {} s, until all API servers store at the new version",
                wait.as_secs_f64()
            ),
            Self::Server { message } => write!(f, "the server migrates: {message}"),
            Self::Instead { reason } => {
                write!(f, "{reason}; the objects are stored anew from here instead")
            }
            Self::Objects {
                done,
                remaining: Some(remaining),
            } => write!(f, "{done} of {} objects", done + remaining),
            Self::Objects {
                done,
                remaining: None,
            } => write!(f, "{done} objects"),
            Self::Again => f.write_str("the CRD was changed meanwhile: once more"),
        }
    }
}
