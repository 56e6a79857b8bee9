//! Two releases of one CRD.

use std::fmt;

use serde_json::Value;
use wheelwright_rules::RulesError;
use wheelwright_rules::crd::{self, Assumption, Unreadable};

use crate::cluster;
use crate::conversion::{Conversion, Convert};
use crate::ended::{self, Notice};
use crate::finding::{Course, Finding, Report};
use crate::place::steps_of;
use crate::readers;
use crate::recorded::{self, Recorded};
use crate::side::{Side, is_whole};
use crate::work::Work;

/// Why releases cannot be compared.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Trouble {
    /// The old document is no CRD that a server reads.
    Old(Unreadable),
    /// The new document is no CRD that a server reads.
    New(Unreadable),
    /// The old CRD stores no version with a schema, as no release does: the document is part of one.
    OldHalf,
    /// The new CRD stores no version with a schema.
    NewHalf,
    /// The rules of the old CRD cannot be used.
    OldRules(RulesError),
    /// The rules of the new CRD cannot be used.
    NewRules(RulesError),
}

impl Trouble {
    /// The trouble of releases that were given the other way round.
    pub(crate) fn turned(self) -> Self {
        match self {
            Self::Old(error) => Self::New(error),
            Self::New(error) => Self::Old(error),
            Self::OldHalf => Self::NewHalf,
            Self::NewHalf => Self::OldHalf,
            Self::OldRules(error) => Self::NewRules(error),
            Self::NewRules(error) => Self::OldRules(error),
        }
    }
}

const HALF: &str = "the CRD stores no version, or one without a schema: is the file whole? Write `storage: true` and a schema";

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Old(error) | Self::New(error) => error.fmt(f),
            Self::OldHalf | Self::NewHalf => f.write_str(HALF),
            Self::OldRules(error) | Self::NewRules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}

/// What is known beside the CRDs. Nothing is by default.
#[derive(Clone, Copy, Default)]
pub struct Options<'o> {
    /// What is known of the old CRD where it has no status; nothing is: established, with objects in its storage version.
    pub assumption: Option<&'o Assumption>,
    /// The conversion of the old release, unless its CRD says `strategy: None`. Without, one by a webhook is taken to be that of the new release, so that only what
    /// both schemas say differs; what the releases convert differently is then found in what was recorded.
    pub convert_old: Option<&'o Convert<'o>>,
    /// The conversion of the new release, unless its CRD says `strategy: None`. Without, of a CRD that has a webhook each version counts as stored by itself.
    pub convert_new: Option<&'o Convert<'o>>,
    /// What the old release made of objects, as [`record`](crate::record()) wrote it.
    pub recorded: &'o [Recorded],
    /// How long fields, values and versions have to be deprecated before they may go; without, whatever goes breaks. Of upgrades.
    pub notice: Option<Notice<'o>>,
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("assumption", &self.assumption)
            .field("convert_old", &self.convert_old.is_some())
            .field("convert_new", &self.convert_new.is_some())
            .field("recorded", &self.recorded.len())
            .field("notice", &self.notice)
            .finish()
    }
}

/// Compares two releases of one CRD, both as JSON of `apiextensions.k8s.io/v1`.
///
/// ```
/// use serde_json::{Value, json};
/// use wheelwright_release::{Options, Verdict, diff};
///
/// fn crd(size: &Value) -> Value {
///     json!({
///         "apiVersion": "apiextensions.k8s.io/v1",
///         "kind": "CustomResourceDefinition",
///         "metadata": {"name": "pizzas.example.com"},
///         "spec": {
///             "group": "example.com",
///             "names": {"kind": "Pizza", "plural": "pizzas"},
///             "scope": "Namespaced",
///             "versions": [{
///                 "name": "v1", "served": true, "storage": true,
///                 "schema": {"openAPIV3Schema": {"type": "object", "properties": {
///                     "spec": {"type": "object", "properties": {"size": size}},
///                 }}},
///             }],
///         },
///     })
/// }
/// let old = crd(&json!({"type": "integer", "maximum": 60}));
/// let new = crd(&json!({"type": "integer", "maximum": 50}));
///
/// let report = diff(&old, &new, &Options::default())?;
/// assert_eq!(report.verdict(), Verdict::NewVersion);
/// let finding = &report.findings[0];
/// assert_eq!(finding.key(), "bound-tightened pizzas.example.com/v1/spec.size");
/// let witness = finding.witness.as_ref().unwrap();
/// assert_eq!(witness.object["spec"], json!({"size": 51}));
/// assert_eq!(
///     witness.steps[0].new,
///     "refused: spec.size: Invalid value: 51: spec.size in body should be less than or equal to 50"
/// );
/// # Ok::<(), wheelwright_release::Trouble>(())
/// ```
///
/// # Errors
///
/// If one of the two is no CRD that a server can read, stores no version, or has a pattern that is beyond the limits of the rules.
pub fn diff(old: &Value, new: &Value, options: &Options<'_>) -> Result<Report, Trouble> {
    let mut report = between(Course::Upgrade, old, new, options, &|work, found| {
        found.extend(cluster::deprecations(&work.sides(), new));
        found.extend(recorded::judge(&work.sides(), options.recorded, found));
        found.extend(work.unforeseen(found));
        found.extend(readers::surprises(&work.sides(), found));
    })?;
    if let Some(notice) = options.notice {
        ended::judge(&mut report.findings, old, new, notice);
    }
    report.sort();
    Ok(report)
}

/// What is found on the way from one release to another, which of the two the old one is said by the course. `more` is asked after
/// the differences of the CRDs, with what is found so far.
pub(crate) fn between(
    course: Course,
    from: &Value,
    to: &Value,
    options: &Options<'_>,
    more: &dyn Fn(&Work<'_>, &mut Vec<Finding>),
) -> Result<Report, Trouble> {
    let comparison = crd::compare(from, to).map_err(|error| match error {
        Unreadable::Old(error) => Trouble::Old(*error),
        error => Trouble::New(error),
    })?;
    if !is_whole(from) {
        return Err(Trouble::OldHalf);
    }
    if !is_whole(to) {
        return Err(Trouble::NewHalf);
    }
    let name = from
        .get("metadata")
        .and_then(|meta| meta.get("name"))
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    let mut sides = (
        Side::of(from).map_err(Trouble::OldRules)?,
        Side::of(to).map_err(Trouble::NewRules)?,
    );
    if course == Course::Upgrade {
        sides.0 = sides.0.also_stored(stored_in(from, options.assumption));
    }
    let (old, new) = match course {
        Course::Upgrade => (from, to),
        Course::Rollback => (to, from),
    };
    let convert_old = match (options.convert_old, options.convert_new) {
        _ if says_none(old) => None,
        (Some(convert), _) => Some(Conversion::By(convert)),
        (None, convert) => convert.map(Conversion::Like),
    };
    let convert_new = options.convert_new.filter(|_| !says_none(new));
    let convert_new = convert_new.map(Conversion::By);
    let (convert_from, convert_to) = match course {
        Course::Upgrade => (convert_old, convert_new),
        Course::Rollback => (convert_new, convert_old),
    };
    for (side, convert) in [(&mut sides.0, convert_from), (&mut sides.1, convert_to)] {
        if let Some(convert) = convert {
            side.convert_by(convert);
        }
    }
    let mut report = Report {
        crds: 1,
        texts: comparison.documentation,
        ..Report::of(course)
    };
    let impossible = cluster::impossible(course, from, to, &sides.0, options.assumption, &name);
    if course == Course::Rollback && sides.1.schema(sides.0.storage()).is_none() {
        // Nothing can be rolled back before it is migrated, to what the old release stores.
        if sides.0.schema(sides.1.storage()).is_some() {
            sides.0.store_in(sides.1.storage());
        } else {
            sides.0.convert_by(Conversion::Hidden);
        }
    }
    let is_refused = !impossible.is_empty();
    report.findings.extend(impossible);
    let mut work = Work::new(course, &name, &sides.0, &sides.1);
    report.tried = work.tried();
    for difference in &comparison.differences {
        let finding = if difference.version.is_some() && steps_of(difference).is_some() {
            work.of_schema(difference)
        } else if is_refused && cluster::is_said_by_server(difference) {
            None
        } else {
            Some(cluster::finding(&work.sides(), difference))
        };
        report.findings.extend(finding);
    }
    more(&work, &mut report.findings);
    report.findings = merged(report.findings);
    Ok(report)
}

/// The versions that objects are in besides the storage version.
fn stored_in(crd: &Value, assumption: Option<&Assumption>) -> Vec<String> {
    let status = crd.pointer("/status/storedVersions");
    let names = status.and_then(Value::as_array).into_iter().flatten();
    let names = names.filter_map(|name| name.as_str().map(str::to_owned));
    match assumption {
        Some(Assumption::Stored(more)) => names.chain(more.iter().cloned()).collect(),
        _ => names.collect(),
    }
}

/// Whether a CRD says that nothing converts. One from a file that says nothing may get its webhook when it is installed.
fn says_none(crd: &Value) -> bool {
    crd.pointer("/spec/conversion/strategy")
        .is_some_and(|strategy| strategy == "None")
}

/// One finding where several versions have the same.
fn merged(findings: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<Finding> = Vec::new();
    for finding in findings {
        let same = kept.iter_mut().find(|other| {
            !other.versions.is_empty()
                && !finding.versions.is_empty()
                && (
                    &other.id,
                    &other.field,
                    &other.reason,
                    other.level,
                    &other.hurts,
                    &other.undecided,
                ) == (
                    &finding.id,
                    &finding.field,
                    &finding.reason,
                    finding.level,
                    &finding.hurts,
                    &finding.undecided,
                )
        });
        match same {
            Some(other) => other.versions.extend(finding.versions),
            None => kept.push(finding),
        }
    }
    kept
}
