//! Where an object is not as its schema has it.

use serde_json::Value;
use wheelwright_rules::{ErrorKind, FieldError, Schema, Segment as Step, Within};

use super::Converter;
use crate::{
    complement::differences,
    json::Json,
    memoryless::{COMMON, Segment, step_into, value_at, without_common},
};

/// A place where an object is not as its schema has it, and what is wrong there.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) at: Vec<Segment>,
    kind: Wrong,
    /// How far it is to the place that was judged by itself.
    judged: usize,
}

impl Fault {
    /// Whether it is the same, wherever it was found from.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.at == other.at && self.kind == other.kind
    }

    /// Whether nothing stands where the schema asks for something.
    pub(super) fn is_lack(&self) -> bool {
        self.kind == Wrong::Refused(ErrorKind::Required)
    }

    /// The place that was judged by itself.
    pub(super) fn judged(&self) -> &[Segment] {
        self.at.get(..self.judged).unwrap_or(&self.at)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    Refused(ErrorKind),
    /// The API server takes it out or sets it.
    Changed,
}

/// So many places are judged one by one.
const PLACES: usize = 64;

/// What counts as a fault.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    /// The object is a whole one: it has what it must have, and is as the API server stores it.
    pub(super) is_named: bool,
    /// Somebody sees it, so that bounds of values count.
    pub(super) seen: bool,
}

impl Converter {
    /// The faults of an object of a root.
    pub(super) fn faults(&self, root: usize, object: &Json, judged: Judged) -> Vec<Fault> {
        self.faults_at(root, object, [&[][..]], judged)
    }

    /// The faults of an object of a root that hang on what stands at these places.
    pub(super) fn faults_at<'p>(
        &self,
        root: usize,
        object: &Json,
        places: impl IntoIterator<Item = &'p [Segment]>,
        judged: Judged,
    ) -> Vec<Fault> {
        let schema = self.objects(root).and_then(|place| place.compiled());
        let Some(schema) = schema else {
            return Vec::new();
        };
        let object = without_common(object);
        let places: Vec<&[Segment]> = places.into_iter().filter(|at| !is_common(at)).collect();
        // Each takes its way from the root, so that many are judged sooner together.
        let places = if places.len() > PLACES {
            vec![&[][..]]
        } else {
            places
        };
        let places = places.into_iter();
        let mut alone: Vec<(&[Segment], Within)> =
            places.map(|at| alone(schema, &object, at)).collect();
        alone.sort_by_key(|(at, _)| *at);
        // What is within another follows on it.
        alone.dedup_by(|(at, _), (around, _)| at.starts_with(around));
        let found = alone.into_iter().flat_map(|(at, place)| {
            let value = value_at(&object, at).map(|value| value.to_value());
            let faults = value.map(|value| faults_of(place, &value, judged));
            let faults = faults.unwrap_or_default().into_iter();
            faults.map(move |fault| Fault {
                at: [at, &fault.at].concat(),
                judged: at.len(),
                ..fault
            })
        });
        found.collect()
    }
}

/// The innermost place on the way to one where all is that judges what stands there.
fn alone<'s, 'p>(
    schema: &'s Schema,
    object: &Json,
    at: &'p [Segment],
) -> (&'p [Segment], Within<'s>) {
    let (depth, place) = innermost(schema.place(), object, at);
    // Rules are run of whole objects.
    if place.has_rules() {
        (&[], schema.place())
    } else {
        (&at[..depth], place)
    }
}

/// How far it is to that place, and the place.
fn innermost<'s>(place: Within<'s>, value: &Json, at: &[Segment]) -> (usize, Within<'s>) {
    let Some((segment, rest)) = at.split_first() else {
        return (0, place);
    };
    let next = step_into(value, segment);
    let within = match segment {
        Segment::Member(name) => place.member(name, next.is_some()),
        Segment::Item(_) => next.as_ref().and_then(|_| place.item()),
    };
    match (within, next) {
        (None, _) => (0, place),
        (Some(within), None) => (1, within),
        (Some(within), Some(next)) => {
            let (depth, place) = innermost(within, &next, rest);
            (depth + 1, place)
        }
    }
}

/// Whether a path leads to what is the same at all versions.
fn is_common(at: &[Segment]) -> bool {
    matches!(at.first(), Some(Segment::Member(name)) if COMMON.contains(&name.as_str()))
}

/// The faults of a value that is judged by itself.
fn faults_of(place: Within, value: &Value, judged: Judged) -> Vec<Fault> {
    let mut stored = Some(value.clone());
    if judged.is_named {
        stored = place.default(stored);
    }
    if let Some(stored) = &mut stored {
        place.prune(stored);
    }
    let counts = |error: &FieldError| match error.kind {
        ErrorKind::Required => judged.is_named,
        kind => judged.seen || is_of_shape(kind, error),
    };
    let errors = place.validate(value);
    let mut faults: Vec<Fault> = errors
        .iter()
        .filter(|error| counts(error))
        .map(|error| Fault {
            at: error.path.segments().iter().map(segment).collect(),
            kind: Wrong::Refused(error.kind),
            judged: 0,
        })
        .collect();
    let changed = match stored {
        Some(stored) if stored == *value => Vec::new(),
        Some(stored) => differences(&Json::of_value(value), &Json::of_value(&stored)),
        None => vec![Vec::new()],
    };
    faults.extend(changed.into_iter().map(|at| Fault {
        at,
        kind: Wrong::Changed,
        judged: 0,
    }));
    faults
}

/// Whether it is about what kind of value stands there, and not about which.
fn is_of_shape(kind: ErrorKind, error: &FieldError) -> bool {
    matches!(
        kind,
        ErrorKind::TypeInvalid | ErrorKind::Duplicate | ErrorKind::Forbidden
    ) || error.fault == Some(wheelwright_rules::Fault::Alternatives)
}

fn segment(step: &Step) -> Segment {
    match step {
        Step::Field(name) | Step::Key(name) => Segment::Member(name.clone()),
        Step::Index(index) => Segment::Item(*index),
    }
}
