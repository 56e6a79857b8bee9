//! What an earlier release made of objects, beside what the new one makes of them.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value, json};
use wheelwright_rules::FieldPath;

use crate::attack;
use crate::conversion::Conversion;
use crate::finding::{Finding, Party, Step, Verdict, Witness};
use crate::place::{Changes, Part, Path, declared, get, shown};
use crate::trial::brief;
use crate::work::Sides;

/// An object, and what a release made of it at another version: a line of a recording.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Recorded {
    /// The version of the object: `v1alpha1`.
    pub from: String,
    /// The object, with the defaults of its version.
    pub object: Value,
    /// The version that it was converted to.
    pub to: String,
    /// What it became there, with what is kept of it in an annotation.
    pub there: Value,
    /// What that became at the first version again, unless it was the object.
    pub back: Option<Value>,
}

/// A line that records nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordError {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for RecordError {}

impl Recorded {
    /// Reads a recording, as [`record`](crate::record()) writes it: JSON Lines, each
    /// `{"from": "v1", "object": {…}, "to": "v2", "there": {…}}`, some with a `back`. Blank lines say nothing.
    ///
    /// # Errors
    ///
    /// With the first line that is of another form.
    pub fn read(text: &str) -> Result<Vec<Self>, RecordError> {
        let lines = text.lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.trim().is_empty());
        lines
            .map(|(index, line)| {
                Self::of(line).map_err(|reason| RecordError {
                    line: index + 1,
                    reason,
                })
            })
            .collect()
    }

    fn of(line: &str) -> Result<Self, String> {
        let Ok(Value::Object(mut members)) = serde_json::from_str(line) else {
            return Err("it is no JSON object".to_owned());
        };
        let back = members.remove("back");
        let recorded = Self {
            from: text(&mut members, "from")?,
            object: object(&mut members, "object")?,
            to: text(&mut members, "to")?,
            there: object(&mut members, "there")?,
            back,
        };
        match members.keys().next() {
            Some(name) => Err(format!(
                "{name} is not known: a line has from, object, to, there, and back"
            )),
            None => Ok(recorded),
        }
    }

    pub(crate) fn line(&self) -> String {
        let mut members =
            json!({"from": self.from, "object": self.object, "to": self.to, "there": self.there});
        if let (Some(back), Some(members)) = (&self.back, members.as_object_mut()) {
            members.insert("back".to_owned(), back.clone());
        }
        members.to_string()
    }
}

fn text(members: &mut Map<String, Value>, name: &str) -> Result<String, String> {
    match members.remove(name) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(format!("{name} is no text: write the version")),
    }
}

fn object(members: &mut Map<String, Value>, name: &str) -> Result<Value, String> {
    match members.remove(name) {
        Some(value @ Value::Object(_)) => Ok(value),
        _ => Err(format!("{name} is no object: record the release again")),
    }
}

/// Where an object is another. Of its metadata labels and annotations count, but for annotations that hold JSON: those are notes of
/// a conversion to itself. Numbers are compared as numbers.
pub(crate) fn differences(one: &Value, other: &Value) -> Changes {
    let mut changes = Changes::between(&plain(one), &plain(other));
    changes.changed.retain(|path| {
        let numbers = [one, other].map(|value| get(value, path).and_then(Value::as_f64));
        numbers[0].is_none() || numbers[0] != numbers[1]
    });
    changes
}

/// An object without what does not count, and with labels and annotations even if it has none.
fn plain(object: &Value) -> Value {
    let texts = |name: &str| {
        let texts = object.get("metadata").and_then(|meta| meta.get(name));
        let mut texts = texts.cloned().unwrap_or_else(|| json!({}));
        if let Some(texts) = texts.as_object_mut() {
            let is_note = |text: &Value| text.as_str().is_some_and(|text| text.starts_with('{'));
            texts.retain(|_, text| !is_note(text));
        }
        texts
    };
    let mut plain = object.clone();
    if let Some(members) = plain.as_object_mut() {
        let meta = json!({"labels": texts("labels"), "annotations": texts("annotations")});
        members.insert("metadata".to_owned(), meta);
    }
    plain
}

fn is_of_metadata(path: &[Part]) -> bool {
    matches!(path.first(), Some(Part::Name(name)) if name == "metadata")
}

/// One way of a recorded object.
struct Passage<'r> {
    object: &'r Value,
    from: &'r str,
    to: &'r str,
    expected: &'r Value,
    /// Whether an annotation of the old release says more than the fields do.
    is_kept: bool,
}

/// What clients of the old release now see otherwise of recorded objects; what other findings say is left out.
pub(crate) fn judge(sides: &Sides<'_>, recorded: &[Recorded], known: &[Finding]) -> Vec<Finding> {
    if recorded.is_empty() {
        return Vec::new();
    }
    if matches!(sides.new.conversion(), Conversion::Hidden) {
        let mut finding = blank(sides, "conversion-changed", "");
        finding.versions.clear();
        finding.reason = format!("{} recorded objects were not converted", recorded.len());
        finding.undecided = Some("the conversion of the new release is not in view".to_owned());
        return vec![finding];
    }
    let mut found: BTreeMap<(&str, &str, String), (Finding, usize)> = BTreeMap::new();
    for line in recorded {
        let is_there = |version: &str| {
            sides.old.schema(version).is_some() && sides.new.schema(version).is_some()
        };
        if !is_there(&line.from) || !is_there(&line.to) {
            continue;
        }
        let is_kept = line
            .there
            .pointer("/metadata/annotations")
            .is_some_and(|notes| Some(notes) != line.object.pointer("/metadata/annotations"));
        let there = Passage {
            object: &line.object,
            from: &line.from,
            to: &line.to,
            expected: &line.there,
            is_kept: false,
        };
        let back = Passage {
            object: &line.there,
            from: &line.to,
            to: &line.from,
            expected: line.back.as_ref().unwrap_or(&line.object),
            is_kept,
        };
        for passage in [there, back] {
            // What nobody reads hurts nobody.
            if !sides.old.is_served(passage.to) {
                continue;
            }
            for (id, field, step) in passage.seen(sides) {
                let covers = |finding: &Finding| {
                    finding.level.is_breaking()
                        && finding.versions.iter().any(|version| version == passage.to)
                        && !finding.field.is_empty()
                        && attack::is_within(&field, &finding.field)
                };
                if known.iter().any(covers) {
                    continue;
                }
                let finding = || passage.finding(sides, id, &field, step.clone());
                let (best, count) = found
                    .entry((id, passage.to, field.clone()))
                    .or_insert_with(|| (finding(), 0));
                *count += 1;
                let size = |finding: &Finding| {
                    let object = finding.witness.as_ref().map(|witness| &witness.object);
                    object.map_or(0, |object| object.to_string().len())
                };
                let other = finding();
                if size(&other) < size(best) {
                    *best = other;
                }
            }
        }
    }
    let found = found.into_values();
    found
        .map(|(mut finding, count)| {
            if count > 1 {
                finding.reason += &format!(", in {count} recorded objects");
            }
            finding
        })
        .collect()
}

/// That the new release keeps something in an annotation which the old one kept otherwise, of an object that both have: only the
/// code of the old one shows whether it reads that. Nothing if that is in view.
pub(crate) fn unread(sides: &Sides<'_>, recorded: &[Recorded]) -> Option<Finding> {
    let (new, old) = (sides.old, sides.new);
    let (Conversion::By(_), Conversion::Like(_)) = (new.conversion(), old.conversion()) else {
        return None;
    };
    let stored = recorded.iter().filter(|line| line.to == new.storage());
    let mut differing: Vec<(&Recorded, String, String)> = stored
        .filter_map(|line| {
            let is = new.convert(&line.object, &line.to).ok()?;
            let [was, is] = [&line.there, &is].map(notes);
            (was != is).then(|| (line, was.to_string(), is.to_string()))
        })
        .collect();
    differing.sort_by_key(|(line, _, _)| line.object.to_string().len());
    let count = differing.len();
    let (line, was, is) = differing.into_iter().next()?;
    let mut finding = blank(sides, "kept-unread", &line.to);
    finding.level = Verdict::Compatible;
    finding.reason =
        format!("the annotation of {count} recorded objects is another than the old release wrote");
    finding.undecided =
        Some("whether the old release reads it, only its conversion shows".to_owned());
    let request = format!("convert it from {} to {}", line.from, line.to);
    finding.witness = Some(Witness {
        object: line.object.clone(),
        steps: vec![Step::new(request, is, was)],
    });
    Some(finding)
}

/// The annotations that hold JSON, read: the order and form of it say nothing.
fn notes(object: &Value) -> Value {
    let notes = object.pointer("/metadata/annotations");
    let notes = notes.and_then(Value::as_object).into_iter().flatten();
    let notes = notes.filter_map(|(name, text)| {
        let note = serde_json::from_str(text.as_str()?).ok();
        Some((name.clone(), note.filter(Value::is_object)?))
    });
    Value::Object(notes.collect())
}

impl Passage<'_> {
    /// What is seen otherwise: the finding, its field, and what each release shows.
    fn seen(&self, sides: &Sides<'_>) -> Vec<(&'static str, String, Step)> {
        let request = format!("convert it from {} to {}", self.from, self.to);
        let is = match sides.new.convert(self.object, self.to) {
            Ok(is) => is,
            Err(text) => {
                let step = Step::new(request, "converted", format!("refused: {text}"));
                return vec![("conversion-refused", String::new(), step)];
            }
        };
        let (old, new) = (sides.old.schema(self.to), sides.new.schema(self.to));
        let is_known = |schema: Option<&Value>, path: &Path| {
            is_of_metadata(path) || schema.is_some_and(|schema| declared(schema, path).is_some())
        };
        let changes = differences(self.expected, &is);
        let lost = changes.lost.into_iter().filter(|path| is_known(new, path));
        let added = changes.added.into_iter().filter(|path| is_known(old, path));
        let id = if self.is_kept {
            "kept-lost"
        } else {
            "conversion-changed"
        };
        lost.chain(added)
            .chain(changes.changed)
            .map(|path| {
                let value = |object: &Value| {
                    let value = get(object, &path).map_or_else(|| "nothing".to_owned(), brief);
                    format!("{}: {value}", shown(&path))
                };
                let step = Step::new(request.clone(), value(self.expected), value(&is));
                (id, attack::field(old, &path), step)
            })
            .collect()
    }

    fn finding(&self, sides: &Sides<'_>, id: &str, field: &str, step: Step) -> Finding {
        let is_stored = sides
            .old
            .stored()
            .iter()
            .any(|version| version == self.from);
        let mut finding = blank(sides, id, self.to);
        field.clone_into(&mut finding.field);
        finding.reason = match (id, is_stored) {
            ("conversion-refused", _) => {
                format!(
                    "an object of {} does not convert to {} any more",
                    self.from, self.to
                )
            }
            ("kept-lost", _) => format!(
                "what the old release kept in an annotation at {} is not given back at {}",
                self.from, self.to
            ),
            (_, true) => format!(
                "what is stored in {} is read differently at {}",
                self.from, self.to
            ),
            (_, false) => format!(
                "what is written at {} is something else at {}",
                self.from, self.to
            ),
        };
        finding.hurts = if is_stored {
            vec![Party::Stored, Party::Readers]
        } else {
            vec![Party::Writers, Party::Readers]
        };
        finding.witness = Some(Witness {
            object: self.object.clone(),
            steps: vec![step],
        });
        finding
    }
}

fn blank(sides: &Sides<'_>, id: &str, version: &str) -> Finding {
    Finding {
        id: id.to_owned(),
        crd: sides.name.to_owned(),
        versions: vec![version.to_owned()],
        field: String::new(),
        path: FieldPath::root(),
        level: if version.is_empty() {
            Verdict::Compatible
        } else {
            Verdict::NewVersion
        },
        hurts: Vec::new(),
        reason: String::new(),
        fix: "convert as the old release did, and leave another meaning to a new field or a new version"
            .to_owned(),
        witness: None,
        undecided: None,
        accepted: None,
    }
}
