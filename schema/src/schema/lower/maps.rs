//! Maps: by their keys an object of known members, of any, or of any that a CEL rule lets pass.

use serde_json::{Value, json};

use super::{At, Lower, numbers};
use crate::{
    schema::{
        cel,
        node::{Closed, Constraint, Kinds, Node},
        problem::Cause,
    },
    table::{Integer, Map, Scalar, Shape, Type},
};

/// Patterns up to this length are shown in messages.
const LONGEST_WORD: usize = 80;

/// What the keys of a map may be.
enum Keys {
    /// Any string.
    Any,
    /// These strings.
    Finite(Vec<String>),
    /// Strings of which something holds.
    Such(Such),
}

/// A condition on a key, in CEL on `k` and in words.
#[derive(Default)]
struct Such {
    conditions: Vec<String>,
    words: Vec<String>,
    /// What the API server estimates that it costs for one key.
    cost: u64,
}

impl Such {
    fn matches(&mut self, pattern: &str) {
        let literal = cel::string(pattern);
        self.cost += 1 + (pattern.len() as u64).div_ceil(4);
        self.conditions.push(format!("k.matches({literal})"));
    }

    fn is_not(&mut self, key: &str) {
        self.cost += 1;
        self.conditions.push(format!("k != {}", cel::string(key)));
    }

    /// A comparison of something made of `k`.
    fn compares(&mut self, comparison: String) {
        self.cost += 3;
        self.conditions.push(comparison);
    }
}

impl Lower {
    pub(super) fn map(&mut self, map: &Map, at: At) -> Node {
        let mut node = Node::new(at.source, Kinds::OBJECT);
        let key = self.node(map.key, at);
        let value = self.node(map.value, at);
        let integer = integer_of(map.key);
        let Some(keys) = keys(&key, integer) else {
            self.report(at, Cause::MapKey(key.kinds.to_string()));
            return node;
        };
        if key.kinds != Kinds::STRING {
            self.unbuffered("map keys that are no strings", at);
        }
        if let Some(cause) = members(&mut node, keys, value) {
            self.report(at, cause);
        }
        node
    }
}

/// Makes `node` a map of `value` by keys that `key` describes.
pub(in crate::schema) fn keyed(node: &mut Node, key: &Node, value: Node) -> Result<(), Cause> {
    let keys = keys(key, None).ok_or_else(|| Cause::MapKey(key.kinds.to_string()))?;
    members(node, keys, value).map_or(Ok(()), Err)
}

/// Gives `node` members of these names; answers what is wrong with them.
fn members(node: &mut Node, keys: Keys, value: Node) -> Option<Cause> {
    let mut cause = None;
    match keys {
        Keys::Any => node.additional = Some(Box::new(value)),
        Keys::Finite(names) => {
            if value.has_default() {
                cause = Some(Cause::DefaultValues);
            }
            node.closed = Closed::Yes;
            node.properties = names
                .into_iter()
                .map(|name| (name, value.clone()))
                .collect();
        }
        Keys::Such(such) => {
            node.key_cost = such.cost;
            if value.has_cel_type() {
                node.rules.push(cel::rule(
                    format!("self.all(k, {})", such.conditions.join(" && ")),
                    format!("keys must be {}", such.words.join(" and ")),
                ));
            } else {
                cause = Some(Cause::MapKeyUnseen);
            }
            node.additional = Some(Box::new(value));
        }
    }
    cause
}

fn integer_of(ty: &'static Type) -> Option<Integer> {
    match &ty.shape {
        Shape::Scalar(Scalar::Integer(integer)) => Some(*integer),
        Shape::Same(inner) => integer_of(inner),
        _ => None,
    }
}

fn keys(key: &Node, integer: Option<Integer>) -> Option<Keys> {
    if key.nullable {
        return None;
    }
    match key.kinds {
        Kinds::STRING => strings(key),
        Kinds::BOOL => Some(Keys::Finite(vec!["false".to_owned(), "true".to_owned()])),
        Kinds::INTEGER => integers(key, integer?),
        _ => None,
    }
}

fn strings(key: &Node) -> Option<Keys> {
    if let Some(Value::Array(values)) = key.keywords.get("enum") {
        return values
            .iter()
            .map(|value| value.as_str().map(str::to_owned))
            .collect::<Option<_>>()
            .map(Keys::Finite);
    }
    let length = |keyword: &str| key.keywords.get(keyword).and_then(Value::as_u64);
    let mut such = Such::default();
    match (length("minLength"), length("maxLength")) {
        (Some(least), Some(most)) if least == most => {
            such.compares(format!("k.size() == {least}"));
            such.words.push(format!("{least} characters long"));
        }
        (least, most) => {
            if let Some(least) = least {
                such.compares(format!("k.size() >= {least}"));
                such.words.push(format!("at least {least} characters long"));
            }
            if let Some(most) = most {
                such.compares(format!("k.size() <= {most}"));
                such.words.push(format!("at most {most} characters long"));
            }
        }
    }
    let own = key.keywords.get("pattern").and_then(Value::as_str);
    let further = key.constraints.iter().map(|constraint| match constraint {
        Constraint::AllOf(schemas) => schemas
            .iter()
            .map(|schema| schema.get("pattern").and_then(Value::as_str))
            .collect(),
        _ => None,
    });
    let further: Vec<&str> = further.collect::<Option<Vec<Vec<&str>>>>()?.concat();
    for pattern in own.into_iter().chain(further) {
        such.matches(pattern);
        such.words.push(if pattern.len() <= LONGEST_WORD {
            format!("like {pattern}")
        } else {
            "of the right form".to_owned()
        });
    }
    if such.conditions.is_empty() {
        return Some(Keys::Any);
    }
    Some(Keys::Such(such))
}

/// Integers as serde writes them: decimal, without sign `+` or leading zeros. CEL's own conversion knows 64 bits.
fn integers(key: &Node, of: Integer) -> Option<Keys> {
    let (least, most) = numbers::range(key, of)?;
    let digits = least
        .unsigned_abs()
        .max(most.unsigned_abs())
        .to_string()
        .len();
    let sign = if least < 0 { "-?" } else { "" };
    let mut such = Such::default();
    such.matches(&format!(
        "^(0|{sign}[1-9][0-9]{{0,{}}})$",
        digits.saturating_sub(1)
    ));
    let excluded_zero = [Constraint::Not(json!({"enum": [0]}))];
    if key.constraints == excluded_zero {
        such.is_not("0");
    } else if !key.constraints.is_empty() {
        return None;
    }
    let (convert, suffix) = if most > i128::from(i64::MAX) {
        ("uint", "u")
    } else {
        ("int", "")
    };
    // What does not fit 64 bits does not convert, which fails the rule as well.
    if least != 0 && least != i64::MIN.into() {
        such.compares(format!("{convert}(k) >= {least}{suffix}"));
    }
    such.compares(format!("{convert}(k) <= {most}{suffix}"));
    such.words.push(format!("integers from {least} to {most}"));
    Some(Keys::Such(such))
}
