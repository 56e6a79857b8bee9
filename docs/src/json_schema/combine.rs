//! `allOf`, `anyOf`, `oneOf` and `not`.
//!
//! What is within them may be said in part. Less is asked then, which is right but under `not`, and in `oneOf`, where one more
//! alternative that fits is one too many.

use serde_json::{Map, Value, json};

use super::defaults::is_set;
use super::keyword::Keywords;
use crate::words::{is, text};

/// The combinators of a node, and whether they say all that the schema says. `main` is the node outside of combinators about the
/// same value. The types of an int-or-string are said already.
pub(super) fn combinators(
    own: &Value,
    main: &Value,
    is_int_or_string: bool,
) -> (Map<String, Value>, bool) {
    let mut out = Map::new();
    let mut is_exact = true;
    let list = |keyword: &str| -> Option<&Vec<Value>> {
        let list = own.get(keyword)?.as_array()?;
        (!list.is_empty()).then_some(list)
    };
    let is_said = |any_of: &[Value]| {
        let types: Vec<&str> = any_of.iter().map(|one| text(one, "type")).collect();
        is_int_or_string && types == ["integer", "string"]
    };
    if let Some(all_of) = list("allOf") {
        let others = all_of.iter().filter(|one| {
            let any_of = one.get("anyOf").and_then(Value::as_array);
            !any_of.is_some_and(|any_of| is_said(any_of))
        });
        let (all, exact) = nested_all(others, main);
        is_exact &= exact;
        if !all.is_empty() {
            out.insert("allOf".to_owned(), json!(all));
        }
    }
    if let Some(any_of) = list("anyOf").filter(|any_of| !is_said(any_of)) {
        let (all, exact) = nested_all(any_of, main);
        is_exact &= exact;
        out.insert("anyOf".to_owned(), json!(all));
    }
    if let Some(one_of) = list("oneOf") {
        let (all, exact) = nested_all(one_of, main);
        is_exact &= exact;
        if exact {
            out.insert("oneOf".to_owned(), json!(all));
        } else {
            let any_of = json!({"anyOf": all});
            match out.entry("allOf").or_insert_with(|| json!([])) {
                Value::Array(all_of) => all_of.push(any_of),
                _ => is_exact = false,
            }
        }
    }
    if let Some(not) = own.get("not").filter(|not| not.is_object()) {
        let (not, exact) = nested(not, main);
        is_exact &= exact;
        if exact {
            out.insert("not".to_owned(), not.into());
        }
    }
    (out, is_exact)
}

fn nested_all<'v>(
    schemas: impl IntoIterator<Item = &'v Value>,
    main: &Value,
) -> (Vec<Value>, bool) {
    let mut is_exact = true;
    let all = schemas.into_iter().map(|schema| {
        let (written, exact) = nested(schema, main);
        is_exact &= exact;
        Value::Object(written)
    });
    let all = all.collect();
    (all, is_exact)
}

/// A node inside of a combinator.
fn nested(schema: &Value, main: &Value) -> (Map<String, Value>, bool) {
    let keywords = Keywords::of(schema, main);
    let (mut out, mut is_exact) = (keywords.out, keywords.is_exact);
    let type_name = text(schema, "type");
    if !type_name.is_empty() {
        out.insert("type".to_owned(), type_name.into());
    }
    if let Some(items) = schema.get("items").filter(|items| items.is_object()) {
        let (items, exact) = below(items, main.get("items"));
        is_exact &= exact;
        out.insert("items".to_owned(), items.into());
    }
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        let declared = main.get("properties");
        let written: Map<String, Value> = properties
            .iter()
            .map(|(name, property)| {
                let own = declared.and_then(|declared| declared.get(name));
                let own = own.or_else(|| main.get("additionalProperties"));
                let (property, exact) = below(property, own);
                // What is not there yet is looked at by a server when it is set.
                is_exact &= exact && !is_set(main, name);
                (name.clone(), Value::Object(property))
            })
            .collect();
        if !written.is_empty() {
            out.insert("properties".to_owned(), written.into());
        }
    }
    is_exact &= schema
        .get("additionalProperties")
        .is_none_or(Value::is_null);
    let (combined, exact) = combinators(schema, main, false);
    is_exact &= exact;
    out.extend(combined);
    (out, is_exact)
}

/// A node inside of a combinator, about what is within its values. A server looks at null no further than at an enum.
fn below(schema: &Value, main: Option<&Value>) -> (Map<String, Value>, bool) {
    let unknown = Value::Null;
    let main = main.unwrap_or(&unknown);
    let (mut out, is_exact) = nested(schema, main);
    let may_be_null = is(main, "nullable") || text(main, "type").is_empty();
    let combined: Map<String, Value> = ["allOf", "anyOf", "oneOf", "not"]
        .into_iter()
        .filter_map(|keyword| Some((keyword.to_owned(), out.get(keyword)?.clone())))
        .collect();
    if may_be_null && !combined.is_empty() {
        out.retain(|keyword, _| !combined.contains_key(keyword));
        out.insert("anyOf".to_owned(), json!([{"type": "null"}, combined]));
    }
    (out, is_exact)
}
