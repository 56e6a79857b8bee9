//! Whether every value that one schema takes is taken by another; where it cannot be told, it may not be.

use serde_json::{Map, Value};

use super::{
    plan::member_schema,
    unfit::{INT_OR_STRING, LIST_TYPE, RULES, holds},
};

/// What a schema may refuse of the values that another takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narrowed {
    /// Where within the value; empty for itself: `.name`, `[*]`.
    pub path: String,
    /// Which values, in words.
    pub what: String,
    /// Of which kind they are.
    pub of: Refused,
}

/// Which values a schema refuses, as far as it matters elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// `null`.
    Null,
    /// What has nothing in it: an empty text, list or object.
    Empty,
    /// What rules in CEL refuse, which no conversion runs.
    Rules,
    /// Others.
    Others,
}

/// What the schema may refuse of the values that are valid by the other one, and of what is within them.
#[must_use]
pub fn narrowed(schema: &Value, known: &Value) -> Vec<Narrowed> {
    let mut out = Vec::new();
    within(schema, known, "", &mut out);
    out
}

fn within(schema: &Value, known: &Value, path: &str, out: &mut Vec<Narrowed>) {
    if schema == known || !schema.is_object() || !known.is_object() {
        return;
    }
    itself(schema, known, path, out);
    absent(schema, known, path, out);
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, schema) in properties.into_iter().flatten() {
        if let Some(known) = member_schema(known, name) {
            within(schema, known, &format!("{path}.{name}"), out);
        }
    }
    for keyword in ["items", "additionalProperties"] {
        if let (Some(schema), Some(known)) = (schema.get(keyword), known.get(keyword)) {
            within(schema, known, &format!("{path}[*]"), out);
        }
    }
}

/// Members that have to be there by the one schema, and not by the other.
fn absent(schema: &Value, known: &Value, path: &str, out: &mut Vec<Narrowed>) {
    for name in names(schema, "required") {
        let is_there = names(known, "required").any(|known| known == name);
        let has_default = [schema, known].into_iter().any(|schema| {
            member_schema(schema, name).is_some_and(|schema| schema.get("default").is_some())
        });
        if !is_there && !has_default {
            out.push(Narrowed {
                path: format!("{path}.{name}"),
                what: "its absence".to_owned(),
                of: Refused::Others,
            });
        }
    }
}

/// What is refused of the value by its own keywords, whatever is within it.
pub(crate) fn itself(schema: &Value, known: &Value, path: &str, out: &mut Vec<Narrowed>) {
    let mut say = |what: String, of: Refused| {
        out.push(Narrowed {
            path: path.to_owned(),
            what,
            of,
        });
    };
    let flag = |of: &Value, keyword: &str| of.get(keyword) == Some(&Value::Bool(true));
    if flag(known, "nullable") && !flag(schema, "nullable") {
        say("`null`".to_owned(), Refused::Null);
    }
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let is_alternative_of_types = keyword == "anyOf" && flag(schema, INT_OR_STRING);
        if !is_alternative_of_types
            && let Some(what) = words(keyword, value, schema)
            && !holds(keyword, value, known)
            && !is_implied(keyword, value, schema, known)
        {
            let of = match keyword.as_str() {
                "minLength" | "minItems" | "minProperties" if value.as_u64() == Some(1) => {
                    Refused::Empty
                }
                RULES => Refused::Rules,
                _ => Refused::Others,
            };
            say(what, of);
        }
    }
}

/// Whether all values of an enumeration satisfy the keyword, or all integers of a format do.
fn is_implied(keyword: &str, value: &Value, schema: &Value, known: &Value) -> bool {
    if let Some(Value::Array(values)) = known.get("enum") {
        let number = |test: fn(f64, f64) -> bool| {
            let bound = value.as_f64().unwrap_or(f64::NAN);
            values
                .iter()
                .all(|value| value.as_f64().is_none_or(|number| test(number, bound)))
        };
        let size = |test: fn(u64, u64) -> bool| {
            let bound = value.as_u64().unwrap_or(0);
            values
                .iter()
                .filter_map(Value::as_str)
                .all(|text| test(text.chars().count() as u64, bound))
        };
        return match keyword {
            "minimum" if schema.get("exclusiveMinimum") != Some(&Value::Bool(true)) => {
                number(|number, least| number >= least)
            }
            "maximum" if schema.get("exclusiveMaximum") != Some(&Value::Bool(true)) => {
                number(|number, most| number <= most)
            }
            "minLength" => size(|size, least| size >= least),
            "maxLength" => size(|size, most| size <= most),
            _ => false,
        };
    }
    let is_int32 = known.get("format").is_some_and(|format| format == "int32");
    let bound = value.as_i64();
    match keyword {
        // The narrower format is the narrower range.
        "format" => value == "int64" && (is_int32 || known.get("format").is_none()),
        "minimum" => is_int32 && bound.is_some_and(|bound| bound <= i32::MIN.into()),
        "maximum" => is_int32 && bound.is_some_and(|bound| bound >= i32::MAX.into()),
        _ => false,
    }
}

/// The values that a keyword refuses; nothing for keywords that refuse none.
fn words(keyword: &str, value: &Value, schema: &Value) -> Option<String> {
    let flag = |keyword: &str| schema.get(keyword) == Some(&Value::Bool(true));
    let unit = match keyword {
        "minItems" | "maxItems" => "items",
        "minProperties" | "maxProperties" => "members",
        _ => "letters",
    };
    Some(match keyword {
        "type" => format!("what is no {}", value.as_str()?),
        INT_OR_STRING if *value == true => "what is neither an integer nor a string".to_owned(),
        "enum" => format!("values other than {}", list(value.as_array()?)),
        "format" => match value.as_str()? {
            "int32" => "integers of more than 32 bits".to_owned(),
            "int64" | "float" | "double" => return None,
            format => format!("what is no `{format}`"),
        },
        "pattern" => format!("texts that do not match `{}`", value.as_str()?),
        "minimum" if flag("exclusiveMinimum") => format!("{value} and numbers below"),
        "minimum" => format!("numbers below {value}"),
        "maximum" if flag("exclusiveMaximum") => format!("{value} and numbers above"),
        "maximum" => format!("numbers above {value}"),
        "exclusiveMinimum" | "exclusiveMaximum" if *value == true => {
            // Where the bound is the same, it alone makes the difference.
            let bound = if keyword == "exclusiveMinimum" {
                "minimum"
            } else {
                "maximum"
            };
            format!("exactly {}", schema.get(bound)?)
        }
        "multipleOf" => format!("numbers that are no multiple of {value}"),
        "minLength" | "minItems" | "minProperties" => {
            format!("what has fewer than {value} {unit}")
        }
        "maxLength" | "maxItems" | "maxProperties" => format!("what has more than {value} {unit}"),
        LIST_TYPE if value == "set" => "equal items".to_owned(),
        LIST_TYPE if value == "map" => {
            let keys = schema.get("x-kubernetes-list-map-keys")?.as_array()?;
            format!("items with the same {}", list(keys))
        }
        "x-kubernetes-embedded-resource" if *value == true => {
            "what is no object of Kubernetes".to_owned()
        }
        "allOf" | "anyOf" | "oneOf" | "not" => format!("what `{keyword}` refuses"),
        RULES => "what its rules refuse".to_owned(),
        _ => return None,
    })
}

fn list(values: &[Value]) -> String {
    const SHOWN: usize = 5;
    let mut shown: Vec<String> = values.iter().take(SHOWN).map(Value::to_string).collect();
    if values.len() > SHOWN {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

fn names<'s>(schema: &'s Value, keyword: &str) -> impl Iterator<Item = &'s str> {
    let names = schema.get(keyword).and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str)
}

/// What holds of the values of the schema's type that nobody has looked at, such as a function makes: the types and what they
/// imply, and no bound that an author set.
pub(crate) fn of_type(schema: &Value) -> Value {
    let mut schema = schema.clone();
    without_bounds(&mut schema);
    schema
}

fn without_bounds(schema: &mut Value) {
    let Value::Object(keywords) = schema else {
        return;
    };
    let is_character = keywords.get("minLength") == keywords.get("maxLength");
    keywords.retain(|keyword, value| match keyword.as_str() {
        "minLength" | "maxLength" => is_character,
        "minimum" => value.as_i64().is_some_and(|bound| {
            [0, i8::MIN.into(), i16::MIN.into(), i32::MIN.into()].contains(&bound)
        }),
        "maximum" => value.as_i64().is_some_and(|bound| MOST.contains(&bound)),
        LIST_TYPE => value != "map",
        "pattern"
        | "multipleOf"
        | "minItems"
        | "maxItems"
        | "minProperties"
        | "maxProperties"
        | "exclusiveMinimum"
        | "exclusiveMaximum"
        | "x-kubernetes-validations" => false,
        _ => true,
    });
    for keyword in ["items", "additionalProperties"] {
        if let Some(inner) = keywords.get_mut(keyword) {
            without_bounds(inner);
        }
    }
    if let Some(Value::Object(properties)) = keywords.get_mut("properties") {
        properties.values_mut().for_each(without_bounds);
    }
}

/// The largest values of integer types.
const MOST: [i64; 6] = [
    i8::MAX as i64,
    u8::MAX as i64,
    i16::MAX as i64,
    u16::MAX as i64,
    i32::MAX as i64,
    u32::MAX as i64,
];

/// The schema with what its enumeration becomes by a function.
pub(crate) fn with_values(schema: &Value, become_: impl Fn(&Value) -> Option<Value>) -> Value {
    let mut out = schema.as_object().cloned().unwrap_or_else(Map::new);
    if let Some(Value::Array(values)) = out.get_mut("enum") {
        *values = values.iter().filter_map(become_).collect();
    }
    out.into()
}

#[cfg(test)]
mod tests;
