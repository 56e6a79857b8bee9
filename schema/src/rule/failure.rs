//! Why a rule did not pass, and why there is none.

use std::{error::Error, fmt};

use wheelwright_grammar::suggest::closest;
use wheelwright_rules::FieldError;

use super::SchemaPathError;

/// Why a rule did not pass.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RuleFailure {
    /// It is false: the API server refuses the object.
    Broken {
        /// The server's error; of an item of a list the path has a `*`.
        error: FieldError,
        /// What the evaluation cost, that of the message included.
        cost: u64,
    },
    /// Its evaluation failed or cost too much: the API server refuses the object.
    Failed {
        /// The server's error.
        error: FieldError,
        /// What the evaluation cost.
        cost: u64,
    },
    /// The API server does not run it on this value, and takes the value as far as this rule is concerned.
    NotRun {
        /// Whether that is because it compares with an old value, which [`Rule::run_update`](super::Rule::run_update)
        /// gives; else the value is null.
        is_transition: bool,
    },
    /// The value has other types than the schema: the API server refuses it before it runs rules, with these errors.
    Mistyped(Vec<FieldError>),
    /// Serde does not write the value, for this reason.
    Unwritable(String),
}

impl RuleFailure {
    /// The message of the rule, or what went wrong in the evaluation: the server's error without its place and value. Empty
    /// of a rule with the reason `FieldValueDuplicate`, whose errors have no message.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Broken { error, .. } | Self::Failed { error, .. } => &error.detail,
            _ => "",
        }
    }

    /// Whether it is the rule that is false, and nothing that kept it from saying so.
    #[must_use]
    pub const fn is_broken(&self) -> bool {
        matches!(self, Self::Broken { .. })
    }
}

/// The server's line, or why the rule was not run.
impl fmt::Display for RuleFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken { error, .. } | Self::Failed { error, .. } => error.fmt(f),
            Self::NotRun {
                is_transition: true,
            } => f.write_str(
                "the rule compares with an old value, and a server runs it on updates only: call `run_update(&new, &old)`",
            ),
            Self::NotRun { .. } => {
                f.write_str("the value is null, and a server runs no rules on what is not there")
            }
            Self::Mistyped(errors) => {
                f.write_str("a server refuses the value before it runs rules")?;
                errors.iter().try_for_each(|error| write!(f, "\n{error}"))
            }
            Self::Unwritable(reason) => write!(f, "the value cannot be written: {reason}"),
        }
    }
}

impl Error for RuleFailure {}

/// Why there is no such rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoRule {
    /// The path cannot be read.
    Path(SchemaPathError),
    /// There is no such version, or it has no rules.
    Version {
        /// The version that was asked for.
        version: String,
        /// The versions that have rules.
        known: Vec<String>,
    },
    /// There are no rules at the place.
    Place {
        /// The version.
        version: String,
        /// The place.
        path: String,
        /// The places in the version that have rules.
        known: Vec<String>,
    },
    /// No rule at the place has these words in its expression or message.
    Words {
        /// The words.
        words: String,
        /// The expressions at the place.
        rules: Vec<String>,
    },
    /// More than one has.
    Several {
        /// The words.
        words: String,
        /// The expressions that have them.
        rules: Vec<String>,
    },
}

impl fmt::Display for NoRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(error) => error.fmt(f),
            Self::Version { version, known } => {
                write!(f, "no version `{version}` has rules")?;
                suggest(f, version, known)
            }
            Self::Place {
                version,
                path,
                known,
            } => {
                write!(f, "{version} has no rules at `{path}`")?;
                suggest(f, path, known)
            }
            Self::Words { words, rules } => {
                write!(
                    f,
                    "no rule there has `{words}` in its expression or message"
                )?;
                listed(f, rules)
            }
            Self::Several { words, rules } => {
                write!(
                    f,
                    "several rules there have `{words}`, write more of the one that is meant"
                )?;
                listed(f, rules)
            }
        }
    }
}

impl Error for NoRule {}

impl From<SchemaPathError> for NoRule {
    fn from(error: SchemaPathError) -> Self {
        Self::Path(error)
    }
}

fn suggest(f: &mut fmt::Formatter<'_>, name: &str, known: &[String]) -> fmt::Result {
    match closest(name, known.iter().map(String::as_str)) {
        Some(near) => write!(f, ": did you mean `{near}`?"),
        None if known.is_empty() => f.write_str(": there are none at all"),
        None => write!(f, ": there are some at `{}`", known.join("`, `")),
    }
}

fn listed(f: &mut fmt::Formatter<'_>, rules: &[String]) -> fmt::Result {
    rules.iter().try_for_each(|rule| write!(f, "\n  {rule}"))
}
