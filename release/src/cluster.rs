//! What is said of the CRD as a whole, of its versions and their endpoints.

use serde_json::Value;
use wheelwright_rules::crd::compare::{Difference, Direction, Kind};
use wheelwright_rules::crd::{self, Assumption};
use wheelwright_rules::{Admission, Refusal, Subresource};
use wheelwright_schema::generate::{Generator, Shrinker, random::Random};

use crate::conversion::Conversion;
use crate::finding::{Course, Finding, Party, Step, Verdict, Witness};
use crate::fix;
use crate::place::{self, Step as Way};
use crate::side::Side;
use crate::thin::{Fill, thin};
use crate::work::{Sides, id_of};

/// What the server says of the CRD as an update of the old one. Of an old CRD without a status, the storage version counts
/// as the one that objects are stored in.
pub(crate) fn impossible(
    course: Course,
    old: &Value,
    new: &Value,
    side: &Side<'_>,
    assumption: Option<&Assumption>,
    name: &str,
) -> Vec<Finding> {
    let stored = Assumption::Stored(vec![side.storage().to_owned()]);
    let (mut installed, _) = crd::assume(old, assumption.unwrap_or(&stored));
    if course == Course::Rollback {
        // What ran has stored, and the server notes the version with the CRD.
        note_stored(&mut installed, side.storage());
    }
    let report = crd::check_update(&installed, new);
    let finding = |level, id: &str, path, reason: String, fix: &str| Finding {
        id: id.to_owned(),
        crd: name.to_owned(),
        versions: Vec::new(),
        field: String::new(),
        path,
        level,
        hurts: vec![Party::Cluster],
        reason,
        fix: fix.to_owned(),
        witness: None,
        undecided: None,
        accepted: None,
    };
    let mut findings: Vec<Finding> = report
        .errors
        .iter()
        .map(|error| {
            let reason = match course {
                Course::Upgrade => format!("the server refuses the update: {error}"),
                Course::Rollback => {
                    format!("the server refuses the CRD of the old release over that of the new one: {error}")
                }
            };
            let fix = match course {
                Course::Upgrade => {
                    "change the CRD so that `wheelwright check --against` accepts it as an update"
                }
                Course::Rollback => fix::back("update-refused"),
            };
            finding(
                Verdict::Impossible,
                "update-refused",
                crd::source_path(error),
                reason,
                fix,
            )
        })
        .collect();
    if let Some(crash) = report.crash {
        let reason = format!("the server crashes on the update: {crash}");
        let fix = "take out the selectable fields or the rule that it crashes on";
        findings.push(finding(
            Verdict::Impossible,
            "update-refused",
            wheelwright_rules::FieldPath::root(),
            reason,
            fix,
        ));
    }
    if findings.is_empty() {
        let fresh = crd::check(new);
        let was_fresh = crd::check(old);
        if was_fresh.is_accepted() {
            findings.extend(fresh.errors.iter().map(|error| {
                let reason = format!("the server takes the update, and refuses the CRD where there is none yet: {error}");
                let fix = "change the CRD so that `wheelwright check` accepts it";
                finding(Verdict::Compatible, "create-refused", crd::source_path(error), reason, fix)
            }));
        }
    }
    findings
}

/// Adds a version to those that objects are stored in.
fn note_stored(crd: &mut Value, version: &str) {
    let stored = crd.pointer_mut("/status/storedVersions");
    if let Some(stored) = stored.and_then(Value::as_array_mut)
        && !stored.iter().any(|name| name == version)
    {
        stored.push(version.into());
    }
}

/// Whether the server's own refusal says it.
pub(crate) fn is_said_by_server(difference: &Difference) -> bool {
    matches!(difference.kind, Kind::Group | Kind::Scope)
        || difference.kind == Kind::Names && difference.direction == Direction::Changed
}

/// What a difference does that no schema says.
pub(crate) fn finding(sides: &Sides<'_>, difference: &Difference) -> Finding {
    let mut finding = Finding {
        id: id_of(difference),
        crd: sides.name.to_owned(),
        versions: difference.version.iter().cloned().collect(),
        field: match difference.kind {
            Kind::Column | Kind::SelectableField | Kind::Names => named(difference),
            _ => String::new(),
        },
        path: difference.path.clone(),
        level: Verdict::Compatible,
        hurts: Vec::new(),
        reason: difference.words.clone(),
        fix: fix::of(difference.kind, difference.direction).to_owned(),
        witness: None,
        undecided: None,
        accepted: None,
    };
    match difference.kind {
        Kind::Version if difference.direction == Direction::Tightened => {
            let version = text(difference.old.as_ref());
            finding.versions = vec![version.clone()];
            unserved(sides, &version, &mut finding);
        }
        Kind::Served if difference.direction == Direction::Tightened => {
            let version = difference.version.clone().unwrap_or_default();
            unserved(sides, &version, &mut finding);
        }
        Kind::Version if difference.new.is_some() => {
            finding.versions = vec![text(difference.new.as_ref())];
        }
        Kind::Subresource => subresource(sides, difference, &mut finding),
        Kind::SelectableField if difference.direction == Direction::Tightened => {
            let version = difference.version.clone().unwrap_or_default();
            let field = text(difference.old.as_ref());
            if sides.old.is_served(&version)
                && let Some(object) = least(sides.old, &version)
            {
                broken(
                    &mut finding,
                    object,
                    &[Party::Readers],
                    Step::new(
                        format!(
                            "list with the field selector {}=a",
                            field.trim_start_matches('.')
                        ),
                        "those that match",
                        "refused: 400, field label not supported",
                    ),
                );
            }
        }
        Kind::Names if difference.direction != Direction::Loosened => {
            finding.hurts.push(Party::Cluster);
        }
        Kind::Column if difference.new.is_none() => finding.hurts.push(Party::Cluster),
        Kind::Storage => finding.hurts.push(Party::Stored),
        Kind::Conversion
            if matches!(difference.direction, Direction::Pruned | Direction::Reread) =>
        {
            finding.hurts.push(Party::Stored);
            let is_hidden = |side: &Side<'_>| {
                matches!(side.conversion(), Conversion::Hidden | Conversion::Like(_))
            };
            if !is_hidden(sides.old) && !is_hidden(sides.new) {
                return finding;
            }
            finding.undecided = Some(
                "the conversion is not in view: what it makes of objects is not known here"
                    .to_owned(),
            );
        }
        Kind::UnknownFields if difference.direction == Direction::Pruned => {
            finding.undecided = Some("fields that no schema declares are not generated".to_owned());
        }
        // Without the server's refusal these are of CRDs that are not the same.
        Kind::Group | Kind::Scope => finding.hurts.push(Party::Cluster),
        _ => {}
    }
    finding
}

fn text(value: Option<&Value>) -> String {
    value.and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// What tells differences of one kind apart.
fn named(difference: &Difference) -> String {
    if difference.kind == Kind::Column {
        let words = difference
            .words
            .strip_prefix("the column ")
            .unwrap_or(&difference.words);
        let end = [" is gone", " is new", " differs"]
            .iter()
            .find_map(|end| words.strip_suffix(end));
        end.unwrap_or(words).to_owned()
    } else {
        let own = difference.old.as_ref().or(difference.new.as_ref());
        text(own)
    }
}

fn broken(finding: &mut Finding, object: Value, hurts: &[Party], step: Step) {
    finding.level = Verdict::NewVersion;
    finding.hurts.extend(hurts);
    finding.witness = Some(Witness {
        object,
        steps: vec![step],
    });
}

fn unserved(sides: &Sides<'_>, version: &str, finding: &mut Finding) {
    let warned = sides.old.rules().version(version);
    if warned
        .and_then(|version| version.deprecation_warning())
        .is_some()
    {
        finding.reason += "; it was deprecated";
    }
    match least(sides.old, version) {
        Some(object) => broken(
            finding,
            object,
            &[Party::Writers, Party::Readers],
            Step::new("create", "accepted", "404: the server has no such version"),
        ),
        None => {
            finding.undecided = Some("no object was made that the old release takes".to_owned());
        }
    }
}

fn subresource(sides: &Sides<'_>, difference: &Difference, finding: &mut Finding) {
    let version = difference.version.clone().unwrap_or_default();
    if !sides.old.is_served(&version) {
        return;
    }
    let is_status = difference.path.to_string().ends_with("status");
    let Some(rules) = sides.new.rules().version(&version) else {
        return;
    };
    let status = [Way::Member("status".to_owned())];
    match (is_status, difference.direction) {
        (true, _) if difference.new == Some(Value::Bool(true)) => {
            let schema = sides.old.schema(&version);
            if schema.is_none_or(|schema| place::schema_at(schema, &status).is_none()) {
                return;
            }
            // A status that is sent with the object is ignored from now on.
            let Some(object) = made(sides.old, &version, &status) else {
                finding.undecided =
                    Some("no object with a status was made that the old release takes".to_owned());
                return;
            };
            let kept = |side: &Side<'_>| {
                side.rules().version(&version).and_then(|rules| {
                    rules
                        .admit(Admission::create(object.clone()))
                        .object?
                        .get("status")
                        .cloned()
                })
            };
            if let (Some(status), None) = (kept(sides.old), kept(sides.new)) {
                let step = Step::new(
                    "create",
                    format!("kept: status: {}", crate::trial::brief(&status)),
                    "ignored: the status is written by a request of its own",
                );
                broken(finding, object, &[Party::Writers], step);
            }
        }
        (true, _) => {
            let object = made(sides.old, &version, &status).or_else(|| least(sides.old, &version));
            let Some(object) = object else {
                finding.undecided =
                    Some("no object was made that the old release takes".to_owned());
                return;
            };
            let answer = rules.admit(Admission {
                subresource: Subresource::Status,
                ..Admission::update(object.clone(), object.clone())
            });
            if answer.refusal == Some(Refusal::NoSubresource) {
                broken(
                    finding,
                    object,
                    &[Party::Writers],
                    Step::new(
                        "write its status, at /status",
                        "accepted",
                        "404: there is no such subresource",
                    ),
                );
            }
        }
        (false, Direction::Loosened) => {}
        (false, _) => {
            let found = scaled(sides, &version, difference);
            let Some((object, old, new)) = found else {
                finding.undecided = Some("no object was made whose scale differs".to_owned());
                return;
            };
            broken(
                finding,
                object,
                &[Party::Readers, Party::Writers],
                Step::new("read its scale", old, new),
            );
        }
    }
}

/// An object whose scale the releases read otherwise.
fn scaled(
    sides: &Sides<'_>,
    version: &str,
    difference: &Difference,
) -> Option<(Value, String, String)> {
    let path = difference.old.as_ref()?.get(0)?.as_str()?;
    let way: Vec<Way> = path
        .split('.')
        .filter(|step| !step.is_empty())
        .map(|step| Way::Member(step.to_owned()))
        .collect();
    let object = made(sides.old, version, &way)?;
    let scale = |side: &Side<'_>| {
        let scale = side
            .rules()
            .version(version)
            .map(|rules| rules.scale(&object));
        match scale {
            Some(Ok(Some(scale))) => scale.to_string(),
            Some(Err(error)) => error,
            _ => "404: there is no such subresource".to_owned(),
        }
    };
    let (old, new) = (scale(sides.old), scale(sides.new));
    (old != new).then_some((object, old, new))
}

/// The smallest object that is made and taken.
pub(crate) fn least(side: &Side<'_>, version: &str) -> Option<Value> {
    made(side, version, &[])
}

/// A small object that a release takes, with a value at a place.
pub(crate) fn made(side: &Side<'_>, version: &str, steps: &[Way]) -> Option<Value> {
    let schema = side.schema(version)?;
    let mut random = Random::new(23);
    for seed in 0..60 {
        let fill = match seed % 3 {
            0 => Fill::Least,
            1 => Fill::Mentioned,
            _ => Fill::Some(4),
        };
        let thin = thin(schema, steps, fill, &mut random);
        let mut object = Generator::new(seed).size(1).value(&thin);
        side.name(&mut object, version);
        let has_place = |object: &Value| {
            let at = place::find(object, steps);
            at.is_some_and(|at| place::get(object, &at).is_some_and(|value| !value.is_null()))
        };
        let is_taken = |object: &Value| {
            let written = side.write(version, object);
            written.stored.is_ok() && !written.has_unknown && has_place(object)
        };
        if is_taken(&object) {
            return Some(Shrinker::of_object(&[]).shrink(&object, &is_taken));
        }
    }
    None
}

/// Versions that are deprecated from now on, with nothing to go to.
pub(crate) fn deprecations(sides: &Sides<'_>, new: &Value) -> Vec<Finding> {
    let versions = new.get("spec").and_then(|spec| spec.get("versions"));
    let versions: Vec<&Value> = versions
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .collect();
    let is = |version: &Value, flag: &str| version.get(flag) == Some(&Value::Bool(true));
    let has_successor = versions
        .iter()
        .any(|version| is(version, "served") && !is(version, "deprecated"));
    if has_successor {
        return Vec::new();
    }
    let lonely = versions.iter().enumerate().filter(|(_, version)| {
        let name = text(version.get("name"));
        let was = sides.old.rules().version(&name);
        is(version, "served")
            && is(version, "deprecated")
            && was.is_none_or(|was| was.deprecation_warning().is_none())
    });
    lonely
        .map(|(index, version)| Finding {
            id: "deprecation-without-successor".to_owned(),
            crd: sides.name.to_owned(),
            versions: vec![text(version.get("name"))],
            field: String::new(),
            path: wheelwright_rules::FieldPath::root()
                .child("spec")
                .child("versions")
                .index(index)
                .child("deprecated"),
            level: Verdict::Compatible,
            hurts: vec![Party::Writers, Party::Readers],
            reason: "the version is deprecated, and no other is served that is not".to_owned(),
            fix: "serve the version that clients shall move to before this one is deprecated"
                .to_owned(),
            witness: None,
            undecided: None,
            accepted: None,
        })
        .collect()
}
