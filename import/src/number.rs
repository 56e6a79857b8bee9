//! Integers and numbers: the Rust type whose own bounds are those of the schema, and keys for the others.

use serde_json::{Map, Value};
use wheelwright_grammar::{bounds::leave_nothing, vocabulary::is_format_of};

use crate::keyword::take;
use crate::model::{Key, Ty};

/// The largest bound of an integer that narrows anything: bounds are floating-point numbers to the API server.
const LARGEST: i64 = 9_223_372_036_854_774_784;

/// Types that imply both bounds, with their format.
const BOUNDED: &[(&str, &str, i64, i64)] = &[
    ("u8", "int32", 0, 255),
    ("i8", "int32", -128, 127),
    ("u16", "int32", 0, 65535),
    ("i16", "int32", -32768, 32767),
    ("u32", "int64", 0, 4_294_967_295),
];

/// Takes what it says of an integer out of the schema.
pub(crate) fn integer(rest: &mut Map<String, Value>, keys: &mut Vec<Key>) -> Ty {
    let format = text(rest, "format");
    let is_small = format.as_deref() == Some("int32");
    let bound = |keyword: &str| rest.get(keyword).and_then(Value::as_i64);
    let is_open = |keyword: &str| rest.get(keyword) == Some(&true.into());
    let (least, most) = (bound("minimum"), bound("maximum"));
    let (above, below) = (is_open("exclusiveMinimum"), is_open("exclusiveMaximum"));
    let implied = BOUNDED.iter().find(|(_, of, from, to)| {
        format.as_deref() == Some(of)
            && most == Some(*to)
            && least.is_some_and(|least| {
                (*from..=*to).contains(&least) && (*from == 0 || least == *from)
            })
            && !above
            && !below
    });
    let (ty, from) = match implied {
        Some((ty, _, from, _)) => {
            rest.remove("maximum");
            (*ty, Some(*from))
        }
        None if is_small => ("i32", None),
        None if format.as_deref() == Some("int64")
            && least == Some(0)
            && !above
            && most.is_none() =>
        {
            ("u64", Some(0))
        }
        None => ("i64", None),
    };
    keys.extend(said(rest, "integer", &["int32", "int64"]));
    if from.is_some() && least == from {
        rest.remove("minimum");
    }
    let (lowest, highest) = if is_small {
        (i64::from(i32::MIN), i64::from(i32::MAX))
    } else {
        (i64::MIN, LARGEST + 1)
    };
    // What is past the other end leaves nothing of the type.
    let narrows = |keyword: &str, bound: i64| match keyword {
        "minimum" => bound <= highest && (bound > lowest || (above && bound == lowest)),
        _ => bound >= lowest && (bound < highest || (below && bound == highest)),
    };
    bounds(rest, keys, |keyword, value| {
        value.as_i64().is_some_and(|bound| narrows(keyword, bound))
    });
    if rest
        .get("multipleOf")
        .and_then(Value::as_i64)
        .is_some_and(|of| of > 0)
    {
        keys.extend(take(rest, "multipleOf", "multiple_of"));
    }
    Ty::Int(ty)
}

/// Whether an integer type has the value.
pub(crate) fn holds(ty: &Ty, value: &Value) -> bool {
    let Ty::Int(name) = ty else { return false };
    let bounded = BOUNDED.iter().find(|(known, ..)| known == name);
    match (*name, bounded) {
        (_, Some((.., from, to))) => value
            .as_i64()
            .is_some_and(|value| (*from..=*to).contains(&value)),
        ("i32", _) => value
            .as_i64()
            .is_some_and(|value| i32::try_from(value).is_ok()),
        ("u64", _) => value.is_u64(),
        _ => value.is_i64(),
    }
}

/// Takes what it says of a number out of the schema.
pub(crate) fn number(rest: &mut Map<String, Value>, keys: &mut Vec<Key>) -> Ty {
    let ty = match text(rest, "format").as_deref() {
        Some("float") => "f32",
        _ => "f64",
    };
    keys.extend(said(rest, "number", &["float", "double"]));
    bounds(rest, keys, |_, value| value.is_number());
    if rest
        .get("multipleOf")
        .and_then(Value::as_f64)
        .is_some_and(|of| of > 0.0)
    {
        keys.extend(take(rest, "multipleOf", "multiple_of"));
    }
    Ty::Float(ty)
}

/// Takes the format out of a schema: the key for one that no type implies. One of another type's values stays.
fn said(rest: &mut Map<String, Value>, type_name: &str, implied: &[&str]) -> Option<Key> {
    let Some(format) = text(rest, "format") else {
        return Some(Key::tree("format", "".into()));
    };
    if !is_format_of(type_name, &format) {
        return None;
    }
    rest.remove("format");
    (!implied.contains(&&*format)).then(|| Key::tree("format", format.into()))
}

/// Bounds of which the derive makes what they are; not such that no value passes.
pub(crate) fn bounds(
    rest: &mut Map<String, Value>,
    keys: &mut Vec<Key>,
    narrows: impl Fn(&str, &Value) -> bool,
) {
    let is_open = ["exclusiveMinimum", "exclusiveMaximum"]
        .iter()
        .any(|keyword| rest.get(*keyword) == Some(&true.into()));
    if is_empty(rest, ["minimum", "maximum"], is_open) {
        return;
    }
    for (keyword, open, closed_key, open_key) in [
        (
            "minimum",
            "exclusiveMinimum",
            "minimum",
            "exclusive_minimum",
        ),
        (
            "maximum",
            "exclusiveMaximum",
            "maximum",
            "exclusive_maximum",
        ),
    ] {
        let is_sayable = rest
            .get(keyword)
            .is_some_and(|value| narrows(keyword, value));
        if !is_sayable {
            continue;
        }
        if rest.get(open) == Some(&true.into()) {
            rest.remove(open);
            keys.extend(take(rest, keyword, open_key));
        } else if !rest.contains_key(open) {
            keys.extend(take(rest, keyword, closed_key));
        }
    }
}

/// Whether no value is between two ends that a schema says.
pub(crate) fn is_empty(schema: &Map<String, Value>, ends: [&str; 2], is_open: bool) -> bool {
    let [least, most] = ends.map(|end| schema.get(end).and_then(Value::as_f64));
    let ends = least.zip(most);
    ends.is_some_and(|(least, most)| leave_nothing(least, most, is_open))
}

fn text(rest: &Map<String, Value>, keyword: &str) -> Option<String> {
    rest.get(keyword).and_then(Value::as_str).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(schema: Value) -> (Ty, Vec<(&'static str, Value)>, Value) {
        let Value::Object(mut rest) = schema else {
            panic!("it is an object")
        };
        let mut keys = Vec::new();
        let ty = integer(&mut rest, &mut keys);
        let keys = keys.into_iter().map(|key| match key.says {
            crate::model::Says::Tree(value) => (key.name, value),
            _ => panic!("keys of numbers have values"),
        });
        (ty, keys.collect(), rest.into())
    }

    // What the types mean is in the table of `wheelwright::schema`.
    #[test]
    fn the_type_says_what_it_can() {
        let none = || json!({});
        let port = json!({"format": "int32", "minimum": 1, "maximum": 65535});
        assert_eq!(
            of(port),
            (Ty::Int("u16"), vec![("minimum", json!(1))], none())
        );
        let count = json!({"format": "int64", "minimum": 0});
        assert_eq!(of(count), (Ty::Int("u64"), vec![], none()));
        assert_eq!(
            of(json!({})),
            (Ty::Int("i64"), vec![("format", json!(""))], none())
        );
        let open = json!({"format": "int32", "minimum": 0, "exclusiveMinimum": true});
        assert_eq!(
            of(open),
            (
                Ty::Int("i32"),
                vec![("exclusive_minimum", json!(0))],
                none()
            )
        );
    }

    // The derive refuses what leaves nothing: no key and no type says it.
    #[test]
    fn bounds_that_leave_nothing_are_left() {
        for (least, most) in [(300, 255), (70_000, 65_535), (9, 3)] {
            let schema = json!({"format": "int32", "minimum": least, "maximum": most});
            let rest = json!({"minimum": least, "maximum": most});
            assert_eq!(of(schema), (Ty::Int("i32"), vec![], rest));
        }
    }

    #[test]
    fn a_bound_that_the_derive_leaves_out_is_left() {
        let rest = json!({"maximum": 2_147_483_647});
        let schema = json!({"format": "int32", "maximum": 2_147_483_647});
        assert_eq!(of(schema), (Ty::Int("i32"), vec![], rest));
    }
}
