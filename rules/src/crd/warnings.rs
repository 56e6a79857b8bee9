//! What the server takes but warns of: formats that it does not know for the type. Source: `WarningsOnCreate` and
//! `WarningsOnUpdate` of apiextensions' strategy.

use std::collections::BTreeSet;

use wheelwright_grammar::go_text::quote;

use super::model::Spec;
use crate::format::Format;
use crate::schema::Schema;

/// The warnings, each once; of an update only those about formats that are new.
pub(super) fn warnings(spec: &Spec, old: Option<&Spec>) -> Vec<String> {
    let known: BTreeSet<&str> = old
        .map(unrecognized)
        .unwrap_or_default()
        .into_iter()
        .collect();
    let new = unrecognized(spec)
        .into_iter()
        .filter(|format| !known.contains(*format));
    new.map(|format| format!("unrecognized format {}", quote(format)))
        .collect()
}

fn unrecognized(spec: &Spec) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    let mut formats = Vec::new();
    for schema in spec.schemas() {
        schema.visit(&mut |schema: &Schema| {
            let format = schema.format.as_str();
            if !format.is_empty() && !is_recognized(schema) && seen.insert(format) {
                formats.push(format);
            }
        });
    }
    formats
}

fn is_recognized(schema: &Schema) -> bool {
    is_known_format(&schema.type_name, &schema.format)
}

/// Whether the server knows a format for values of a type, which is empty where there is none; it ignores others.
///
/// ```
/// use wheelwright_rules::crd::is_known_format;
///
/// assert!(is_known_format("string", "date-time"));
/// assert!(!is_known_format("string", "int32"));
/// ```
#[must_use]
pub fn is_known_format(type_name: &str, format: &str) -> bool {
    match type_name {
        "" | "string" => Format::of(format).is_some(),
        "integer" => matches!(format, "int32" | "int64"),
        "number" => matches!(format, "float" | "double"),
        _ => false,
    }
}
