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

/// What the keys of a map may be.
enum Keys {
    /// Any string.
    Any,
    /// These strings.
    Finite(Vec<String>),
    /// Strings that satisfy a CEL condition on `k`; in words, what they are.
    Such { condition: String, words: String },
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
        match keys {
            Keys::Any => node.additional = Some(Box::new(value)),
            Keys::Finite(names) => {
                if value.has_default() {
                    self.report(at, Cause::DefaultValues);
                }
                node.closed = Closed::Yes;
                node.properties = names
                    .into_iter()
                    .map(|name| (name, value.clone()))
                    .collect();
            }
            Keys::Such { condition, words } => {
                if value.has_cel_type() {
                    node.rules.push(cel::rule(
                        format!("self.all(k, {condition})"),
                        format!("keys must be {words}"),
                    ));
                } else {
                    self.report(at, Cause::MapKeyUnseen);
                }
                node.additional = Some(Box::new(value));
            }
        }
        node
    }
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
    let (mut conditions, mut words) = (Vec::new(), Vec::new());
    match (length("minLength"), length("maxLength")) {
        (Some(least), Some(most)) if least == most => {
            conditions.push(format!("k.size() == {least}"));
            words.push(format!("{least} characters long"));
        }
        (least, most) => {
            if let Some(least) = least {
                conditions.push(format!("k.size() >= {least}"));
                words.push(format!("at least {least} characters long"));
            }
            if let Some(most) = most {
                conditions.push(format!("k.size() <= {most}"));
                words.push(format!("at most {most} characters long"));
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
        conditions.push(format!("k.matches({})", cel::string(pattern)));
        words.push(format!("like {pattern}"));
    }
    if conditions.is_empty() {
        return Some(Keys::Any);
    }
    Some(Keys::Such {
        condition: conditions.join(" && "),
        words: words.join(" and "),
    })
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
    let mut conditions = vec![format!(
        "k.matches('^(0|{sign}[1-9][0-9]{{0,{}}})$')",
        digits.saturating_sub(1)
    )];
    let excluded_zero = [Constraint::Not(json!({"enum": [0]}))];
    if key.constraints == excluded_zero {
        conditions.push("k != '0'".to_owned());
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
        conditions.push(format!("{convert}(k) >= {least}{suffix}"));
    }
    conditions.push(format!("{convert}(k) <= {most}{suffix}"));
    Some(Keys::Such {
        condition: conditions.join(" && "),
        words: format!("integers from {least} to {most}"),
    })
}
