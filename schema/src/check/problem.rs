//! The kinds of problems, each with what is needed to say it.

use std::{fmt, ops::Range};

use serde_json::Value;
pub use wheelwright_rules::crd::{PathProblem, PathUse};
use wheelwright_rules::{
    FieldError, KubeRange,
    crd::{Crash, Reason},
};

use super::Cause;
use crate::table::PlanError;

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The API server refuses it.
    Refused(FieldError),
    /// A type has no structural schema that keeps its promise.
    Schema(Cause),
    /// A manifest of no version.
    NoVersion,
    /// Two versions disagree about what a kind has once.
    Disagreement {
        /// What it is, as the key of `#[crd(…)]`.
        key: &'static str,
        /// What the hub says.
        hub: String,
        /// The other version.
        version: &'static str,
        /// What it says.
        other: String,
    },
    /// The schemas of two versions differ, and nothing converts between them.
    NeedsConversion {
        /// One version.
        first: &'static str,
        /// The other one.
        second: &'static str,
        /// The first property in which they differ.
        property: String,
    },
    /// The schemas of two versions differ and nothing converts between them, as is said.
    Unconverted {
        /// One version.
        first: &'static str,
        /// The other one.
        second: &'static str,
        /// The first property in which they differ.
        property: String,
    },
    /// What a version maps to, and what the schemas say, contradict each other.
    Mapping(PlanError),
    /// Values that are valid at one version may be refused at another: the versions, the place and which values, a line each.
    Narrowed(Vec<String>),
    /// A CA bundle without a certificate in PEM form.
    NoCertificate,
    /// A CA bundle with a private key in it, which everybody who may read the CRD could read.
    PrivateKey,
    /// A field of a `no_spec` struct that has the name of a member of every object.
    TakenMember(&'static str),
    /// A function of the user's failed.
    Function(String),
    /// Serde's default and the schema's are different values.
    DefaultsDiffer {
        /// The schema's, filled in by the API server.
        schema: Value,
        /// Serde's, filled in when reading.
        serde: Value,
    },
    /// Fields that serde fills in where they are absent and the API server does not, by version and path.
    DefaultsLost(Vec<String>),
    /// A default of serde's that is no default of the schema, which refuses it.
    DefaultRefused {
        /// What Rust writes.
        value: Value,
        /// The API server's error.
        error: String,
    },
    /// A rule that reads a field without asking for it with `has()`, which serde fills in and the API server does not.
    UnguardedField {
        /// The expression.
        rule: String,
        /// Where in the expression the field is read, in bytes.
        range: Range<usize>,
        /// The field's name on the wire.
        field: String,
        /// The Rust field, with its file and line.
        filled: String,
    },
    /// A valid value that Rust reads and writes again as one that the API server refuses, because of members that are
    /// `null` and were not there.
    WrittenRefused {
        /// A small value that is valid.
        valid: Value,
        /// What Rust writes of it.
        written: Value,
        /// The members that are `null`.
        nulls: Vec<String>,
        /// The API server's error.
        error: String,
        /// The key that says the same and takes `null` for not set, where there is one.
        instead: Option<String>,
    },
    /// A path that leads nowhere, or to something of the wrong kind.
    Path {
        /// What the path is for.
        of: PathUse,
        /// The path.
        path: String,
        /// What is wrong with it.
        problem: PathProblem,
    },
    /// A format that the API server does not know.
    UnknownFormat {
        /// The format.
        format: String,
        /// The one that was perhaps meant.
        near: Option<&'static str>,
    },
    /// An integer that may be larger or smaller in an object than in Rust.
    LooseInteger {
        /// The smallest that Rust reads.
        min: i128,
        /// The largest that Rust reads.
        max: i128,
    },
    /// A CRD that `kubectl apply` cannot note down whole in an annotation.
    LargeToApply {
        /// Its size as JSON.
        bytes: usize,
    },
    /// A CRD that etcd does not keep.
    TooLarge {
        /// Its size as JSON.
        bytes: usize,
    },
    /// What is pinned are no known servers.
    UnknownServers(String),
    /// Some of the servers that the CRD is for do not take it, or not as it is meant.
    Lacking {
        /// The servers that it is for.
        pinned: KubeRange,
        /// Which servers, and why.
        reason: Reason,
    },
    /// The API server cannot read the CRD.
    Unreadable(String),
    /// The API server crashes on the CRD.
    Crash(Crash),
    /// A field that a CRD does not have, by its path.
    UnknownField(String),
    /// The type of k8s-openapi cannot hold the CRD.
    Untyped(String),
}

impl Problem {
    pub(super) const fn is_warning(&self) -> bool {
        matches!(
            self,
            Self::UnknownFormat { .. }
                | Self::LooseInteger { .. }
                | Self::LargeToApply { .. }
                | Self::Unconverted { .. }
                | Self::Narrowed(_)
                | Self::DefaultsLost(_)
                | Self::DefaultRefused { .. }
                | Self::UnguardedField { .. }
        )
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => write!(f, "the API server refuses it: {error}"),
            Self::Schema(cause) => cause.fmt(f),
            Self::NoVersion => f.write_str("a CRD has at least one version, and none is given"),
            Self::Disagreement { key, hub, version, other } => write!(
                f,
                "`{version}` has the {key} `{other}`, and the hub `{hub}`: all versions of a kind share one; write \
                 `#[crd(hub = …)]`, and it comes from the hub"
            ),
            Self::NeedsConversion { first, second, property } => write!(
                f,
                "`{first}` and `{second}` differ, first in `{property}`, and without a webhook the API server only changes \
                 `apiVersion` between them, so data is lost; write `#[crd(conversion(webhook(service = \
                 \"namespace/name\")))]`, or set it with `manifest().conversion(…)`"
            ),
            Self::Unconverted { first, second, property } => write!(
                f,
                "`{first}` and `{second}` differ, first in `{property}`, and nothing converts between them: the API server drops \
                 what a version lacks when an object is read or written at it; with `#[derive(Spoke)]` and \
                 `conversion(webhook(…))` nothing is lost"
            ),
            Self::Mapping(error) => write!(f, "the versions cannot be converted: {error}"),
            Self::Narrowed(places) => write!(
                f,
                "values that are valid at one version may be refused at another, where they are delivered as they are, or as \
                 the stand-in that `or` or `or_back` gives; allow them there, too, or see `plan()` for what becomes of \
                 them:{}",
                Lines(places)
            ),
            Self::NoCertificate => f.write_str(
                "the CA bundle has no certificate, so that the API server trusts no webhook; give certificates in PEM form, \
                 `-----BEGIN CERTIFICATE-----`",
            ),
            Self::PrivateKey => f.write_str(
                "the CA bundle has a private key, which everybody who may read the CRD could read; give certificates only",
            ),
            Self::TakenMember(name) => write!(
                f,
                "with `no_spec` the field `{name}` would take the place of the object's own `{name}`; rename it"
            ),
            Self::Function(error) => write!(f, "a default cannot be made: {error}; write one that can always be made"),
            Self::DefaultsDiffer { schema, serde } => write!(
                f,
                "the API server fills in {schema}, and serde {serde}; write `#[schema(default)]` to take serde's, or give \
                 serde the same value"
            ),
            Self::DefaultsLost(paths) => {
                write!(
                    f,
                    "serde fills in what the API server leaves out, so that rules in CEL, columns and other clients do not \
                     see it: write `#[crd(serde_defaults)]` to take all of serde's defaults into the schema, \
                     `#[schema(serde_defaults)]` on a type, `#[schema(default)]` on a field, or `#[schema(no_default)]` \
                     where it is to stay so:{}",
                    Lines(paths)
                )
            }
            Self::DefaultRefused { value, error } => write!(
                f,
                "where the field is absent, serde reads {value} and writes it back, which the API server refuses: {error}; \
                 leave it out when it is written (`skip_serializing_if`), make it an `Option`, or give serde a default that \
                 the schema allows"
            ),
            Self::UnguardedField { rule, range, field, filled } => {
                let read = rule.get(range.clone()).unwrap_or(field);
                write!(
                    f,
                    "the rule reads `{field}`, which serde fills in and the API server does not ({filled}): it fails with `no \
                     such key: {field}` on an object that leaves it out, and the object is refused; ask first, \
                     `!has({read}) || …`, or give the field its default with `#[schema(default)]`{}",
                    Marked { rule, range }
                )
            }
            Self::WrittenRefused { valid, written, nulls, error, instead } => {
                write!(
                    f,
                    "the API server takes {valid}, and refuses what Rust writes when it has read it, {written}: {error}; write \
                     `#[serde(skip_serializing_if = \"Option::is_none\")]` on `{}`, so that nothing writes `null`",
                    nulls.join("`, `")
                )?;
                match instead {
                    Some(key) => write!(f, ", or `#[schema({key})]`, to which `null` is as good as absent"),
                    None => Ok(()),
                }
            }
            Self::Path { of, path, problem } => write_path(f, of, path, problem),
            Self::UnknownFormat { format, near: Some(near) } => {
                write!(f, "the API server does not know the format `{format}` and ignores it; did you mean `{near}`?")
            }
            Self::UnknownFormat { format, near: None } => write!(
                f,
                "the API server does not know the format `{format}` and ignores it; say it with `pattern` if it matters"
            ),
            Self::LooseInteger { min, max } => write!(
                f,
                "the API server takes any 64-bit integer, and Rust only reads {min} to {max}, so that one object can make \
                 every list fail; leave out `no_bounds`, or use `i64`"
            ),
            Self::LargeToApply { bytes } => write!(
                f,
                "the CRD has {bytes} bytes, too many for `kubectl apply`, which notes them down in an annotation; write \
                 `kubectl apply --server-side`, or cut descriptions with `manifest().max_description(…)`"
            ),
            Self::TooLarge { bytes } => write!(
                f,
                "the CRD has {bytes} bytes, too many for etcd; cut descriptions with `manifest().max_description(…)`, or \
                 keep embedded types with `#[schema(opaque)]`"
            ),
            Self::UnknownServers(error) => write!(f, "the servers that the CRD is for: {error}"),
            Self::Lacking { pinned, reason } => {
                write!(f, "the CRD is for servers {pinned}, and not all take it as it is meant: {reason}")
            }
            Self::Unreadable(error) => write!(f, "the API server cannot read the CRD: {error}"),
            Self::Crash(crash) => write!(f, "the API server crashes on the CRD: {crash}"),
            Self::UnknownField(path) => {
                write!(f, "a CRD has no field `{path}`: the API server drops it, and kubectl refuses it; leave it out")
            }
            Self::Untyped(error) => write!(f, "k8s-openapi cannot hold the CRD: {error}"),
        }
    }
}

/// Texts on lines of their own, not too many.
struct Lines<'t>(&'t [String]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 40;
        for text in self.0.iter().take(SHOWN) {
            write!(f, "\n    {text}")?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n    and {more} more"),
        }
    }
}

/// The line of an expression in which something begins, and a mark below it.
struct Marked<'t> {
    rule: &'t str,
    range: &'t Range<usize>,
}

impl fmt::Display for Marked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = self
            .rule
            .split_at_checked(self.range.start)
            .unwrap_or((self.rule, ""));
        let (_, begun) = before.rsplit_once('\n').unwrap_or(("", before));
        let rest = after.lines().next().unwrap_or_default();
        let marked = rest.get(..self.range.len()).unwrap_or(rest);
        let width = |text: &str| text.chars().count();
        write!(
            f,
            "\n    {begun}{rest}\n    {}{}",
            " ".repeat(width(begun)),
            "^".repeat(width(marked).max(1))
        )
    }
}

fn write_path(
    f: &mut fmt::Formatter<'_>,
    of: &PathUse,
    path: &str,
    problem: &PathProblem,
) -> fmt::Result {
    f.write_str(&problem.sentence(of, path))?;
    match problem {
        PathProblem::MayBeAbsent => f.write_str(", or say `scale(…, optional)`"),
        PathProblem::Many => {
            f.write_str("; declare it with a path to one of them, `#[crd(printcolumn(…))]`")
        }
        _ => Ok(()),
    }
}
