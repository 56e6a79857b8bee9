use std::{error::Error, fmt, io, path::PathBuf};

use crate::check::Report;

/// Why manifests could not be written.
///
/// `main` of a build script may return it: its `Debug` is readable.
#[non_exhaustive]
pub enum EmitError {
    /// An API server would refuse some of them.
    Refused(Vec<Report>),
    /// A file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// This variable, which cargo sets for build scripts, is not set.
    NoBuildScript(&'static str),
}

impl EmitError {
    pub(super) fn io(path: impl Into<PathBuf>, error: io::Error) -> Self {
        Self::Io {
            path: path.into(),
            error,
        }
    }
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reports) => {
                f.write_str("no manifest was written")?;
                for report in reports {
                    write!(f, "\n\n{report}")?;
                }
                Ok(())
            }
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::NoBuildScript(variable) => {
                write!(
                    f,
                    "`{variable}` is not set: manifests are emitted from a build script, `build.rs`"
                )
            }
        }
    }
}

/// As [`Display`](fmt::Display): `main` shows errors by their `Debug`.
impl fmt::Debug for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for EmitError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            Self::Refused(_) | Self::NoBuildScript(_) => None,
        }
    }
}
