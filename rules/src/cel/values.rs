//! The values at a place in an object, and the old ones that they replace.

use std::fmt;

use serde_json::Value;

use super::schema_path::SchemaStep;
use crate::error::FieldError;
use crate::node::Node;
use crate::path::{At, FieldPath};
use crate::validate::Correlated;

/// A value as expressions see it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlaceValue {
    /// Where it is in the object; the root if it was given by itself.
    pub path: FieldPath,
    /// The value.
    pub value: Value,
    /// The value that it replaces, if there is one that can be told to be the same.
    pub old: Option<Value>,
}

impl PlaceValue {
    /// A value without a schema, as it is.
    #[must_use]
    pub const fn by_itself(value: Value, old: Option<Value>) -> Self {
        Self {
            path: FieldPath::root(),
            value,
            old,
        }
    }
}

/// Why a value is not shown to expressions.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ValueError {
    /// It has not the types of its schema: a server refuses it before it runs rules. The server's errors.
    Mistyped(Vec<FieldError>),
    /// The schema cannot be compiled.
    Schema,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema => f.write_str("the schema has a pattern that cannot be compiled"),
            Self::Mistyped(errors) => {
                for (index, error) in errors.iter().enumerate() {
                    let line_break = if index > 0 { "\n" } else { "" };
                    write!(f, "{line_break}{error}")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for ValueError {}

/// Collects the values that steps lead to. As for rules, nulls are nothing, and items have an old item where keys tell.
pub(super) fn collect(
    (node, value, old): (&Node, &Value, Option<&Value>),
    steps: &[SchemaStep],
    at: At<'_>,
    found: &mut Vec<PlaceValue>,
) {
    if value.is_null() {
        return;
    }
    let old = old.filter(|old| !old.is_null());
    let Some((step, rest)) = steps.split_first() else {
        found.push(PlaceValue {
            path: at.to_path(),
            value: value.clone(),
            old: old.cloned(),
        });
        return;
    };
    match (step, value) {
        (SchemaStep::Field(name), Value::Object(members)) => {
            if let (Some(node), Some(value)) = (node.properties.get(name), members.get(name)) {
                let old = old.and_then(|old| old.get(name));
                collect((node, value, old), rest, at.child(name), found);
            }
        }
        (SchemaStep::Each, Value::Object(members)) => {
            let Some(node) = node.additional.schema() else {
                return;
            };
            for (name, value) in members {
                let old = old.and_then(|old| old.get(name));
                collect((node, value, old), rest, at.key(name), found);
            }
        }
        (SchemaStep::Each, Value::Array(items)) => {
            let Some(below) = node.items.as_deref() else {
                return;
            };
            let pair = old.map(|old| Correlated {
                node,
                new: value,
                old,
            });
            let keyed = pair.and_then(|pair| pair.keyed());
            for (position, value) in items.iter().enumerate() {
                let old = keyed.as_ref().and_then(|keyed| keyed.pair(value));
                let old = old.map(|pair| pair.old);
                collect((below, value, old), rest, at.index(position), found);
            }
        }
        _ => {}
    }
}
