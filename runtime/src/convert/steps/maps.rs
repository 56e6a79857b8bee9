//! Several values ↔ one map, and a map with renamed keys.

use std::borrow::Cow;

use super::{Result, Values, nested, unlike};
use crate::convert::{
    json::{Json, get},
    memoryless::Mode,
    plan::{Direction, Node},
};

/// The values that are there, as a map; none are no map.
/// `nulls`: null is one.
pub(super) fn gather<'a>(
    keys: &'a [&'a str],
    inputs: &[Option<Json<'a>>],
    nulls: bool,
) -> Option<Json<'a>> {
    let there = |input: &Option<Json<'a>>| input.clone().filter(|json| nulls || !json.is_null());
    let entries: Vec<_> = keys
        .iter()
        .zip(inputs)
        .filter_map(|(key, input)| Some((Cow::Borrowed(*key), there(input)?)))
        .collect();
    (!entries.is_empty()).then_some(Json::Object(entries))
}

/// The entries of these keys.
pub(super) fn scatter<'a>(keys: &[&str], input: Option<&Json<'a>>) -> Result<Values<'a>> {
    let Some(input) = input else {
        return Ok(Vec::new());
    };
    if input.is_null() {
        return Ok(vec![None; keys.len()]);
    }
    let Ok(entries) = input.clone().into_members() else {
        return unlike();
    };
    Ok(keys.iter().map(|key| get(&entries, key).cloned()).collect())
}

/// A map with some keys renamed. Where a renamed key meets one that is there already, the one that is there stays.
pub(super) fn rename<'a>(
    pairs: &'a [(&'a str, &'a str)],
    node: &'a Node,
    input: &Json<'a>,
    mode: Mode,
) -> Result<Json<'a>> {
    let Ok(entries) = input.clone().into_members() else {
        return unlike();
    };
    let target = |name: &str| {
        pairs.iter().find_map(|(spoke, hub)| {
            let (from, to) = match mode.direction {
                Direction::Up => (spoke, hub),
                Direction::Down => (hub, spoke),
            };
            (*from == name).then_some(*to)
        })
    };
    let mut out: Vec<(Cow<str>, Json)> = Vec::with_capacity(entries.len());
    for (name, value) in &entries {
        let value =
            nested(node, value, mode).map_err(|stop| stop.seen_from(|error| error.within(name)))?;
        let name = match target(name) {
            Some(to) if get(&entries, to).is_none() => Cow::Borrowed(to),
            _ => name.clone(),
        };
        out.push((name, value));
    }
    Ok(Json::Object(out))
}
