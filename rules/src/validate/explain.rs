//! The errors of a value that is not valid.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::check::{are_unique, is_listed};
use super::combine;
use super::correlate::Correlated;
use super::message::Place;
use super::number::faults;
use super::text::{self, has_format};
use crate::error::FieldError;
use crate::errors::Errors;
use crate::node::{Additional, Checks, Node, SizeRules};
use crate::number::Num;
use crate::path::{At, FieldPath};

/// Every error, each once.
pub(super) fn explain(
    node: &Node,
    value: &Value,
    old: Option<Correlated<'_>>,
    prefix: &FieldPath,
) -> Vec<FieldError> {
    let mut errors = Errors::default();
    visit(
        node,
        value,
        Place {
            at: At::ROOT,
            prefix,
        },
        old,
        &mut errors,
    );
    let mut errors = errors.into_list();
    let mut seen = HashSet::new();
    errors.retain(|error| seen.insert((error.path.clone(), error.kind, error.detail.clone())));
    errors
}

/// Adds the errors of a value, and says how many checks it went through: the server takes the alternative with the most
/// of them for the one that was meant.
pub(super) fn visit(
    node: &Node,
    value: &Value,
    place: Place<'_>,
    old: Option<Correlated<'_>>,
    errors: &mut Errors,
) -> usize {
    if errors.is_full() {
        return 0;
    }
    let first = errors.len();
    let count = visit_unforgiving(node, value, place, old, errors);
    if errors.len() > first && old.is_some_and(|old| old.is_unchanged()) {
        errors.truncate(first);
    }
    count
}

fn visit_unforgiving(
    node: &Node,
    value: &Value,
    place: Place<'_>,
    old: Option<Correlated<'_>>,
    errors: &mut Errors,
) -> usize {
    let checks = node.checks();
    let is_typed = node.takes.takes(value);
    if !is_typed {
        errors.add(|| place.wrong_type(node, value));
    }
    if value.is_null() {
        check_enumeration(checks, value, place, errors);
        return usize::from(is_typed);
    }
    let mut count = 4;
    if !node.types.is_empty() || checks.format.is_some() {
        count += 1 + usize::from(is_typed);
    }
    if let Some(combinators) = &checks.combinators {
        count += combine::visit_all(combinators, value, place, errors);
    }
    match value {
        Value::String(string) => count += visit_string(checks, string, place, errors),
        Value::Number(number) => {
            count += 2;
            let rules = checks.number.iter();
            let faults = rules
                .flat_map(|rules| faults(rules, Num::of(number)))
                .flatten();
            for fault in faults {
                errors.add(|| place.number_fault(fault));
            }
        }
        Value::Array(items) => count += 2 + visit_items(node, items, place, old, errors),
        Value::Object(members) => count += 1 + visit_members(node, members, place, old, errors),
        Value::Null | Value::Bool(_) => {}
    }
    check_enumeration(checks, value, place, errors);
    count
}

fn check_enumeration(checks: &Checks, value: &Value, place: Place<'_>, errors: &mut Errors) {
    if let Some(enumeration) = &checks.enumeration
        && !is_listed(enumeration, value)
    {
        errors.add(|| place.not_listed(value, &enumeration.values));
    }
}

fn visit_string(checks: &Checks, string: &str, place: Place<'_>, errors: &mut Errors) -> usize {
    let fault = checks
        .string
        .as_ref()
        .and_then(|rules| text::fault(rules, string));
    if let Some(fault) = fault {
        errors.add(|| place.text_fault(fault, string));
    }
    let format = checks
        .format
        .as_ref()
        .filter(|format| format.check.is_some());
    if let Some(format) = format
        && !has_format(Some(format), string)
    {
        errors.add(|| place.wrong_format(&format.name, string));
    }
    1 + usize::from(format.is_some())
}

fn visit_items(
    node: &Node,
    items: &[Value],
    place: Place<'_>,
    old: Option<Correlated<'_>>,
    errors: &mut Errors,
) -> usize {
    let mut count = 0;
    if let Some(schema) = node.items.as_deref() {
        let keyed = old.and_then(|old| old.keyed());
        for (position, item) in items.iter().enumerate() {
            let pair = keyed.as_ref().and_then(|keyed| keyed.pair(item));
            let place = Place {
                at: place.at.index(position),
                ..place
            };
            count += visit(schema, item, place, pair, errors);
        }
    }
    if let Some(rules) = &node.checks().array {
        check_size(rules, items.len(), "items", place, errors);
        if rules.unique && !are_unique(items) {
            errors.add(|| place.not_unique());
        }
    }
    count
}

fn check_size(rules: &SizeRules, size: usize, what: &str, place: Place<'_>, errors: &mut Errors) {
    let counted = i64::try_from(size).unwrap_or(i64::MAX);
    if let Some(min) = rules.min.filter(|min| counted < *min) {
        errors.add(|| place.too_few(size, min, what));
    }
    if let Some(max) = rules.max.filter(|max| counted > *max) {
        errors.add(|| place.too_many(size, max));
    }
}

fn visit_members(
    node: &Node,
    members: &Map<String, Value>,
    place: Place<'_>,
    old: Option<Correlated<'_>>,
    errors: &mut Errors,
) -> usize {
    let mut count = 0;
    if let Some(rules) = &node.checks().object {
        check_size(&rules.size, members.len(), "properties", place, errors);
    }
    // The type of an object cannot be tolerated: old and new are converted to the same version.
    let pair = |name: &str| {
        let tolerable = !(place.at.is_root() && matches!(name, "kind" | "apiVersion"));
        old.filter(|_| tolerable).and_then(|old| old.member(name))
    };
    for (name, member) in members {
        if let Some(property) = node.properties.get(name) {
            let place = Place {
                at: place.at.field(name),
                ..place
            };
            count += visit(property, member, place, pair(name), errors);
            continue;
        }
        match &node.additional {
            Additional::Unset | Additional::Allowed => {}
            Additional::Forbidden => errors.add(|| place.forbidden_property(name)),
            Additional::Schema(schema) => {
                let place = Place {
                    at: place.at.extra(name),
                    ..place
                };
                count += visit(schema, member, place, pair(name), errors);
            }
        }
    }
    if let Some(rules) = &node.checks().object {
        for name in rules
            .required
            .iter()
            .filter(|name| !members.contains_key(&***name))
        {
            let place = Place {
                at: place.at.field(name),
                ..place
            };
            errors.add(|| place.required());
        }
    }
    count
}
