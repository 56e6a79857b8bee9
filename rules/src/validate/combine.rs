//! `anyOf`, `oneOf`, `allOf` and `not`. Inside them old values do not count.

use serde_json::Value;

use super::explain::visit;
use super::message::Place;
use crate::errors::Errors;
use crate::node::{Combinators, Node};

/// How an alternative fared. Its errors are made only if it is the one that counts, else all levels of nested
/// combinators would make those of all below.
struct Attempt<'s> {
    schema: &'s Node,
    is_valid: bool,
    checks: usize,
}

impl<'s> Attempt<'s> {
    fn at(schema: &'s Node, value: &Value, place: Place<'_>) -> Self {
        let mut errors = Errors::counting();
        let checks = visit(schema, value, place, None, &mut errors);
        Self {
            schema,
            is_valid: errors.is_empty(),
            checks,
        }
    }

    /// Adds the errors, and says how many checks count.
    fn explain(&self, value: &Value, place: Place<'_>, errors: &mut Errors) -> usize {
        if errors.is_counting() {
            // That there is one was said already; how many does not matter.
            return self.checks;
        }
        visit(self.schema, value, place, None, errors);
        self.checks
    }
}

/// Adds the errors, and says how many checks count.
pub(super) fn visit_all(
    combinators: &Combinators,
    value: &Value,
    place: Place<'_>,
    errors: &mut Errors,
) -> usize {
    any_of(&combinators.any_of, value, place, errors)
        + one_of(&combinators.one_of, value, place, errors)
        + all_of(&combinators.all_of, value, place, errors)
        + not(combinators.not.as_ref(), value, place, errors)
}

fn any_of(schemas: &[Node], value: &Value, place: Place<'_>, errors: &mut Errors) -> usize {
    let mut best: Option<Attempt<'_>> = None;
    for schema in schemas {
        let attempt = Attempt::at(schema, value, place);
        if attempt.is_valid {
            return attempt.checks;
        }
        keep_better(&mut best, attempt);
    }
    best.map_or(0, |best| {
        errors.add(|| place.no_alternative());
        best.explain(value, place, errors)
    })
}

fn one_of(schemas: &[Node], value: &Value, place: Place<'_>, errors: &mut Errors) -> usize {
    let mut valid = 0;
    let mut first_valid = 0;
    let mut best = None;
    for schema in schemas {
        let attempt = Attempt::at(schema, value, place);
        if attempt.is_valid {
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
            errors.add(|| place.not_one_alternative(0));
            best.explain(value, place, errors)
        }
        (_, _) => {
            errors.add(|| place.not_one_alternative(valid));
            0
        }
    }
}

/// The first of those that went through the most checks.
fn keep_better<'s>(best: &mut Option<Attempt<'s>>, attempt: Attempt<'s>) {
    if best
        .as_ref()
        .is_none_or(|best| attempt.checks > best.checks)
    {
        *best = Some(attempt);
    }
}

fn all_of(schemas: &[Node], value: &Value, place: Place<'_>, errors: &mut Errors) -> usize {
    let mut valid = 0;
    let mut checks = 0;
    for schema in schemas {
        let before = errors.len();
        checks += visit(schema, value, place, None, errors);
        valid += usize::from(errors.len() == before);
    }
    if valid < schemas.len() {
        errors.add(|| place.not_all(valid));
    }
    checks
}

fn not(schema: Option<&Node>, value: &Value, place: Place<'_>, errors: &mut Errors) -> usize {
    if schema.is_some_and(|schema| super::is_valid(schema, value)) {
        errors.add(|| place.excluded());
    }
    0
}
