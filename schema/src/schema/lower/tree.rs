use serde_json::{Value, value::Number as JsonNumber};

use super::{At, Lower};
use crate::{
    schema::problem::Cause,
    table::{Number, Tree},
};

/// The JSON that a tree stands for.
pub(in crate::schema) fn tree(tree: &Tree) -> Result<Value, String> {
    Ok(match tree {
        Tree::Null => Value::Null,
        Tree::Bool(value) => Value::Bool(*value),
        Tree::Int(value) => number(Number::Int(*value)),
        Tree::Float(value) => number(Number::Float(*value)),
        Tree::Str(text) => Value::String((*text).to_owned()),
        Tree::Array(items) => Value::Array(items.iter().map(self::tree).collect::<Result<_, _>>()?),
        Tree::Object(members) => {
            let member =
                |(name, value): &(&str, Tree)| Ok(((*name).to_owned(), self::tree(value)?));
            Value::Object(members.iter().map(member).collect::<Result<_, String>>()?)
        }
        Tree::Run(run) => run.caught()?,
    })
}

impl Lower {
    /// The JSON that a tree stands for; nothing, and a report, where it cannot be made.
    pub(super) fn tree(&mut self, tree: &Tree, what: &'static str, at: At) -> Option<Value> {
        self::tree(tree)
            .map_err(|error| self.report(at, Cause::Run { what, error }))
            .ok()
    }

    pub(super) fn trees(
        &mut self,
        trees: &[Tree],
        what: &'static str,
        at: At,
    ) -> Option<Vec<Value>> {
        trees.iter().map(|tree| self.tree(tree, what, at)).collect()
    }
}

/// A number as JSON: beyond 64 bits as floating point, as the API server reads it.
pub(super) fn number(number: Number) -> Value {
    match number {
        Number::Int(value) => i64::try_from(value)
            .map(JsonNumber::from)
            .or_else(|_| u64::try_from(value).map(JsonNumber::from))
            .map_or_else(|_| number_of(float(value)), Value::Number),
        Number::Float(value) => number_of(value),
    }
}

fn number_of(value: f64) -> Value {
    JsonNumber::from_f64(value).map_or(Value::Null, Value::Number)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "bounds are floating-point numbers to the API server"
)]
pub(super) const fn float(value: i128) -> f64 {
    value as f64
}
