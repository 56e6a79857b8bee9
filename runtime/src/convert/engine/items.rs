//! Lists of which steps name items: maps while the steps run, and lists again behind them.

use std::{borrow::Cow, collections::HashMap};

use crate::convert::{
    json::{Json, Members},
    kept::{Keeping, Kept},
    plan::ListItems,
};

/// Where it is kept how the items of a list were ordered.
const ORDER: &str = "[]";

/// An object whose lists are maps, and for each list of which that would not come back how its items were ordered.
pub(super) fn as_maps<'a>(
    lists: &[ListItems],
    json: Json<'a>,
) -> (Json<'a>, Vec<(Vec<String>, Kept)>) {
    let mut json = json;
    let mut orders = Vec::new();
    for list in lists {
        let Some(place) = place(&mut json, &list.path) else {
            continue;
        };
        let own = std::mem::replace(place, Json::NULL);
        *place = match as_map(list, own) {
            Ok(entries) => {
                let positions: Vec<usize> = entries
                    .iter()
                    .map(|(name, _)| list.position(name))
                    .collect();
                if !positions.is_sorted() {
                    let names = entries.iter().map(|(name, _)| Json::string(name));
                    let path = [&*list.path, &[ORDER.to_owned()]].concat();
                    orders.push((path, Kept::Value(Json::Array(names.collect()).into_owned())));
                }
                Json::Object(entries)
            }
            Err(own) => own,
        };
    }
    (json, orders)
}

/// The entries of the map that a list is seen as. Items that nothing tells apart, which no valid list has, are told by where
/// they stand.
fn as_map<'a>(list: &ListItems, json: Json<'a>) -> Result<Members<'a>, Json<'a>> {
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

/// The object with lists in place of the maps. What was kept says how their items were ordered.
pub(super) fn as_lists<'a>(
    lists: &[ListItems],
    mut json: Json<'a>,
    kept: Option<&Kept>,
) -> Json<'a> {
    for list in lists {
        let Some(place) = place(&mut json, &list.path) else {
            continue;
        };
        let own = std::mem::replace(place, Json::NULL);
        *place = match own.into_members() {
            Ok(entries) => as_list(list, entries, &order(list, kept)),
            Err(own) => own,
        };
    }
    json
}

fn as_list<'a>(list: &ListItems, mut entries: Members<'a>, order: &[String]) -> Json<'a> {
    let position = |name: &str| {
        let kept = order.iter().position(|known| known == name);
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

fn order(list: &ListItems, kept: Option<&Kept>) -> Vec<String> {
    let path = [&*list.path, &[ORDER.to_owned()]].concat();
    let Some(Kept::Value(order)) = kept.and_then(|kept| kept.get(&path)) else {
        return Vec::new();
    };
    let names = order.borrowed().into_items().unwrap_or_default();
    let names = names
        .iter()
        .filter_map(|name| name.as_str().map(|name| name.to_string()));
    names.collect()
}

/// What was kept, of the maps: of a list that is kept as a whole, by its items.
pub(super) fn kept_of_maps(lists: &[ListItems], kept: &Kept) -> Kept {
    let mut all = Keeping::of(Some(kept.clone()));
    for list in lists {
        let Some(Kept::Value(whole)) = kept.get(&list.path) else {
            continue;
        };
        let Ok(entries) = as_map(list, whole.clone()) else {
            continue;
        };
        all.remove(&list.path);
        let at = |name: &str| [&*list.path, &[name.to_owned()]].concat();
        let names = entries.iter().map(|(name, _)| Json::string(name));
        let names = Kept::Value(Json::Array(names.collect()).into_owned());
        for (name, item) in entries {
            let is_named = list.named.iter().any(|named| named.name == name);
            let parts = is_named.then(|| Kept::members_of(&item)).flatten();
            all.insert(&at(&name), parts.unwrap_or(Kept::Value(item)));
        }
        all.insert(&at(ORDER), names);
    }
    all.finish().unwrap_or_else(|| kept.clone())
}

/// What is lost, with how the items of lists were ordered.
pub(super) fn with_orders(lost: Option<Kept>, orders: Vec<(Vec<String>, Kept)>) -> Option<Kept> {
    if orders.is_empty() {
        return lost;
    }
    let mut all = Keeping::of(lost);
    for (path, order) in orders {
        all.insert(&path, order);
    }
    all.finish()
}

/// The value at a path, its parents opened.
fn place<'j, 'a>(json: &'j mut Json<'a>, path: &[String]) -> Option<&'j mut Json<'a>> {
    path.iter().try_fold(json, |json, name| {
        let members = json.members_mut()?;
        members
            .iter_mut()
            .rfind(|(member, _)| member == name)
            .map(|(_, value)| value)
    })
}
