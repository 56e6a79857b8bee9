//! Values that stand in for what is absent or refused, as proposals.

use serde_json::Value;
use wheelwright_rules::Schema;

use crate::attribute::Words;
use crate::default::expression;
use crate::model::Ty;
use crate::text::literal;

/// The schema of a place of objects, `.spec.ports[*].name`.
pub(super) fn schema_at<'s>(schema: &'s Value, path: &str) -> Option<&'s Value> {
    let mut names = path.split(['.', '[']).filter(|name| !name.is_empty());
    names.try_fold(schema, |schema, name| {
        if name == "*]" {
            return schema
                .get("items")
                .or_else(|| schema.get("additionalProperties"));
        }
        schema.get("properties")?.get(name)
    })
}

/// The value that says least at a place.
pub(super) fn at(schema: &Value, path: &str) -> Option<Value> {
    let schema = Schema::compile(schema_at(schema, path)?).ok()?;
    schema.neutral()
}

/// Whether the schema of a place takes a value there.
pub(super) fn is_taken(schema: &Value, path: &str, value: &Value) -> bool {
    let schema = schema_at(schema, path).and_then(|schema| Schema::compile(schema).ok());
    schema.is_some_and(|schema| schema.validate(value).is_empty())
}

/// The value that says least at a place, as what Rust reads of JSON.
pub(super) fn in_json(schema: &Value, path: &str) -> String {
    let value = at(schema, path).unwrap_or_default();
    let text = literal(&value.to_string());
    format!("::serde_json::from_str({text}).expect(\"it is JSON\")")
}

/// The value that says least at a place, in Rust; `value` where it would be a struct, or nothing says one.
pub(super) fn of(schema: &Value, path: &str, ty: &Ty, words: &Words<'_>) -> String {
    let value = at(schema, path).filter(|value| !value.is_object());
    value.map_or_else(|| "value".to_owned(), |value| expression(ty, &value, words))
}
