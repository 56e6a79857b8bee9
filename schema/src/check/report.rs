//! What was found, in order, to be read by people and programs.

use std::{error::Error, fmt};

use wheelwright_rules::{FieldError, FieldPath, crd::Costs};

use super::{Origin, Problem, Source, advice};
use crate::schema;

/// One thing that is wrong with a CRD.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// What is wrong.
    pub problem: Problem,
    /// What in the source it is about.
    pub origin: Option<Origin>,
    /// What would bring a rule within the cost that the API server takes.
    pub remedy: Option<String>,
}

impl Finding {
    pub(crate) const fn new(problem: Problem) -> Self {
        Self {
            problem,
            origin: None,
            remedy: None,
        }
    }

    pub(crate) const fn at(mut self, source: Source) -> Self {
        self.origin = Some(Origin::Type(source));
        self
    }

    pub(crate) fn of_schema(problem: schema::Problem) -> Self {
        Self::new(Problem::Schema(problem.cause)).at(problem.source)
    }

    /// Whether the CRD would work and only surprise somebody.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        self.problem.is_warning()
    }

    /// The API server's own error, where it is the server that refuses.
    #[must_use]
    pub const fn server(&self) -> Option<&FieldError> {
        match &self.problem {
            Problem::Refused(error) => Some(error),
            _ => None,
        }
    }

    /// The API server's path to what it refuses.
    #[must_use]
    pub fn path(&self) -> Option<&FieldPath> {
        self.server().map(|error| &error.path)
    }

    /// What to write instead, where the problem does not say so itself.
    #[must_use]
    pub fn advice(&self) -> Option<&'static str> {
        self.server().and_then(advice::of)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_warning() {
            "warning: "
        } else {
            "error: "
        })?;
        write!(f, "{}", self.problem)?;
        if let Some(origin) = &self.origin {
            write!(f, "\n  at {origin}")?;
        }
        if let Some(advice) = self.advice() {
            write!(f, "\n  instead: {advice}")?;
        }
        if let Some(remedy) = &self.remedy {
            write!(f, "\n  instead: {remedy}")?;
        }
        Ok(())
    }
}

/// All that is wrong with a CRD.
///
/// It is an error to be passed on with `?`, and prints as a text of one paragraph for each finding.
#[derive(Clone)]
pub struct Report {
    crd: String,
    findings: Vec<Finding>,
    costs: Vec<Costs>,
}

impl Report {
    pub(crate) fn new(crd: String, findings: Vec<Finding>) -> Self {
        Self {
            crd,
            findings,
            costs: Vec::new(),
        }
    }

    pub(super) fn with_costs(mut self, costs: Vec<Costs>) -> Self {
        self.costs = costs;
        self
    }

    /// The name of the CRD.
    #[must_use]
    pub fn crd(&self) -> &str {
        &self.crd
    }

    /// Whether there are no errors; there may be warnings.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.errors().next().is_none()
    }

    /// Errors and warnings.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What keeps the CRD from being installed, or from doing what the Rust types say.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| !finding.is_warning())
    }

    /// What works, but may surprise.
    pub fn warnings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.is_warning())
    }

    /// What the CEL rules of each schema cost by the API server's estimate; each prints as a table. Versions with the same
    /// schema share one.
    #[must_use]
    pub fn costs(&self) -> &[Costs] {
        &self.costs
    }

    /// Ends in an error if there is one.
    pub fn into_result(self) -> Result<(), Self> {
        if self.is_ok() { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.errors().count() {
            0 => write!(f, "{}: no errors", self.crd)?,
            1 => write!(f, "{}: 1 error", self.crd)?,
            errors => write!(f, "{}: {errors} errors", self.crd)?,
        }
        match self.warnings().count() {
            0 => {}
            1 => f.write_str(", 1 warning")?,
            warnings => write!(f, ", {warnings} warnings")?,
        }
        for finding in self.errors().chain(self.warnings()) {
            write!(f, "\n\n{finding}")?;
        }
        Ok(())
    }
}

/// As [`Display`](fmt::Display): `main`, `unwrap` and `assert!` show errors by their `Debug`.
impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for Report {}
