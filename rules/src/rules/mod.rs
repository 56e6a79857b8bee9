//! A CRD compiled for use on objects.

mod converted;
mod deprecation;
mod load;
mod stored;
mod version;

use std::fmt;

use serde_json::Value;
use wheelwright_cel::KubeVersion;

use crate::crd::{self, Report, Unreadable};

pub use stored::ReadError;
pub(crate) use version::Compiled;
pub use version::Version;

/// The rules that an API server applies to the objects of a CRD.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::{Admission, Rules, Verdict};
///
/// let rules = Rules::from_crd(&json!({
///     "apiVersion": "apiextensions.k8s.io/v1",
///     "kind": "CustomResourceDefinition",
///     "metadata": {"name": "widgets.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "Widget", "plural": "widgets"},
///         "scope": "Namespaced",
///         "versions": [{
///             "name": "v1", "served": true, "storage": true,
///             "schema": {"openAPIV3Schema": {
///                 "type": "object",
///                 "properties": {"spec": {
///                     "type": "object",
///                     "properties": {"size": {"type": "integer", "default": 1, "maximum": 9}},
///                 }},
///             }},
///         }],
///     },
/// }))?;
/// let version = rules.version("v1").expect("the CRD has it");
///
/// let outcome = version.admit(Admission::create(json!({
///     "apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}, "spec": {"colour": "red"},
/// })));
/// assert_eq!(outcome.verdict(), Verdict::Accepted);
/// assert_eq!(outcome.unknown_fields, ["spec.colour"]);
/// assert_eq!(outcome.object.expect("it was read")["spec"], json!({"size": 1}));
///
/// let errors = version.validate(&json!({"spec": {"size": 10}}));
/// assert_eq!(
///     errors[0].to_string(),
///     "spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9"
/// );
/// # Ok::<(), wheelwright_rules::RulesError>(())
/// ```
#[derive(Debug)]
pub struct Rules {
    group: String,
    kind: String,
    namespaced: bool,
    versions: Vec<Compiled>,
    converts_by_webhook: bool,
    server: KubeVersion,
}

/// Why there are no rules for a CRD.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RulesError {
    /// A server refuses the CRD.
    Refused(Box<Report>),
    /// The CRD cannot be read.
    Unreadable(Unreadable),
    /// A version has no schema.
    NoSchema {
        /// The version.
        version: String,
    },
    /// A pattern is none, or is beyond the limits of this library.
    Pattern {
        /// The version that has it.
        version: String,
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(report) => {
                f.write_str("the CRD is refused")?;
                if let Some(reason) = &report.unreadable {
                    write!(f, ": {reason}")?;
                }
                if let Some(crash) = &report.crash {
                    write!(f, ": {crash}")?;
                }
                report
                    .errors
                    .iter()
                    .try_for_each(|error| write!(f, "\n{error}"))
            }
            Self::Unreadable(error) => error.fmt(f),
            Self::NoSchema { version } => {
                write!(
                    f,
                    "version {version} has no schema; give it one in `schema.openAPIV3Schema`"
                )
            }
            Self::Pattern {
                version,
                pattern,
                reason,
            } => {
                write!(
                    f,
                    "version {version}: the pattern {pattern:?} cannot be compiled: {reason}"
                )
            }
        }
    }
}

impl std::error::Error for RulesError {}

impl Rules {
    /// Compiles a CRD that the newest server takes; one that it refuses is an error.
    pub fn from_crd(crd: &Value) -> Result<Self, RulesError> {
        Self::from_crd_on(crd, KubeVersion::default())
    }

    /// Compiles a CRD that a server of a version takes, to judge objects as that server does.
    pub fn from_crd_on(crd: &Value, server: KubeVersion) -> Result<Self, RulesError> {
        let report = crd::check_on(crd, server);
        if report.is_accepted() {
            Self::from_stored_crd_on(crd, server)
        } else {
            Err(RulesError::Refused(Box::new(report)))
        }
    }

    /// Compiles a CRD that a server has already, whatever today's server would say of it.
    pub fn from_stored_crd(crd: &Value) -> Result<Self, RulesError> {
        Self::from_stored_crd_on(crd, KubeVersion::default())
    }

    /// As [`Rules::from_stored_crd`], to judge objects as a server of a version does.
    pub fn from_stored_crd_on(crd: &Value, server: KubeVersion) -> Result<Self, RulesError> {
        let (crd, _) = crd::read(crd, server).map_err(RulesError::Unreadable)?;
        load::load(crd, server)
    }

    /// The version of the server that objects are judged as.
    #[must_use]
    pub const fn server(&self) -> KubeVersion {
        self.server
    }

    /// The group of the API.
    #[must_use]
    pub fn group(&self) -> &str {
        &self.group
    }

    /// The kind of the objects.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Whether the objects are in namespaces.
    #[must_use]
    pub const fn is_namespaced(&self) -> bool {
        self.namespaced
    }

    /// The rules of one version.
    #[must_use]
    pub fn version(&self, name: &str) -> Option<Version<'_>> {
        self.versions
            .iter()
            .find(|version| version.name() == name)
            .map(|compiled| Version::new(self, compiled))
    }

    /// The rules of all versions, in the order of the CRD.
    pub fn versions(&self) -> impl Iterator<Item = Version<'_>> {
        self.versions
            .iter()
            .map(|compiled| Version::new(self, compiled))
    }

    /// The version that objects are stored in.
    #[must_use]
    pub fn storage_version(&self) -> Option<Version<'_>> {
        self.versions().find(Version::is_storage)
    }

    /// Whether there is a version with this `apiVersion`, served or not.
    pub(crate) fn has_api_version(&self, api_version: &str) -> bool {
        let mut versions = self.versions.iter();
        versions.any(|version| *version.api_version() == *api_version)
    }

    pub(crate) fn compiled(&self, name: &str) -> Option<&Compiled> {
        self.versions.iter().find(|version| version.name() == name)
    }
}
