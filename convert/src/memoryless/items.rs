//! Lists of which steps name items: maps while the steps run, and lists again behind them.

use std::{borrow::Cow, collections::HashMap};

use super::{Mode, hole::Segment};
use crate::{
    json::{Json, Kind, Members},
    plan::ListItems,
};

/// An object whose lists are maps.
pub(crate) fn as_maps<'a>(lists: &[ListItems], mut json: Json<'a>) -> Json<'a> {
    for list in lists {
        if let Some(place) = place_within(&mut json, &list.path) {
            let own = std::mem::replace(place, Json::NULL);
            *place = as_map(list, own).map_or_else(|own| own, Json::Object);
        }
    }
    json
}

/// The object with lists in place of the maps. Holes from the one at `first` on are in it, and then where their items stand.
pub(super) fn as_lists<'a>(
    lists: &[ListItems],
    mut json: Json<'a>,
    mode: Mode,
    first: usize,
) -> Json<'a> {
    for list in lists {
        let Some(place) = place_within(&mut json, &list.path) else {
            continue;
        };
        let own = std::mem::replace(place, Json::NULL);
        *place = match own.into_members() {
            Ok(entries) => {
                // What is no object is no item.
                let is_item = |(name, item): &&(Cow<str>, Json)| {
                    item.kind() == Kind::Object || list.values(name).is_none()
                };
                let items = entries.iter().filter(is_item);
                let mut names: Vec<String> = items.map(|(name, _)| name.to_string()).collect();
                names.sort_by_key(|name| list.position(name));
                in_list(list, &names, mode, first);
                as_list(list, entries, &[])
            }
            Err(own) => own,
        };
    }
    json
}

/// Has holes stand where their items do.
fn in_list(list: &ListItems, names: &[String], mode: Mode, first: usize) {
    let path = Segment::members(&list.path);
    let Some(holes) = mode.holes else { return };
    let places: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    for hole in holes.borrow_mut().iter_mut().skip(first) {
        for place in &mut hole.places {
            if !place.starts_with(&path) {
                continue;
            }
            if let Some(segment) = place.get_mut(path.len())
                && let Segment::Member(name) = segment
                && let Some(index) = places.get(name.as_str())
            {
                *segment = Segment::Item(*index);
            }
        }
    }
}

/// The entries of the map that a list is seen as. Items that nothing tells apart, which no valid list has, are told by where
/// they stand.
pub(crate) fn as_map<'a>(list: &ListItems, json: Json<'a>) -> Result<Members<'a>, Json<'a>> {
    let mut names = HashMap::new();
    let entries = json
        .into_items()?
        .into_iter()
        .enumerate()
        .map(|(index, item)| {
            let (name, item) = list
                .entry(item)
                .unwrap_or_else(|item| (ListItems::nameless(index), item));
            let count = names.entry(name.clone()).or_insert(0_usize);
            *count += 1;
            let name = if *count == 1 {
                name
            } else {
                ListItems::again(&name, *count)
            };
            (Cow::Owned(name), item)
        });
    Ok(entries.collect())
}

/// The list of a map's entries, in the order of those names that is given, and of the plan.
pub(crate) fn as_list<'a>(
    list: &ListItems,
    mut entries: Members<'a>,
    order: &[String],
) -> Json<'a> {
    let ranks = order.iter().enumerate().rev();
    let ranks: HashMap<&str, usize> = ranks.map(|(rank, name)| (name.as_str(), rank)).collect();
    let position = |name: &str| {
        let kept = ranks.get(name).copied();
        (kept.unwrap_or(order.len()), list.position(name))
    };
    entries.sort_by_key(|(name, _)| position(name));
    let items = entries.into_iter().filter_map(|(name, item)| {
        let Some(values) = list.values(&name) else {
            return Some(item);
        };
        let keys = list.keys.iter().zip(&values);
        let mut members: Members = keys
            .map(|(key, value)| (Cow::Owned(key.name.clone()), Json::of_value(value)))
            .collect();
        members.extend(item.into_members().ok()?);
        Some(Json::Object(members))
    });
    Json::Array(items.collect())
}

/// The value at a path, its parents opened.
pub(crate) fn place_within<'j, 'a>(
    json: &'j mut Json<'a>,
    path: &[String],
) -> Option<&'j mut Json<'a>> {
    path.iter().try_fold(json, |json, name| {
        let members = json.members_mut()?;
        members
            .iter_mut()
            .rfind(|(member, _)| member == name)
            .map(|(_, value)| value)
    })
}
