//! Lists of which steps name items: maps while the steps run, and lists again behind them.

use crate::convert::{
    json::Json,
    kept::{Keeping, Kept},
    memoryless::{as_list, as_map, place_within},
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
        let Some(place) = place_within(&mut json, &list.path) else {
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

/// The object with lists in place of the maps. What was kept says how their items were ordered.
pub(super) fn as_lists<'a>(
    lists: &[ListItems],
    mut json: Json<'a>,
    kept: Option<&Kept>,
) -> Json<'a> {
    for list in lists {
        let Some(place) = place_within(&mut json, &list.path) else {
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
