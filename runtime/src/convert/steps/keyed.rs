//! A list of items ↔ a map from one member of the items to the rest of them, or to another member.

use std::{borrow::Cow, collections::HashSet};

use super::{Result, Stop, nested, unlike};
use crate::convert::{
    ConversionError,
    json::{Json, Members, get},
    memoryless::Mode,
    plan::{Node, SerdeDefault},
};

pub(super) fn run<'a>(
    key: &'a str,
    node: &'a Node,
    to_map: bool,
    input: &Json<'a>,
    mode: Mode,
) -> Result<Json<'a>> {
    if to_map {
        return map(key, node, input, mode);
    }
    let Some(entries) = in_order(input) else {
        return unlike();
    };
    let items = entries
        .into_iter()
        .map(|(name, value)| {
            let value = nested(node, &value, mode)
                .map_err(|stop| stop.seen_from(|error| error.within(&name)))?;
            let mut members = vec![(Cow::Borrowed(key), Json::string(&name))];
            match value.into_members() {
                Ok(rest) => members.extend(rest.into_iter().filter(|(name, _)| name != key)),
                Err(value) if value.is_null() => {}
                Err(_) => return unlike(),
            }
            Ok(Json::Object(members))
        })
        .collect::<Result<_>>()?;
    Ok(Json::Array(items))
}

/// The entries of a map by their names: in whatever order they are written, the map is the same.
fn in_order<'a>(map: &Json<'a>) -> Option<Members<'a>> {
    let mut entries = map.clone().into_members().ok()?;
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    Some(entries)
}

fn map<'a>(key: &str, node: &'a Node, input: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
    let Ok(items) = input.clone().into_items() else {
        return unlike();
    };
    let mut entries: Vec<(Cow<str>, Json)> = Vec::with_capacity(items.len());
    let mut names = HashSet::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        let Ok(mut members) = item.into_members() else {
            return unlike();
        };
        let Some(name) = get(&members, key).and_then(|key| key.as_str().map(Cow::into_owned))
        else {
            return unlike();
        };
        if !names.insert(name.clone()) {
            return twice(&name, key, index);
        }
        members.retain(|(name, _)| name != key);
        let value = nested(node, &Json::Object(members), mode)
            .map_err(|stop| stop.seen_from(|error| error.at(index)))?;
        entries.push((Cow::Owned(name), value));
    }
    // As an API server stores it: the order of the list does not survive there, and is kept where it was another.
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(Json::Object(entries))
}

fn twice<T>(name: &str, key: &str, index: usize) -> Result<T> {
    let error = ConversionError::new(format!("{name:?} is there twice, which no map can hold"));
    Err(Stop::Refused(error.within(key).at(index)))
}

/// A list of items ↔ a map from one member of the items to another, of which `absent` is what serde reads where it is absent.
pub(super) fn values<'a>(
    (key, value): (&'a str, &'a str),
    absent: Option<&SerdeDefault>,
    node: &'a Node,
    to_map: bool,
    input: &Json<'a>,
    mode: Mode,
) -> Result<Json<'a>> {
    if !to_map {
        let Some(entries) = in_order(input) else {
            return unlike();
        };
        let item = |(name, held): (Cow<'a, str>, Json<'a>)| {
            let held = nested(node, &held, mode)
                .map_err(|stop| stop.seen_from(|error| error.within(&name)))?;
            Ok(Json::Object(vec![
                (Cow::Borrowed(key), Json::string(&name)),
                (Cow::Borrowed(value), held),
            ]))
        };
        let items = entries.into_iter().map(item).collect::<Result<_>>()?;
        return Ok(Json::Array(items));
    }
    let Ok(items) = input.clone().into_items() else {
        return unlike();
    };
    let mut entries: Vec<(Cow<str>, Json)> = Vec::with_capacity(items.len());
    let mut names = HashSet::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        let Ok(members) = item.into_members() else {
            return unlike();
        };
        let name = get(&members, key).and_then(|key| key.as_str().map(Cow::into_owned));
        let Some(name) = name else {
            return unlike();
        };
        // What else the item has is kept.
        let held = get(&members, value).cloned();
        let Some(held) = held.or_else(|| absent.filter(|_| mode.complete)?.json()) else {
            if !mode.complete {
                return unlike();
            }
            let error =
                ConversionError::new(format!("{name:?} has no value, and no map can say so"));
            return Err(Stop::Refused(error.within(value).at(index)));
        };
        if !names.insert(name.clone()) {
            return twice(&name, key, index);
        }
        let held = nested(node, &held, mode)
            .map_err(|stop| stop.seen_from(|error| error.within(value).at(index)))?;
        entries.push((Cow::Owned(name), held));
    }
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(Json::Object(entries))
}
