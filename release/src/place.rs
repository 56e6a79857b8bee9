//! Where a schema says something, and where an object has it.

use serde_json::Value;
use wheelwright_rules::crd::compare::{Difference, Kind};
use wheelwright_rules::{FieldPath, Segment};
pub(crate) use wheelwright_schema::generate::place::{Part, Path, get, get_mut, put};

/// One step down a schema.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Member(String),
    Items,
    Values,
}

/// The value that a difference is about: the member itself, where it is about whether a member must be there.
pub(crate) fn steps_of(difference: &Difference) -> Option<Vec<Step>> {
    let segments = difference.path.segments();
    let root = segments
        .iter()
        .position(|segment| *segment == Segment::Field("openAPIV3Schema".to_owned()))?;
    let below = segments.get(root + 1..)?;
    // Apart from fields, the last step is the keyword that differs.
    let below = match difference.kind {
        Kind::Field => below,
        _ => match below.split_last() {
            Some((Segment::Index(_), rest)) => rest.split_last().map_or(rest, |(_, rest)| rest),
            Some((_, rest)) => rest,
            None => below,
        },
    };
    let mut steps = Vec::new();
    let mut segments = below.iter();
    while let Some(segment) = segments.next() {
        steps.push(match segment {
            Segment::Field(name) if name == "properties" => match segments.next()? {
                Segment::Key(name) => Step::Member(name.clone()),
                _ => return None,
            },
            Segment::Field(name) if name == "items" => Step::Items,
            Segment::Field(name) if name == "additionalProperties" => Step::Values,
            _ => return None,
        });
    }
    if difference.kind == Kind::Required {
        let parent = field(&steps);
        let name = match parent.as_str() {
            "" => difference.field.as_str(),
            parent => difference.field.strip_prefix(parent)?.strip_prefix('.')?,
        };
        steps.push(Step::Member(name.to_owned()));
    }
    Some(steps)
}

/// The steps as a difference names the field.
fn field(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        match step {
            Step::Member(name) if text.is_empty() => text.push_str(name),
            Step::Member(name) => {
                text.push('.');
                text.push_str(name);
            }
            Step::Items => text.push_str("[]"),
            Step::Values => text.push_str(".*"),
        }
    }
    text
}

/// The schema of a place.
pub(crate) fn schema_at<'s>(schema: &'s Value, steps: &[Step]) -> Option<&'s Value> {
    steps.iter().try_fold(schema, |schema, step| match step {
        Step::Member(name) => schema.get("properties")?.get(name),
        Step::Items => schema.get("items"),
        Step::Values => schema.get("additionalProperties"),
    })
}

/// The schema of a value in an object, if one is declared.
pub(crate) fn declared<'s>(schema: &'s Value, path: &[Part]) -> Option<&'s Value> {
    path.iter().try_fold(schema, |schema, part| match part {
        Part::Name(name) => {
            let member = schema.get("properties").and_then(|all| all.get(name));
            let values = schema.get("additionalProperties");
            member.or_else(|| values.filter(|values| values.is_object()))
        }
        Part::Index(_) => schema.get("items"),
    })
}

/// The first place in an object that the steps lead to; the last step may lead to a member that is not there.
pub(crate) fn find(object: &Value, steps: &[Step]) -> Option<Path> {
    let mut path = Path::new();
    let mut value = Some(object);
    for (at, step) in steps.iter().enumerate() {
        let is_last = at + 1 == steps.len();
        let here = value?;
        let (part, below) = match step {
            Step::Member(name) => (Part::Name(name.clone()), here.as_object()?.get(name)),
            Step::Items => (Part::Index(0), here.as_array()?.first()),
            Step::Values => {
                let (name, value) = here.as_object()?.iter().next()?;
                (Part::Name(name.clone()), Some(value))
            }
        };
        if below.is_none() && !(is_last && matches!(step, Step::Member(_))) {
            return None;
        }
        path.push(part);
        value = below;
    }
    Some(path)
}

/// A path of an error of the rules.
pub(crate) fn of_error(path: &FieldPath) -> Path {
    let part = |segment: &Segment| match segment {
        Segment::Field(name) | Segment::Key(name) => Part::Name(name.clone()),
        Segment::Index(index) => Part::Index(*index),
    };
    path.segments().iter().map(part).collect()
}

/// A path as people read it.
pub(crate) fn shown(path: &[Part]) -> String {
    let mut text = String::new();
    for part in path {
        match part {
            Part::Name(name) if text.is_empty() => text.push_str(name),
            Part::Name(name) => {
                text.push('.');
                text.push_str(name);
            }
            Part::Index(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text
}

/// Where two values differ, from the outside in.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    pub(crate) lost: Vec<Path>,
    pub(crate) added: Vec<Path>,
    pub(crate) changed: Vec<Path>,
}

impl Changes {
    pub(crate) const fn is_empty(&self) -> bool {
        self.lost.is_empty() && self.added.is_empty() && self.changed.is_empty()
    }

    pub(crate) fn between(old: &Value, new: &Value) -> Self {
        let mut changes = Self::default();
        changes.compare(old, new, &mut Path::new());
        changes
    }

    fn compare(&mut self, old: &Value, new: &Value, path: &mut Path) {
        match (old, new) {
            (Value::Object(was), Value::Object(is)) => {
                for (name, old) in was {
                    path.push(Part::Name(name.clone()));
                    match is.get(name) {
                        Some(new) => self.compare(old, new, path),
                        None => self.lost.push(path.clone()),
                    }
                    path.pop();
                }
                for name in is.keys().filter(|name| !was.contains_key(*name)) {
                    path.push(Part::Name(name.clone()));
                    self.added.push(path.clone());
                    path.pop();
                }
            }
            (Value::Array(was), Value::Array(is)) if was.len() == is.len() => {
                for (index, (old, new)) in was.iter().zip(is).enumerate() {
                    path.push(Part::Index(index));
                    self.compare(old, new, path);
                    path.pop();
                }
            }
            _ if old == new => {}
            _ => self.changed.push(path.clone()),
        }
    }
}
