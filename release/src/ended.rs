//! The end of what was deprecated for long enough.

use serde_json::Value;
use wheelwright_rules::deprecated;

use crate::attack::is_within;
use crate::finding::{Finding, Verdict};

/// How long a field, a value or a version has to be deprecated before a release may be without it.
#[derive(Clone, Copy, Debug)]
pub struct Notice<'n> {
    /// In how many releases, the last that has it among them.
    pub releases: usize,
    /// The CRD as earlier releases have it, the oldest first; the old one of the comparison need not be among them, and CRDs of other names
    /// say nothing.
    pub earlier: &'n [Value],
}

/// What is gone with notice breaks nobody any more; of the rest it is said how much is missing.
pub(crate) fn judge(findings: &mut [Finding], old: &Value, new: &Value, notice: Notice<'_>) {
    let name = |crd: &Value| crd.pointer("/metadata/name").cloned();
    let earlier = notice.earlier.iter();
    let mut releases: Vec<&Value> = earlier.filter(|crd| name(crd) == name(old)).collect();
    if !releases.contains(&old) {
        releases.push(old);
    }
    for finding in findings {
        let counts: Option<Vec<usize>> = finding
            .versions
            .iter()
            .map(|version| {
                let end = End::of(finding, version, old, new)?;
                Some(count(&releases, version, &end))
            })
            .collect();
        let Some(count) = counts.and_then(|counts| counts.into_iter().min()) else {
            continue;
        };
        let (wanted, s) = (notice.releases, plural(notice.releases));
        if count >= wanted {
            let s = plural(count);
            finding.reason += &format!("; it was deprecated in {count} release{s}");
            if finding.level == Verdict::NewVersion {
                finding.level = Verdict::Compatible;
            }
        } else {
            finding.reason += &format!(
                "; it was deprecated in {count} of the {wanted} release{s} that are asked for"
            );
            finding.fix = format!("keep it, deprecated, for {wanted} release{s} before it goes");
        }
    }
}

const fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// What a release is without.
enum End<'e> {
    Field(&'e str),
    /// Values of an enum, and the field that had them.
    Values(&'e str, Vec<&'e str>),
    Version,
}

impl<'e> End<'e> {
    fn of(finding: &'e Finding, version: &str, old: &'e Value, new: &'e Value) -> Option<Self> {
        let field = finding.field.as_str();
        match finding.id.as_str() {
            "field-pruned" => Some(Self::Field(field)),
            "version-tightened" | "served-tightened" => Some(Self::Version),
            "enum-tightened" => {
                let values = |crd: &'e Value| {
                    let schema = of_version(crd, version)?.pointer(SCHEMA)?;
                    at(schema, field)?.get("enum")?.as_array()
                };
                let (was, is) = (values(old)?, values(new)?);
                let gone = was.iter().filter(|value| !is.contains(value));
                let gone: Option<Vec<&str>> = gone.map(Value::as_str).collect();
                Some(Self::Values(field, gone?))
            }
            _ => None,
        }
    }
}

const SCHEMA: &str = "/schema/openAPIV3Schema";

fn of_version<'c>(crd: &'c Value, version: &str) -> Option<&'c Value> {
    let versions = crd.pointer("/spec/versions").and_then(Value::as_array)?;
    versions
        .iter()
        .find(|own| own.get("name").is_some_and(|name| name == version))
}

/// In how many releases in a row it was deprecated, counted from the last that has it.
fn count(releases: &[&Value], version: &str, end: &End<'_>) -> usize {
    let having = releases
        .iter()
        .rev()
        .filter_map(|crd| is_deprecated(of_version(crd, version)?, end));
    having.take_while(|is| *is).count()
}

/// Whether a version says that it is deprecated; nothing if it does not have it.
fn is_deprecated(version: &Value, end: &End<'_>) -> Option<bool> {
    let is = |flag: &str| version.get(flag) == Some(&Value::Bool(true));
    let schema = version.pointer(SCHEMA)?;
    let says = |field: &str, value: Option<&str>| {
        deprecated(schema).iter().any(|note| {
            is_within(field, &note.field()) && (note.value().is_none() || note.value() == value)
        })
    };
    let is_there = match end {
        End::Version => is("served"),
        End::Field(field) | End::Values(field, _) => at(schema, field).is_some(),
    };
    is_there.then(|| {
        is("deprecated")
            || match end {
                End::Version => false,
                End::Field(field) => says(field, None),
                End::Values(field, gone) => gone.iter().all(|value| says(field, Some(value))),
            }
    })
}

/// The schema of a field, as findings name it: `spec.toppings[].name`.
fn at<'s>(schema: &'s Value, field: &str) -> Option<&'s Value> {
    let mut at = schema;
    for part in field.split('.') {
        let name = part.trim_end_matches("[]");
        at = match name {
            "" => at,
            "*" => at.get("additionalProperties")?,
            name => at.get("properties")?.get(name)?,
        };
        for _ in part.matches("[]") {
            at = at.get("items")?;
        }
    }
    Some(at)
}
