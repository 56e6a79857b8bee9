//! What schemas say of the values that steps take apart.

use serde_json::Value;

use crate::plan::Place;

pub(super) fn integer(place: Option<&Place>, keyword: &str) -> Option<i64> {
    place?.schema()?.get(keyword)?.as_i64()
}

pub(super) fn property<'s>(schema: Option<&'s Value>, name: &str) -> Option<&'s Value> {
    schema?.get("properties")?.get(name)
}

/// Whether a number that the schema takes may not do.
pub(super) fn outside(place: Option<&Place>, fits: impl Fn(i64) -> bool) -> bool {
    let bound = |keyword, unbounded| integer(place, keyword).unwrap_or(unbounded);
    !(fits(bound("minimum", i64::MIN)) && fits(bound("maximum", i64::MAX)))
}

/// Whether a list is a list-map by just this member.
pub(super) fn is_keyed_by(list: Option<&Value>, member: &str) -> bool {
    list.and_then(|list| list.get("x-kubernetes-list-map-keys"))
        .and_then(Value::as_array)
        .is_some_and(|keys| matches!(&keys[..], [key] if key == member))
}

pub(crate) fn is_required(schema: Option<&Value>, member: &str) -> bool {
    schema
        .and_then(|schema| schema.get("required"))
        .and_then(Value::as_array)
        .is_some_and(|names| names.iter().any(|name| name == member))
}

/// The members of an object that are none of these.
pub(super) fn others<'s>(schema: Option<&'s Value>, known: &[&str]) -> Vec<&'s str> {
    schema
        .and_then(|schema| schema.get("properties"))
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(|properties| properties.keys())
        .map(String::as_str)
        .filter(|name| !known.contains(name))
        .collect()
}
