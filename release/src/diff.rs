//! Two releases of one CRD.

use std::fmt;

use serde_json::Value;
use wheelwright_rules::RulesError;
use wheelwright_rules::crd::{self, Assumption, Unreadable};

use crate::cluster;
use crate::conversion::{Conversion, Convert};
use crate::finding::{Finding, Report};
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
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("assumption", &self.assumption)
            .field("convert_old", &self.convert_old.is_some())
            .field("convert_new", &self.convert_new.is_some())
            .field("recorded", &self.recorded.len())
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
    let comparison = crd::compare(old, new).map_err(|error| match error {
        Unreadable::Old(error) => Trouble::Old(*error),
        error => Trouble::New(error),
    })?;
    if !is_whole(old) {
        return Err(Trouble::OldHalf);
    }
    if !is_whole(new) {
        return Err(Trouble::NewHalf);
    }
    let name = old
        .get("metadata")
        .and_then(|meta| meta.get("name"))
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    let old_side = Side::of(old)
        .map_err(Trouble::OldRules)?
        .also_stored(stored_in(old, options.assumption));
    let old_conversion = match (options.convert_old, options.convert_new) {
        _ if says_none(old) => old_side.conversion(),
        (Some(convert), _) => Conversion::By(convert),
        (None, Some(convert)) => Conversion::Like(convert),
        (None, None) => old_side.conversion(),
    };
    let new_side = Side::of(new).map_err(Trouble::NewRules)?;
    let new_conversion = match options.convert_new {
        Some(convert) if !says_none(new) => Conversion::By(convert),
        _ => new_side.conversion(),
    };
    let sides = (
        old_side.converted(old_conversion),
        new_side.converted(new_conversion),
    );
    let mut report = Report {
        crds: 1,
        texts: comparison.documentation,
        ..Report::default()
    };
    let impossible = cluster::impossible(old, new, &sides.0, options.assumption, &name);
    let is_refused = !impossible.is_empty();
    report.findings.extend(impossible);
    let mut work = Work::new(&name, &sides.0, &sides.1);
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
    report
        .findings
        .extend(cluster::deprecations(&work.sides(), new));
    report.findings.extend(recorded::judge(
        &work.sides(),
        options.recorded,
        &report.findings,
    ));
    report.findings.extend(work.unforeseen(&report.findings));
    report
        .findings
        .extend(readers::surprises(&work.sides(), &report.findings));
    report.findings = merged(report.findings);
    report.sort();
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
