//! What is found, and how bad it is.

use std::fmt;

use serde_json::Value;
use wheelwright_rules::FieldPath;

/// What a new release is to those who use the old one: the semver of an API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// Nothing but texts differs.
    Patch,
    /// Whoever used the old release goes on.
    Compatible,
    /// Somebody is broken: what the old release took or gave, the new one does not. It belongs into a new version.
    NewVersion,
    /// No server takes the CRD as an update of the old one.
    Impossible,
}

impl Verdict {
    /// Its name: `needs a new version`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Compatible => "compatible",
            Self::NewVersion => "needs a new version",
            Self::Impossible => "impossible",
        }
    }

    /// Whether somebody is hurt.
    #[must_use]
    pub const fn is_breaking(self) -> bool {
        matches!(self, Self::NewVersion | Self::Impossible)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which way two releases are gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Course {
    /// From the old release to the new one: [`diff`](crate::diff()).
    #[default]
    Upgrade,
    /// From the new release back to the old one: [`rollback`](crate::rollback()).
    Rollback,
}

impl Course {
    /// What a verdict is called on this way: `needs a new version`, `can be rolled back`.
    #[must_use]
    pub const fn name(self, verdict: Verdict) -> &'static str {
        match (self, verdict) {
            (Self::Upgrade, verdict) => verdict.name(),
            (Self::Rollback, Verdict::Patch | Verdict::Compatible) => "can be rolled back",
            (Self::Rollback, Verdict::NewVersion) => "breaks what is stored",
            (Self::Rollback, Verdict::Impossible) => "impossible",
        }
    }

    /// The release that is left, and the one that is gone to.
    pub(crate) const fn releases(self) -> (&'static str, &'static str) {
        match self {
            Self::Upgrade => ("old", "new"),
            Self::Rollback => ("new", "old"),
        }
    }
}

/// Who is hurt, or has to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Party {
    /// Objects that the old release stored.
    Stored,
    /// Who sends manifests that worked.
    Writers,
    /// Clients that read what they could not meet before.
    Readers,
    /// Who works on the CRD or with its endpoints.
    Cluster,
}

impl Party {
    /// Its name: `stored objects`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stored => "stored objects",
            Self::Writers => "writers",
            Self::Readers => "readers",
            Self::Cluster => "cluster",
        }
    }
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One difference, and what it does.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// What kind of finding it is, by which it can be accepted: `required-tightened`.
    pub id: String,
    /// The name of the CRD.
    pub crd: String,
    /// The versions that it is about; none if it is about the CRD.
    pub versions: Vec<String>,
    /// The field of objects, `spec.toppings[].name`; empty for the object as a whole and for what no object has.
    pub field: String,
    /// Where the new CRD says it, or the old one if the new one does not.
    pub path: FieldPath,
    /// How bad it is.
    pub level: Verdict,
    /// Who is hurt.
    pub hurts: Vec<Party>,
    /// What differs.
    pub reason: String,
    /// What to do about it.
    pub fix: String,
    /// An object that shows it.
    pub witness: Option<Witness>,
    /// Why it could not be decided how bad it is, if it could not.
    pub undecided: Option<String>,
    /// Why it does not count, if somebody wrote that down.
    pub accepted: Option<String>,
}

/// What the ids of findings about the way back begin with, so that one file can accept those of both ways.
pub(crate) const BACK: &str = "rollback-";

impl Finding {
    /// What a line that accepts it begins with: `required-tightened pizzas.example.com/v1/spec.size`.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{} {}", self.id, self.place())
    }

    /// The CRD, the versions and the field: `pizzas.example.com/v1/spec.size`.
    #[must_use]
    pub fn place(&self) -> String {
        let mut place = self.crd.clone();
        for part in [self.versions.join(",").as_str(), self.field.as_str()] {
            if !part.is_empty() {
                place.push('/');
                place.push_str(part);
            }
        }
        place
    }

    /// How bad it is as it counts: what is accepted counts as compatible.
    #[must_use]
    pub const fn counted(&self) -> Verdict {
        match (&self.accepted, self.level) {
            (Some(_), Verdict::NewVersion | Verdict::Impossible) => Verdict::Compatible,
            (_, level) => level,
        }
    }
}

/// An object that shows what a difference does.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Witness {
    /// The object, as it is sent.
    pub object: Value,
    /// What is asked of both releases, in order.
    pub steps: Vec<Step>,
}

/// A request, and what each release does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// What is asked: `create`.
    pub request: String,
    /// What the old release does.
    pub old: String,
    /// What the new one does.
    pub new: String,
}

impl Step {
    pub(crate) fn new(
        request: impl Into<String>,
        old: impl Into<String>,
        new: impl Into<String>,
    ) -> Self {
        Self {
            request: request.into(),
            old: old.into(),
            new: new.into(),
        }
    }
}

/// What two releases of a CRD, or of several, are to each other.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Which way the releases were gone through.
    pub course: Course,
    /// What was found, the worst first.
    pub findings: Vec<Finding>,
    /// How many CRDs of the same name were compared.
    pub crds: usize,
    /// How many descriptions, titles and examples differ.
    pub texts: usize,
    /// How many generated objects of the old release were put to the new one.
    pub tried: usize,
}

impl Report {
    /// A report of no CRD.
    pub(crate) fn of(course: Course) -> Self {
        Self {
            course,
            ..Self::default()
        }
    }

    /// The worst of the findings that count.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let levels = self.findings.iter().map(Finding::counted);
        levels.max().unwrap_or(Verdict::Patch)
    }

    /// The findings that could not be decided and may break somebody, but for those that are accepted.
    pub fn undecided(&self) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(|finding| finding.undecided.is_some() && finding.accepted.is_none())
    }

    /// Adds what was found of other CRDs.
    pub fn extend(&mut self, other: Self) {
        self.findings.extend(other.findings);
        self.crds += other.crds;
        self.texts += other.texts;
        self.tried += other.tried;
        self.sort();
    }

    pub(crate) fn sort(&mut self) {
        self.findings
            .sort_by_key(|finding| (std::cmp::Reverse(finding.level), finding.accepted.is_some()));
    }
}
