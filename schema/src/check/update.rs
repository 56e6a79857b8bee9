//! The CRD as an update of the one that is installed, or of the one of an earlier release.

use std::{error::Error, fmt};

use serde_json::Value;
use wheelwright_rules::{
    FieldError,
    crd::{
        self, Assumption, Unreadable,
        compare::{Comparison, Direction},
    },
};

use super::Report;

/// What an update of the CRD would do. `Display` says it line by line.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Update {
    /// Why the API server refuses it, if it does.
    pub refused: Vec<FieldError>,
    /// What differs in meaning, and which way it goes.
    pub comparison: Comparison,
    /// What to do before versions may go in which objects may be stored.
    removals: Vec<String>,
}

impl Update {
    /// The new CRD, which the API server takes, as an update of the old one.
    #[doc(hidden)]
    pub fn of(old: &Value, new: &Value) -> Result<Self, NotCompared> {
        let comparison = crd::compare(old, new).map_err(|reason| match reason {
            Unreadable::Old(reason) => NotCompared::Old(*reason),
            other => NotCompared::Old(other),
        })?;
        let (old, _) = crd::assume(old, &Assumption::Installed);
        let refused = crd::check_update(&old, new).errors;
        let removals = refused
            .iter()
            .filter_map(|error| crd::before_removal(error, new));
        Ok(Self {
            removals: removals.collect(),
            refused,
            comparison,
        })
    }

    /// Whether the API server takes it, and nobody is any worse off: nothing that was taken is refused, nothing that was kept
    /// is dropped, and what is stored reads as before.
    #[must_use]
    pub fn is_compatible(&self) -> bool {
        let is_harmless = |direction| matches!(direction, Direction::Loosened | Direction::Other);
        let mut differences = self.comparison.differences.iter();
        self.refused.is_empty() && differences.all(|found| is_harmless(found.direction))
    }
}

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for error in &self.refused {
            writeln!(f, "the API server refuses the update: {error}")?;
        }
        for removal in &self.removals {
            writeln!(f, "{removal}")?;
        }
        self.comparison.fmt(f)
    }
}

/// Why nothing can be said of an update.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NotCompared {
    /// The CRD has errors of its own.
    Crd(Report),
    /// The old CRD is none, or none that a server can read.
    Old(Unreadable),
}

impl fmt::Display for NotCompared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crd(report) => report.fmt(f),
            Self::Old(reason) => write!(f, "the old CRD cannot be read: {reason}"),
        }
    }
}

impl Error for NotCompared {}
