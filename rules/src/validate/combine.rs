//! `anyOf`, `oneOf`, `allOf` and `not`. Inside them old values do not count.

use serde_json::Value;

use super::explain::visit;
use super::message::Place;
use crate::error::FieldError;
use crate::node::{Combinators, Node};

/// What one alternative says.
struct Attempt {
    errors: Vec<FieldError>,
    checks: usize,
}

impl Attempt {
    fn at(schema: &Node, value: &Value, place: Place<'_>) -> Self {
        let mut errors = Vec::new();
        let checks = visit(schema, value, place, None, &mut errors);
        Self { errors, checks }
    }

    fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }
}

/// Adds the errors, and says how many checks count.
pub(super) fn visit_all(
    combinators: &Combinators,
    value: &Value,
    place: Place<'_>,
    errors: &mut Vec<FieldError>,
) -> usize {
    any_of(&combinators.any_of, value, place, errors)
        + one_of(&combinators.one_of, value, place, errors)
        + all_of(&combinators.all_of, value, place, errors)
        + not(combinators.not.as_ref(), value, place, errors)
}

fn any_of(
    schemas: &[Node],
    value: &Value,
    place: Place<'_>,
    errors: &mut Vec<FieldError>,
) -> usize {
    let mut best: Option<Attempt> = None;
    for schema in schemas {
        let attempt = Attempt::at(schema, value, place);
        if attempt.is_valid() {
            return attempt.checks;
        }
        keep_better(&mut best, attempt);
    }
    best.map_or(0, |best| {
        errors.push(place.no_alternative());
        errors.extend(best.errors);
        best.checks
    })
}

fn one_of(
    schemas: &[Node],
    value: &Value,
    place: Place<'_>,
    errors: &mut Vec<FieldError>,
) -> usize {
    let mut valid = 0;
    let mut first_valid = 0;
    let mut best = None;
    for schema in schemas {
        let attempt = Attempt::at(schema, value, place);
        if attempt.is_valid() {
            if valid == 0 {
                first_valid = attempt.checks;
            }
            valid += 1;
        } else if valid == 0 {
            keep_better(&mut best, attempt);
        }
    }
    match (valid, best) {
        (1, _) => first_valid,
        (0, None) => 0,
        (0, Some(best)) => {
            errors.push(place.not_one_alternative(0));
            errors.extend(best.errors);
            best.checks
        }
        (_, _) => {
            errors.push(place.not_one_alternative(valid));
            0
        }
    }
}

/// The first of those that went through the most checks.
fn keep_better(best: &mut Option<Attempt>, attempt: Attempt) {
    if best
        .as_ref()
        .is_none_or(|best| attempt.checks > best.checks)
    {
        *best = Some(attempt);
    }
}

fn all_of(
    schemas: &[Node],
    value: &Value,
    place: Place<'_>,
    errors: &mut Vec<FieldError>,
) -> usize {
    let mut valid = 0;
    let mut checks = 0;
    for schema in schemas {
        let attempt = Attempt::at(schema, value, place);
        valid += usize::from(attempt.is_valid());
        checks += attempt.checks;
        errors.extend(attempt.errors);
    }
    if valid < schemas.len() {
        errors.push(place.not_all(valid));
    }
    checks
}

fn not(
    schema: Option<&Node>,
    value: &Value,
    place: Place<'_>,
    errors: &mut Vec<FieldError>,
) -> usize {
    if schema.is_some_and(|schema| super::is_valid(schema, value)) {
        errors.push(place.excluded());
    }
    0
}
