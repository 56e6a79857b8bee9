//! The way back: what the old release does with what the new one has stored.

use serde_json::Value;
use wheelwright_rules::{FieldPath, Segment};

use crate::back;
use crate::diff::{Options, Trouble, between};
use crate::finding::{BACK, Course, Finding, Party, Report, Verdict};
use crate::fix;
use crate::recorded;

/// Whether the old release of a CRD can take over again from the new one: what it cannot read, would drop or would refuse of what
/// the new one may have stored, each with an object.
///
/// The new release has stored any object that it takes at a version it serves, in its storage version. Then the CRD of the old one is
/// applied and its conversion answers. What is found is said of the way back, `bound-tightened` for a bound that the new release had
/// loosened, with `rollback-` before it. [`Options::assumption`] and `status.storedVersions` are of the new CRD here, and
/// [`Report::verdict`] is called what [`Course::name`] says:
///
/// | the old release | verdict |
/// |---|---|
/// | lacks a version that the new one stored | impossible: the server [refuses the CRD][versions] while `status.storedVersions` names it |
/// | drops a field, reads another value, or does not convert an object | breaks what is stored |
/// | refuses an object on an unchanged update or with a change beside the place | breaks what is stored |
/// | reads what its typed clients cannot decode: another type, format or member of an enum, null or nothing | breaks what is stored: its controller reads them all, and its list fails |
/// | loses by a write what the new one had kept in an annotation | breaks what is stored |
/// | refuses as new, but not again, a value that it reads (a bound, length, pattern, rule) | can be rolled back, noted |
/// | lacks a version, subresource or selectable field that is not stored | can be rolled back, noted: requests at it get 404 |
///
/// A new field breaks: the old server prunes it from what it reads and writes. Who can do without it [accepts](crate::accept()) that;
/// Kubernetes itself [asks][changes] for a release between that knows a field or value and does not write it yet.
///
/// The conversion of the old release is that of [`Options::convert_old`]. Without, it is taken to be that of the new one, and that is
/// said as undecided, unless [`Options::recorded`] tells what the old one made of objects: an annotation that the new
/// release writes otherwise is then undecided too, for whether the old one reads it shows only its code.
///
/// ```
/// use serde_json::{Value, json};
/// use wheelwright_release::{Options, Verdict, rollback};
///
/// fn crd(spec: &Value) -> Value {
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
///                     "spec": {"type": "object", "properties": spec},
///                 }}},
///             }],
///         },
///     })
/// }
/// let old = crd(&json!({"size": {"type": "integer", "maximum": 50}}));
/// let new = crd(&json!({"size": {"type": "integer", "maximum": 60}, "oven": {"type": "string"}}));
///
/// let report = rollback(&old, &new, &Options::default())?;
/// assert_eq!(report.course.name(report.verdict()), "breaks what is stored");
/// let lost = &report.findings[0];
/// assert_eq!(lost.key(), "rollback-field-pruned pizzas.example.com/v1/spec.oven");
/// // A bound that was loosened is not judged again while the value stays.
/// assert_eq!(report.findings[1].key(), "rollback-bound-tightened pizzas.example.com/v1/spec.size");
/// assert_eq!(report.findings[1].level, Verdict::Compatible);
/// # Ok::<(), wheelwright_release::Trouble>(())
/// ```
///
/// # Errors
///
/// As [`diff`](crate::diff()).
///
/// [versions]: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
/// [changes]: https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api_changes.md
pub fn rollback(old: &Value, new: &Value, options: &Options<'_>) -> Result<Report, Trouble> {
    let more = |work: &crate::work::Work<'_>, found: &mut Vec<Finding>| {
        found.extend(work.unforeseen(found));
        found.extend(back::judge(&work.sides(), found));
        found.extend(back::unseen(&work.sides(), options.recorded));
        found.extend(recorded::unread(&work.sides(), options.recorded));
    };
    let report = between(Course::Rollback, new, old, options, &more);
    let mut report = report.map_err(Trouble::turned)?;
    let findings = std::mem::take(&mut report.findings).into_iter();
    report.findings = findings
        .filter_map(|mut finding| {
            finding.path = at(&finding.path, old, new);
            settled(finding)
        })
        .collect();
    report.sort();
    Ok(report)
}

/// What a finding of the way from the new release to the old one is, if it is about anything that is stored.
fn settled(mut finding: Finding) -> Option<Finding> {
    if finding.id == "create-refused" {
        return None;
    }
    if finding.level == Verdict::NewVersion && !finding.hurts.contains(&Party::Stored) {
        if is_decoded(&finding.id) {
            finding.hurts = vec![Party::Readers];
            finding.reason += "; a typed client of the old release cannot decode it";
        } else {
            finding.level = Verdict::Compatible;
        }
    }
    let counts = finding.level.is_breaking() || finding.undecided.is_some();
    if !counts && finding.hurts.is_empty() {
        return None;
    }
    if let Some(witness) = &mut finding.witness {
        for step in &mut witness.steps {
            std::mem::swap(&mut step.old, &mut step.new);
        }
    }
    match finding.id.as_str() {
        "conversion-refused" => {
            "the conversion of the old release refuses what the new one stored"
                .clone_into(&mut finding.reason);
        }
        "conversion-changed" if !finding.field.is_empty() => {
            "what the new release stored is read otherwise by the old one"
                .clone_into(&mut finding.reason);
        }
        _ => {}
    }
    fix::back(&finding.id).clone_into(&mut finding.fix);
    finding.id.insert_str(0, BACK);
    Some(finding)
}

/// Whether a value that the old release never took is none that its types can hold.
fn is_decoded(id: &str) -> bool {
    ["type-", "enum-", "format-", "nullable-", "required-"]
        .iter()
        .any(|kind| id.starts_with(kind))
}

/// The place in the new CRD of one in the old: its versions may stand elsewhere.
fn at(path: &FieldPath, old: &Value, new: &Value) -> FieldPath {
    let versions = |crd: &Value| -> Vec<String> {
        let versions = crd.pointer("/spec/versions").and_then(Value::as_array);
        let names = versions.into_iter().flatten();
        names
            .map(|version| {
                let name = version.get("name").and_then(Value::as_str);
                name.unwrap_or_default().to_owned()
            })
            .collect()
    };
    let mut segments = path.segments().to_vec();
    let is_version = matches!(
        segments.as_slice(),
        [Segment::Field(spec), Segment::Field(versions), Segment::Index(_), ..]
            if spec == "spec" && versions == "versions"
    );
    if let (true, Some(Segment::Index(index))) = (is_version, segments.get_mut(2)) {
        let (old, new) = (versions(old), versions(new));
        let name = old.get(*index);
        if let Some(is) = name.and_then(|name| new.iter().position(|other| other == name)) {
            *index = is;
        }
    }
    segments.into()
}
