//! Literal values against the keys beside them. What only the type or a pattern tells is left to others.

use crate::attrs::schema_keys::{SchemaKeys, What};
use crate::attrs::tree::{Node, Tree};
use crate::attrs::value::Number;
use crate::diag::Errors;

/// The default passes the keys it stands beside.
pub(super) fn literal(keys: &SchemaKeys, errors: &Errors) {
    let default = keys.given.iter().find_map(|given| match &given.what {
        What::Default(tree) => Some(tree),
        _ => None,
    });
    if let Some(default) = default {
        against(default, keys, "", errors);
    }
}

/// No allowed value is there twice.
pub(super) fn distinct(keys: &SchemaKeys, errors: &Errors) {
    for given in &keys.given {
        let What::Enum(values) = &given.what else {
            continue;
        };
        for (i, value) in values.iter().enumerate() {
            let earlier = &values[..i];
            let is_known = !matches!(value.node, Node::Run(_));
            if is_known
                && earlier.iter().any(|other| {
                    !matches!(other.node, Node::Run(_)) && same(&other.node, &value.node)
                })
            {
                errors.at(value.span, "this value is there already; keep one");
            }
        }
    }
}

/// `within` names the value where it is not the whole default.
fn against(value: &Tree, keys: &SchemaKeys, within: &str, errors: &Errors) {
    for given in &keys.given {
        if let Some(problem) = problem(&value.node, &given.what) {
            errors.at(
                value.span,
                format_args!(
                    "{within}the default {problem}; the API server refuses a default that its own schema does not take"
                ),
            );
        }
        match (&given.what, &value.node) {
            (What::Items(held), Node::Array(items)) => {
                for item in items {
                    against(item, held, "an item of ", errors);
                }
            }
            (What::Values(held), Node::Object(members)) => {
                for (_, member) in members {
                    against(member, held, "a value of ", errors);
                }
            }
            _ => {}
        }
    }
}

fn problem(default: &Node, key: &What) -> Option<String> {
    match key {
        What::Enum(values) => enumerated(default, values),
        What::MinLength(_) | What::MaxLength(_) => text(default, key),
        What::Minimum(_)
        | What::Maximum(_)
        | What::ExclusiveMinimum(_)
        | What::ExclusiveMaximum(_)
        | What::MultipleOf(_) => number(default, key),
        What::MinItems(_) | What::MaxItems(_) | What::MinProperties(_) | What::MaxProperties(_) => {
            count(default, key)
        }
        _ => None,
    }
}

fn enumerated(default: &Node, values: &[Tree]) -> Option<String> {
    let known = values
        .iter()
        .all(|value| !matches!(value.node, Node::Run(_)));
    let outside = known
        && !matches!(default, Node::Run(_))
        && !values.iter().any(|value| same(&value.node, default));
    outside.then(|| "is none of `enum_values`".to_owned())
}

/// Whether two values are equal as JSON, as far as literals tell.
fn same(left: &Node, right: &Node) -> bool {
    match (left, right) {
        (Node::Null, Node::Null) => true,
        (Node::Bool(left), Node::Bool(right)) => left == right,
        (Node::Number(Number::Int(left)), Node::Number(Number::Int(right))) => left == right,
        (Node::Number(left), Node::Number(right)) => {
            left.as_f64().total_cmp(&right.as_f64()).is_eq()
        }
        (Node::Str(left), Node::Str(right)) => left == right,
        (Node::Array(left), Node::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| same(&left.node, &right.node))
        }
        (Node::Object(left), Node::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, value)| {
                    right.iter().any(|(other, right)| {
                        other.value == name.value && same(&value.node, &right.node)
                    })
                })
        }
        // Only known at run time.
        (Node::Run(_), _) | (_, Node::Run(_)) => true,
        _ => false,
    }
}

fn text(default: &Node, key: &What) -> Option<String> {
    let Node::Str(text) = default else {
        return None;
    };
    let length = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
    let limit = key.size()?.known()?;
    match key {
        What::MinLength(_) if length < limit => Some(format!(
            "has {}, fewer than `min_length = {limit}`",
            counted(length, "character")
        )),
        What::MaxLength(_) if length > limit => Some(format!(
            "has {}, more than `max_length = {limit}`",
            counted(length, "character")
        )),
        _ => None,
    }
}

fn count(default: &Node, key: &What) -> Option<String> {
    let (items, members) = match default {
        Node::Array(items) => (Some(items.len()), None),
        Node::Object(members) => (None, Some(members.len())),
        _ => (None, None),
    };
    let (count, what, name, too_few) = match key {
        What::MinItems(_) => (items?, "item", "min_items", true),
        What::MaxItems(_) => (items?, "item", "max_items", false),
        What::MinProperties(_) => (members?, "member", "min_properties", true),
        What::MaxProperties(_) => (members?, "member", "max_properties", false),
        _ => return None,
    };
    let limit = key.size()?.known()?;
    let count = u64::try_from(count).unwrap_or(u64::MAX);
    let (outside, than) = if too_few {
        (count < limit, "fewer")
    } else {
        (count > limit, "more")
    };
    outside.then(|| {
        format!(
            "has {}, {than} than `{name} = {limit}`",
            counted(count, what)
        )
    })
}

fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

fn number(default: &Node, key: &What) -> Option<String> {
    let Node::Number(number) = default else {
        return None;
    };
    let limit = key.bound()?.known()?;
    let (value, end) = (number.as_f64(), limit.as_f64());
    let (refused, relation, name) = match key {
        What::Minimum(_) => (value < end, "under", "minimum"),
        What::Maximum(_) => (value > end, "over", "maximum"),
        What::ExclusiveMinimum(_) => (value <= end, "not over", "exclusive_minimum"),
        What::ExclusiveMaximum(_) => (value >= end, "not under", "exclusive_maximum"),
        What::MultipleOf(_) => (
            !is_multiple(*number, limit),
            "no multiple of",
            "multiple_of",
        ),
        _ => return None,
    };
    refused.then(|| format!("is {number}, {relation} `{name} = {limit}`"))
}

/// Fractions are left to the API server's arithmetic.
fn is_multiple(number: Number, factor: Number) -> bool {
    match (number, factor) {
        (Number::Int(number), Number::Int(factor)) => {
            number.checked_rem(factor).is_none_or(|rest| rest == 0)
        }
        _ => true,
    }
}
