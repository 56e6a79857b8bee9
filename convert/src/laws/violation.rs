use std::fmt;

use serde_json::Value;

use crate::PlanError;

/// What a conversion has to keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Law {
    /// There and back is what it was.
    RoundTrip,
    /// An edit is what its version reads back.
    Edit,
    /// What an edit does not touch stays as it is at other versions.
    Untouched,
    /// There, back and there again is what it was the first time.
    Steady,
    /// A complete object has the defaults of its version.
    Defaults,
    /// What a valid object becomes is valid, but for values that the schema refuses there, which are counted.
    Valid,
    /// What an object becomes is read by the type of the version, if it is read by its own.
    Read,
    /// Metadata other than our annotation is not touched.
    Metadata,
    /// Conversion does not fail where no step may.
    Total,
    /// The mappings fit the schemas.
    Mapping,
}

impl Law {
    const fn text(self) -> &'static str {
        match self {
            Self::RoundTrip => "converting there and back gives another object",
            Self::Edit => "an edit is not what its version reads back",
            Self::Untouched => "an edit changed at another version what it does not touch",
            Self::Steady => "converting a second time gives another object",
            Self::Defaults => "a complete object left without the defaults of its version",
            Self::Valid => {
                "a valid object became one that is not, and no value that the schema refuses there is counted"
            }
            Self::Read => "the Rust type of a version does not read what an object became",
            Self::Metadata => "conversion changed metadata",
            Self::Total => "conversion failed, and no step of the mapping may",
            Self::Mapping => "there is no conversion",
        }
    }
}

/// An object that breaks a law.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Violation {
    /// The law.
    pub law: Law,
    /// The versions that the object went through.
    pub route: Vec<String>,
    /// Where the two objects differ, as a JSON path; empty where there are no two.
    pub path: String,
    /// What should be.
    pub expected: Value,
    /// What is.
    pub actual: Value,
    /// The object that conversion began with.
    pub object: Value,
    /// What was written on the way, where the law is about that: the place, the value and the version.
    pub edit: String,
    /// What conversion said, where it failed.
    pub error: String,
    /// What makes the same object again: `laws().seed(…)`.
    pub seed: u64,
}

impl Violation {
    pub(super) fn unplanned(error: &PlanError) -> Self {
        Self::of(Law::Mapping, error.to_string())
    }

    pub(super) fn refused(error: &impl ToString) -> Self {
        Self::of(Law::Mapping, error.to_string())
    }

    fn of(law: Law, error: String) -> Self {
        Self {
            law,
            route: Vec::new(),
            path: String::new(),
            expected: Value::Null,
            actual: Value::Null,
            object: Value::Null,
            edit: String::new(),
            error,
            seed: 0,
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.law.text())?;
        if !self.route.is_empty() {
            write!(f, " ({})", self.route.join(" → "))?;
        }
        if !self.error.is_empty() {
            write!(f, "\n{}", self.error)?;
        }
        if self.object.is_null() {
            return Ok(());
        }
        write!(f, "\nobject:   {}", self.object)?;
        if !self.edit.is_empty() {
            write!(f, "\nedited:   {}", self.edit)?;
        }
        if self.error.is_empty() {
            write!(
                f,
                "\nat:       {}\nexpected: {}\nis:       {}",
                if self.path.is_empty() {
                    "."
                } else {
                    &self.path
                },
                self.expected,
                self.actual
            )?;
        }
        write!(
            f,
            "\nseed:     {} (`laws().seed({})` makes it again)",
            self.seed, self.seed
        )
    }
}

impl std::error::Error for Violation {}
