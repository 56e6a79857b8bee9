//! Why a CRD could not be installed.

use std::fmt;

use wheelwright_migration::MigrationError;
use wheelwright_schema::check;

/// Why a CRD could not be installed, uninstalled or kept. Every write leaves a CRD whole: what was not written when an error came is
/// written by the next run.
#[derive(Debug)]
#[non_exhaustive]
pub enum InstallError {
    /// The types have no CRD that a server would take. Nothing was asked.
    Crd(check::Report),
    /// What was given as JSON is no `CustomResourceDefinition`. Nothing was asked.
    NoCrd {
        /// What is wrong with it.
        why: String,
    },
    /// Versions differ, and the CRD has no webhook that converts between them. Nothing was asked.
    NeedsConversion {
        /// The CRD.
        crd: String,
        /// One version.
        first: String,
        /// The other one.
        second: String,
        /// The first property in which they differ.
        property: String,
    },
    /// A release that is no version. Nothing was asked.
    Release {
        /// As it was given.
        release: String,
    },
    /// The API server was not reached, or did not answer in time.
    Unreachable {
        /// What was asked: `GET /apis/…`.
        request: String,
        /// Why.
        error: String,
    },
    /// A right is missing.
    NoRight {
        /// `create`, `update`.
        verb: String,
        /// `customresourcedefinitions.apiextensions.k8s.io`.
        resource: String,
        /// The server's words.
        message: String,
    },
    /// The server refuses the CRD, or answers what it should not.
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
    /// There is no caBundle by which the webhook could be trusted.
    NoBundle {
        /// The CRD.
        crd: String,
    },
    /// `/convert` did not answer in time as it has to, with the caBundle that would be armed.
    NotAnswering {
        /// The CRD.
        crd: String,
        /// What was called: `https://pizza.pizza.svc:443/convert`.
        url: String,
        /// What came of it the last time.
        error: String,
    },
    /// Not every replica was new in time.
    NotRolledOut {
        /// The CRD.
        crd: String,
        /// What was waited for.
        waits: String,
    },
    /// Whether every replica is new cannot be known, so that the stored version stays what it was.
    UnknownRollout {
        /// The CRD.
        crd: String,
        /// The version that is stored.
        stored: String,
        /// The version that is to be.
        wanted: String,
        /// Why it cannot be known.
        why: String,
    },
    /// A version goes at which objects may be stored.
    DropsStored {
        /// The CRD.
        crd: String,
        /// The version.
        version: String,
    },
    /// A version goes that is served: who uses it would fail at once, and what `managedFields` say at it would break server-side apply.
    DropsServed {
        /// The CRD.
        crd: String,
        /// The version.
        version: String,
    },
    /// The webhook would go while objects may be stored that it alone converts.
    NotMigrated {
        /// The CRD.
        crd: String,
        /// `status.storedVersions`.
        stored: Vec<String>,
        /// What came of migrating, if that was tried.
        why: String,
    },
    /// A newer release has installed the CRD, and it is for that one to take it away.
    Newer {
        /// The CRD.
        crd: String,
        /// That release.
        release: String,
    },
    /// Others write the CRD all the time.
    Changing {
        /// The CRD.
        crd: String,
    },
    /// Storing objects anew failed.
    Migration(MigrationError),
}

impl fmt::Display for InstallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crd(report) => write!(f, "{report}"),
            Self::NoCrd { why } => write!(f, "no CustomResourceDefinition: {why}"),
            Self::NeedsConversion {
                crd,
                first,
                second,
                property,
            } => write!(
                f,
                "{crd}: `{first}` and `{second}` differ, first in `{property}`, and with strategy None the API server would only \
                 change `apiVersion`, which loses or corrupts what differs; give it a conversion webhook"
            ),
            Self::Release { release } => write!(
                f,
                "the release `{release}` is no version: write numbers with dots, such as `1.4.0`, and after a hyphen what comes before \
                 a release, `1.4.0-rc.1`"
            ),
            Self::Unreachable { request, error } => {
                write!(f, "the API server is not reached: {request}: {error}")
            }
            Self::NoRight {
                verb,
                resource,
                message,
            } => write!(f, "no right to {verb} {resource}: {message}"),
            Self::Refused {
                request,
                code,
                message,
            } => write!(f, "{request}: {code}: {message}"),
            Self::Unreadable { request, error } => write!(f, "{request}: {error}"),
            Self::NoBundle { crd } => write!(
                f,
                "{crd}: no caBundle by which the webhook could be trusted: give `ca_bundle`, or let the server that has the \
                 certificate install"
            ),
            Self::NotAnswering { crd, url, error } => write!(
                f,
                "{crd}: {url} does not answer as the API server needs it, so that nothing was armed: {error}"
            ),
            Self::NotRolledOut { crd, waits } => write!(
                f,
                "{crd}: not every replica is new, so that the CRD stays what it is: {waits}"
            ),
            Self::UnknownRollout {
                crd,
                stored,
                wanted,
                why,
            } => write!(
                f,
                "{crd} goes on storing {stored}: {wanted} is stored when every replica is new, and whether that is so cannot be known, \
                 for {why}; name the `deployment`, or give a condition by `rolled_out_when`"
            ),
            Self::DropsStored { crd, version } => write!(
                f,
                "{crd}: objects may be stored at {version}, which this release no longer has: `wheelwright migrate {crd} --drop \
                 {version}`, then install"
            ),
            Self::DropsServed { crd, version } => write!(
                f,
                "{crd}: {version} is served, and this release no longer has it: install one that has it with `served = false`, see whether \
                 a client fails, `wheelwright migrate {crd} --drop {version}`, then install this one; to go back to a release from before \
                 {version}, uninstall with the one that has it"
            ),
            Self::NotMigrated { crd, stored, why } => {
                write!(
                    f,
                    "{crd}: objects may be stored at {}, and without the webhook nobody converts them: ",
                    stored.join(", ")
                )?;
                if why.is_empty() {
                    write!(
                        f,
                        "`wheelwright migrate {crd}` first, while the webhook answers"
                    )
                } else {
                    f.write_str(why)
                }
            }
            Self::Newer { crd, release } => write!(
                f,
                "{crd} was installed by the newer release {release}: uninstall with that one"
            ),
            Self::Changing { crd } => write!(
                f,
                "others write {crd} all the time: install again once it is left alone"
            ),
            Self::Migration(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for InstallError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Migration(error) => Some(error),
            _ => None,
        }
    }
}

impl From<MigrationError> for InstallError {
    fn from(error: MigrationError) -> Self {
        match error {
            MigrationError::Unreachable { request, error } => Self::Unreachable { request, error },
            MigrationError::Refused {
                request,
                code,
                message,
            } => Self::Refused {
                request,
                code,
                message,
            },
            MigrationError::Unreadable { request, error } => Self::Unreadable { request, error },
            error => Self::Migration(error),
        }
    }
}
