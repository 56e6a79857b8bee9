//! Equality as the API server has it: neither the order of members counts nor how a number or string is written.

use std::{
    borrow::Cow,
    hash::{Hash, Hasher},
};

use super::{Json, Kind};

/// Whether two values are the same.
#[must_use]
pub fn same(a: &Json, b: &Json) -> bool {
    if a.is_written_as(b) {
        return true;
    }
    let kind = a.kind();
    if kind != b.kind() {
        return false;
    }
    match kind {
        Kind::Null => true,
        Kind::Bool => a.as_bool() == b.as_bool(),
        Kind::Number => number(a) == number(b),
        Kind::String => a.as_str() == b.as_str(),
        Kind::Array => {
            let mut b = b.each_item();
            a.each_item()
                .all(|a| b.next().is_some_and(|b| same(&a, &b)))
                && b.next().is_none()
        }
        Kind::Object => members_in_order(a, b).unwrap_or_else(|| members(a, b)),
    }
}

/// Whether two objects are the same; nothing where their members do not come in one order.
fn members_in_order(a: &Json, b: &Json) -> Option<bool> {
    let mut b = b.each_member();
    for (a_name, a) in a.each_member() {
        let (b_name, b) = b.next()?;
        if a_name != b_name {
            return None;
        }
        if !same(&a, &b) {
            return Some(false);
        }
    }
    Some(b.next().is_none())
}

fn members(a: &Json, b: &Json) -> bool {
    let (a, b) = (by_name(a), by_name(b));
    a.len() == b.len()
        && a.iter()
            .zip(&b)
            .all(|((a_name, a), (b_name, b))| a_name == b_name && same(a, b))
}

/// The members of an object by their names; those of one name as they come.
pub(super) fn by_name<'j>(object: &'j Json) -> Vec<(Cow<'j, str>, Cow<'j, Json<'j>>)> {
    let mut members: Vec<_> = object.each_member().collect();
    members.sort_by(|(a, _), (b, _)| a.cmp(b));
    members
}

/// Whether two places hold the same: a value, or nothing.
#[must_use]
pub fn same_option(a: Option<&Json>, b: Option<&Json>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    }
}

/// Feeds a value to a hash, by which values that are the same are the same. Kept in annotations: it must never change.
pub(super) fn hash(json: &Json, state: &mut impl Hasher) {
    let kind = json.kind();
    state.write(&[kind as u8]);
    match kind {
        Kind::Null => {}
        Kind::Bool => state.write(&[u8::from(json.as_bool() == Some(true))]),
        Kind::Number => match number(json) {
            Some(Number::Int(integer)) => state.write(&integer.to_le_bytes()),
            Some(Number::Float(float)) => state.write(&float.to_le_bytes()),
            None => state.write(&0_f64.to_le_bytes()),
        },
        Kind::String => hash_text(&json.as_str().unwrap_or_default(), state),
        Kind::Array => {
            for item in json.each_item() {
                hash(&item, state);
            }
            state.write(b"]");
        }
        Kind::Object => {
            for (name, value) in &by_name(json) {
                hash_text(name, state);
                hash(value, state);
            }
            state.write(b"}");
        }
    }
}

/// Feeds a text to a hash, and its end.
pub(super) fn hash_text(text: &str, state: &mut impl Hasher) {
    state.write(text.as_bytes());
    state.write(&[0xff]);
}

/// An item that is looked for among others.
#[derive(Clone, Debug)]
pub struct Found<'j> {
    item: Cow<'j, Json<'j>>,
    /// Of a string without escape sequences, which is told by its text, what tells it from most.
    print: Option<u64>,
}

impl<'j> Found<'j> {
    /// An item, of which nothing is known yet.
    pub fn new(item: Cow<'j, Json<'j>>) -> Self {
        Self {
            print: item.plain_text().map(print_of),
            item,
        }
    }

    /// The item.
    #[must_use]
    pub fn json(&self) -> &Json<'j> {
        &self.item
    }
}

impl Found<'_> {
    /// A value, opened, as what is compared with many others.
    #[must_use]
    pub fn of_value(value: &serde_json::Value) -> Self {
        Self::new(Cow::Owned(Json::of_value(value).opened()))
    }
}

/// A number that strings of one kind seldom share: names have their beginnings in common, and their lengths.
fn print_of(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let end = bytes.last_chunk::<8>().copied().unwrap_or_else(|| {
        let mut short = [0; 8];
        short[..bytes.len()].copy_from_slice(bytes);
        short
    });
    u64::from_le_bytes(end) ^ (bytes.len() as u64).rotate_right(8)
}

impl PartialEq<Found<'_>> for Found<'_> {
    fn eq(&self, other: &Found) -> bool {
        match (self.print, other.print) {
            (Some(one), Some(another)) if one != another => false,
            _ => same(&self.item, &other.item),
        }
    }
}

impl Eq for Found<'_> {}

impl Hash for Found<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash(&self.item, state);
    }
}

/// A number as the API server holds it.
#[derive(PartialEq)]
enum Number {
    Int(i64),
    Float(f64),
}

fn number(json: &Json) -> Option<Number> {
    let text = json.number_text()?;
    if let Ok(integer) = text.parse() {
        return Some(Number::Int(integer));
    }
    let float: f64 = text.parse().ok()?;
    // What it stores as `1.0` is written as `1`.
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
    Some(
        if float.fract() == 0.0 && float.abs() < 9_007_199_254_740_992.0 {
            Number::Int(float as i64)
        } else {
            Number::Float(float)
        },
    )
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

    use serde_json::{Value, json};

    use super::*;

    fn hashed(value: &Value) -> u64 {
        BuildHasherDefault::<DefaultHasher>::new().hash_one(Found::of_value(value))
    }

    fn are_same(left: &Value, right: &Value) -> bool {
        let [of_left, of_right] = [left, right].map(Json::of_value);
        let is_same = same(&of_left, &of_right);
        assert_eq!(same(&of_right, &of_left), is_same, "{left} {right}");
        let is_found = Found::of_value(left) == Found::of_value(right);
        assert_eq!(is_found, is_same, "{left} {right}");
        is_same
    }

    #[test]
    fn what_is_the_same_is_found_in_sets() {
        for (left, right) in [
            (json!(1), json!(1.0)),
            (json!(-1), json!(-1.0)),
            (json!(0), json!(-0.0)),
            (json!(0.0), json!(-0.0)),
            (
                json!(9_007_199_254_740_991_u64),
                json!(9_007_199_254_740_991.0),
            ),
            (json!([1, [2.0]]), json!([1.0, [2]])),
            (json!({"a": 1, "b": 2}), json!({"b": 2.0, "a": 1.0})),
            (json!(null), json!(null)),
            // What 64 bits with a sign do not hold is a float to the server.
            (json!(u64::MAX), json!(u64::MAX - 1)),
        ] {
            assert!(are_same(&left, &right), "{left} {right}");
            assert_eq!(hashed(&left), hashed(&right), "{left} {right}");
        }
    }

    #[test]
    fn what_differs_is_not_the_same() {
        for (left, right) in [
            (json!(1), json!(2.0)),
            (json!(1), json!("1")),
            (json!(0), json!(null)),
            (json!(false), json!(0)),
            (json!([1, 2]), json!([2, 1])),
            (json!({"a": 1}), json!({"a": 1, "b": null})),
            // Were these the same, then also the two integers that the float may stand for.
            (
                json!(9_007_199_254_740_993_u64),
                json!(9_007_199_254_740_992.0),
            ),
            (
                json!(9_007_199_254_740_992_u64),
                json!(9_007_199_254_740_992.0),
            ),
            (
                json!(9_007_199_254_740_992_u64),
                json!(9_007_199_254_740_993_u64),
            ),
        ] {
            assert!(!are_same(&left, &right), "{left} {right}");
        }
    }

    #[test]
    fn members_in_any_order_are_the_same() {
        let same = |a: &str, b: &str| {
            let (raw_a, raw_b) = (Json::raw(a), Json::raw(b));
            let opened = |json: &str| {
                let members = Json::raw(json).into_owned().into_members();
                members.map_or_else(|json| json, Json::Object)
            };
            let result = super::same(&raw_a, &raw_b);
            assert_eq!(super::same(&raw_b, &raw_a), result);
            assert_eq!(super::same(&opened(a), &raw_b), result);
            assert_eq!(super::same(&raw_a, &opened(b)), result);
            result
        };
        assert!(same(
            r#"{"a":1,"b":[1.0,"x"]}"#,
            r#"{"b": [1, "\u0078"], "a":1}"#
        ));
        assert!(!same(r#"{"a":1,"b":2}"#, r#"{"b":1,"a":2}"#));
        assert!(!same(r#"{"a":1}"#, r#"{"a":1,"b":2}"#));
        assert!(!same(r#"{"a":[1]}"#, r#"{"a":[1,2]}"#));
        assert!(same("{}", "{ }"));
        assert!(!same("{}", "[]"));
    }

    #[test]
    fn a_difference_deep_within_is_found_at_once() {
        let deep = |leaf: &str| format!("{}{leaf}{}", r#"{"a":"#.repeat(500), "}".repeat(500));
        assert!(!same(&Json::raw(&deep("1")), &Json::raw(&deep("2"))));
        let listed = |leaf: &str| format!("{}{leaf}{}", "[".repeat(500), "]".repeat(500));
        assert!(!same(&Json::raw(&listed("1")), &Json::raw(&listed("2"))));
    }
}
