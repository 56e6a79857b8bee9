//! What comes of an object of the new release that the old one reads at another version, and writes: what only the conversion says.

use std::time::{Duration, Instant};

use serde_json::Value;
use wheelwright_rules::{ErrorKind, FieldError, FieldPath};
use wheelwright_schema::generate::Shrinker;

use crate::attack;
use crate::conversion::Conversion;
use crate::cover::cover;
use crate::finding::{Finding, Party, Step, Verdict, Witness};
use crate::fix;
use crate::place::{Path, get, of_error, shown};
use crate::readers::given;
use crate::recorded::{Recorded, differences};
use crate::side::Side;
use crate::trial::brief;
use crate::work::Sides;

/// Objects that are made of a version.
const MADE: usize = 60;
/// Findings of one CRD; more say no more.
const MOST: usize = 20;
/// Of a conversion that is a program, each object takes a start of it.
const LONGEST: Duration = Duration::from_mins(1);

/// What an object of the new release meets in the old one.
struct Meeting {
    id: &'static str,
    /// The version that it is met at, and where; nowhere if all of it fails.
    version: String,
    at: Option<Path>,
    level: Verdict,
    hurts: Party,
    reason: String,
    step: Step,
}

/// What the old release does with objects that were written at a version which it reads at another, and what the new one finds when
/// it is back, but for what is known. Of the sides, the new release is the one that is left.
pub(crate) fn judge(sides: &Sides<'_>, known: &[Finding]) -> Vec<Finding> {
    let (new, old) = (sides.old, sides.new);
    let is_hidden = |conversion: Conversion<'_>| matches!(conversion, Conversion::Hidden);
    let mut found: Vec<Finding> = Vec::new();
    // As the new release converts, it does only between versions that it has.
    let is_strange =
        matches!(old.conversion(), Conversion::Like(_)) && new.schema(old.storage()).is_none();
    if is_hidden(new.conversion())
        || is_hidden(old.conversion())
        || is_strange
        || old.schema(new.storage()).is_none()
    {
        return found;
    }
    let started = Instant::now();
    for version in new.version_names().filter(|version| new.is_served(version)) {
        let mut objects = Vec::new();
        cover(new, version, MADE, &mut |object| {
            objects.push(object.clone());
            true
        });
        for object in &objects {
            if started.elapsed() > LONGEST {
                return found;
            }
            for meeting in met(sides, version, object) {
                let field = meeting.at.as_deref().map_or_else(String::new, |at| {
                    let schema = new
                        .schema(&meeting.version)
                        .or(old.schema(&meeting.version));
                    attack::field(schema, at)
                });
                let is_known = known.iter().chain(&found).any(|finding| {
                    let other = finding.field.split('{').next().unwrap_or_default();
                    finding.versions.contains(&meeting.version)
                        && finding.level >= meeting.level
                        && if meeting.at.is_none() {
                            finding.id == meeting.id
                        } else {
                            !other.is_empty()
                                && (attack::is_within(&field, other)
                                    || attack::is_within(other, &field))
                        }
                });
                if !is_known && found.len() < MOST {
                    found.extend(shown_by(sides, version, object, &meeting, field));
                }
            }
        }
    }
    found
}

fn met(sides: &Sides<'_>, version: &str, object: &Value) -> Vec<Meeting> {
    let (new, old) = (sides.old, sides.new);
    let mut met = Vec::new();
    let Ok(written) = new.write(version, object).stored else {
        return met;
    };
    let Ok(stored) = new.convert(&written, new.storage()) else {
        return met;
    };
    let Ok(before) = new.convert(&stored, version) else {
        return met;
    };
    let is_like = matches!(old.conversion(), Conversion::Like(_));
    let readers = old
        .version_names()
        .filter(|reader| old.is_served(reader) && (!is_like || new.schema(reader).is_some()));
    for reader in readers {
        let way = format!(
            "write it at {version} with the new release, and read it at {reader} with the old one"
        );
        let read = match old.convert(&stored, reader) {
            Ok(read) => read,
            Err(text) => {
                met.push(Meeting {
                    id: "conversion-refused",
                    version: reader.to_owned(),
                    at: None,
                    level: Verdict::NewVersion,
                    hurts: Party::Stored,
                    reason: String::new(),
                    step: Step::new(way, "converted", format!("refused: {text}")),
                });
                continue;
            }
        };
        if reader != version {
            let mut errors = old.errors(reader, &read);
            if !errors.is_empty() {
                let before = at_home(sides, version, object, &stored, reader);
                errors.retain(|error| !before.iter().any(|other| other.path == error.path));
            }
            met.extend(foreign(&errors, version, reader, &way));
        }
        let Some(again) = written_again(new, old, &stored, reader, version) else {
            continue;
        };
        // What an update at that version loses in the new release as well is no matter of going back.
        let own = new
            .is_served(reader)
            .then(|| written_again(new, new, &stored, reader, version))
            .flatten();
        let own = own.map_or_else(Vec::new, |own| gone(&before, &own));
        let mut lost = lost(&before, &again, version, reader);
        lost.retain(|meeting| meeting.at.as_ref().is_none_or(|at| !own.contains(at)));
        met.extend(lost);
    }
    met
}

/// What a version that reads an object has against it already: in the new release, and of the same object in the old one.
fn at_home(
    sides: &Sides<'_>,
    version: &str,
    object: &Value,
    stored: &Value,
    reader: &str,
) -> Vec<FieldError> {
    let (new, old) = (sides.old, sides.new);
    let read = new.convert(stored, reader);
    let mut errors = read.map_or_else(|_| Vec::new(), |read| new.errors(reader, &read));
    errors.extend(given(old, version, object, reader));
    errors
}

/// Values that no object of the old release has at a version.
fn foreign(errors: &[FieldError], version: &str, reader: &str, way: &str) -> Vec<Meeting> {
    let errors = errors.iter();
    errors
        .map(|error| {
            let is_noted = !matches!(
                error.kind,
                ErrorKind::TypeInvalid | ErrorKind::NotSupported | ErrorKind::Required
            );
            Meeting {
                id: "foreign-value",
                version: reader.to_owned(),
                at: Some(of_error(&error.path)),
                level: if is_noted {
                    Verdict::Compatible
                } else {
                    Verdict::NewVersion
                },
                hurts: if is_noted {
                    Party::Readers
                } else {
                    Party::Stored
                },
                reason: format!(
                    "what the new release takes at {version} is read as what {reader} of the old one never had"
                ),
                step: Step::new(
                    way,
                    "accepted",
                    format!("no object is like that: {error}"),
                ),
            }
        })
        .collect()
}

/// What the new release reads at a version after another has updated the object unchanged, at a version of its own.
fn written_again(
    new: &Side<'_>,
    by: &Side<'_>,
    stored: &Value,
    writer: &str,
    version: &str,
) -> Option<Value> {
    let read = by.convert(stored, writer).ok()?;
    let updated = by.update(writer, &read, &read, false).ok()?;
    let stored = by.convert(&updated, by.storage()).ok()?;
    new.convert(&stored, version).ok()
}

/// What is not there any more, or is another value.
fn gone(before: &Value, again: &Value) -> Vec<Path> {
    let changes = differences(before, again);
    changes.lost.into_iter().chain(changes.changed).collect()
}

/// What is not there any more when the new release is back.
fn lost(before: &Value, again: &Value, version: &str, writer: &str) -> Vec<Meeting> {
    let lost = gone(before, again).into_iter();
    lost.map(|at| {
        let value = |object: &Value| {
            let value = get(object, &at).map_or_else(|| "nothing".to_owned(), brief);
            format!("{}: {value}", shown(&at))
        };
        Meeting {
            id: "kept-lost",
            version: version.to_owned(),
            level: Verdict::NewVersion,
            hurts: Party::Stored,
            reason: format!("an update by the old release at {writer} loses it for the new one"),
            step: Step::new(
                format!(
                    "write it at {version} with the new release, update it unchanged at {writer} with the old one, and read it with \
                     the new one again"
                ),
                value(before),
                value(again),
            ),
            at: Some(at),
        }
    })
    .collect()
}

fn shown_by(
    sides: &Sides<'_>,
    version: &str,
    object: &Value,
    meeting: &Meeting,
    field: String,
) -> Option<Finding> {
    let is = |other: &Meeting| {
        (other.id, &other.version, &other.at) == (meeting.id, &meeting.version, &meeting.at)
    };
    let again = |object: &Value| met(sides, version, object).into_iter().find(is);
    let place = meeting.at.as_deref().unwrap_or_default();
    let small = Shrinker::of_object(place).shrink(object, &|object| again(object).is_some());
    let shown = again(&small)?;
    Some(Finding {
        id: shown.id.to_owned(),
        crd: sides.name.to_owned(),
        versions: vec![shown.version],
        field,
        path: FieldPath::root(),
        level: shown.level,
        hurts: vec![shown.hurts],
        reason: shown.reason,
        fix: fix::back(shown.id).to_owned(),
        witness: Some(Witness {
            object: small,
            steps: vec![shown.step],
        }),
        undecided: None,
        accepted: None,
    })
}

/// That the conversion of the old release is not in view, where it matters and nothing was recorded of it.
pub(crate) fn unseen(sides: &Sides<'_>, recorded: &[Recorded]) -> Option<Finding> {
    let old = sides.new;
    let is_seen = matches!(old.conversion(), Conversion::By(_) | Conversion::Identity);
    if is_seen || !recorded.is_empty() || old.version_names().count() < 2 {
        return None;
    }
    let id = "conversion-unseen";
    Some(Finding {
        id: id.to_owned(),
        crd: sides.name.to_owned(),
        versions: Vec::new(),
        field: String::new(),
        path: FieldPath::root(),
        level: Verdict::Compatible,
        hurts: Vec::new(),
        reason: match old.conversion() {
            Conversion::Like(_) => "the old release is taken to convert as the new one does",
            _ => "each version counts as stored by itself",
        }
        .to_owned(),
        fix: fix::back(id).to_owned(),
        witness: None,
        undecided: Some("the conversion of the old release is not in view".to_owned()),
        accepted: None,
    })
}
