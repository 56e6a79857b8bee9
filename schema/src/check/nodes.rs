//! What each node of a schema tells by itself and by the Rust type it stands for.

use serde_json::Value;
use wheelwright_grammar::{
    suggest::closest,
    vocabulary::{INTEGER_FORMATS, NUMBER_FORMATS, STRING_FORMATS},
};

use super::{Finding, Problem, Source};
use crate::{
    schema::Described,
    table::{Integer, Scalar, Shape, Type},
};

pub(super) fn check(described: &Described, findings: &mut Vec<Finding>) {
    let mut walk = Walk {
        described,
        findings,
    };
    walk.node(&described.schema, "");
}

struct Walk<'a> {
    described: &'a Described,
    findings: &'a mut Vec<Finding>,
}

impl Walk<'_> {
    fn node(&mut self, schema: &Value, path: &str) {
        if let Some(source) = self.described.source_of(path) {
            self.format(schema, source);
            if self.described.sources.contains_key(path) {
                self.range(schema, source);
            }
        }
        let below = |step: &str| {
            if path.is_empty() {
                step.to_owned()
            } else {
                format!("{path}.{step}")
            }
        };
        for (name, property) in schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            self.node(property, &below(&format!("properties[{name}]")));
        }
        for step in ["items", "additionalProperties"] {
            if let Some(inner) = schema.get(step) {
                self.node(inner, &below(step));
            }
        }
    }

    fn format(&mut self, schema: &Value, source: Source) {
        let text = |keyword| schema.get(keyword).and_then(Value::as_str);
        let Some(format) = text("format") else { return };
        let known = match text("type") {
            Some("integer") => INTEGER_FORMATS,
            Some("number") => NUMBER_FORMATS,
            _ => STRING_FORMATS,
        };
        // The server compares formats without their dashes.
        let plain = format.replace('-', "");
        if !known.iter().any(|known| known.replace('-', "") == plain) {
            let near = closest(format, known.iter().copied());
            let problem = Problem::UnknownFormat {
                format: format.to_owned(),
                near,
            };
            self.findings.push(Finding::new(problem).at(source));
        }
    }

    fn range(&mut self, schema: &Value, source: Source) {
        let Some(Integer { min, max }) = integer(source.ty) else {
            return;
        };
        let whole = schema.get("type").and_then(Value::as_str) == Some("integer");
        if !whole || schema.get("enum").is_some() {
            return;
        }
        let (least, most) = range(schema);
        if least < min || most > max {
            self.findings
                .push(Finding::new(Problem::LooseInteger { min, max }).at(source));
        }
    }
}

/// The integers that a type holds, where that is what it is.
fn integer(ty: &Type) -> Option<Integer> {
    match &ty.shape {
        Shape::Scalar(Scalar::Integer(integer)) => Some(*integer),
        Shape::Option(inner) | Shape::Same(inner) => integer(inner),
        _ => None,
    }
}

/// The integers that the API server takes.
fn range(schema: &Value) -> (i128, i128) {
    let int32 = schema.get("format").and_then(Value::as_str) == Some("int32");
    let own = if int32 {
        (i32::MIN.into(), i32::MAX.into())
    } else {
        (i64::MIN.into(), i64::MAX.into())
    };
    let bound = |keyword: &str, exclusive: &str, inward: i128| {
        let bound = schema.get(keyword)?.as_number()?;
        let out = schema
            .get(exclusive)
            .and_then(Value::as_bool)
            .unwrap_or(false);
        // A bound beyond 64 bits is a float, and narrows nothing.
        let bound = bound
            .as_i64()
            .map(i128::from)
            .or_else(|| bound.as_u64().map(i128::from))?;
        Some(if out { bound + inward } else { bound })
    };
    let least = bound("minimum", "exclusiveMinimum", 1).map_or(own.0, |least| least.max(own.0));
    let most = bound("maximum", "exclusiveMaximum", -1).map_or(own.1, |most| most.min(own.1));
    (least, most)
}
