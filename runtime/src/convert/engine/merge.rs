//! Three-way merge: what was edited since, over what was there before.

use std::{
    borrow::Cow,
    collections::{HashMap, VecDeque},
};

use super::align::align;
use crate::convert::json::{ByName, Json, Kind, Look, Members, look, same, same_option};

/// `theirs` with `mine` where they did not edit `base`.
pub(crate) fn merge<'j>(base: &Json<'j>, mine: &Json<'j>, theirs: &Json<'j>) -> Json<'j> {
    merge_with(base, mine, theirs, &|_, _| false)
}

/// The same, but an object of which they edited a member that is no object itself, or that was not there or is not any more,
/// is theirs as a whole.
pub(crate) fn merge_wholes<'j>(base: &Json<'j>, mine: &Json<'j>, theirs: &Json<'j>) -> Json<'j> {
    merge_with(base, mine, theirs, &|base, theirs| {
        let mut names = base.iter().chain(theirs).map(|(name, _)| name);
        let [of_base, of_theirs] = [base, theirs].map(ByName::new);
        names.any(|name| {
            let (base, theirs) = (of_base.get(name), of_theirs.get(name));
            let is_object =
                |json: Option<&Json>| json.is_some_and(|json| json.kind() == Kind::Object);
            !(same_option(base, theirs) || is_object(base) && is_object(theirs))
        })
    })
}

/// Whether an object is another one, by what it was and is.
type IsAnother<'f> = &'f dyn Fn(&Members, &Members) -> bool;

fn merge_with<'j>(
    base: &Json<'j>,
    mine: &Json<'j>,
    theirs: &Json<'j>,
    is_another: IsAnother<'_>,
) -> Json<'j> {
    if same(theirs, base) {
        return mine.clone();
    }
    if same(mine, base) {
        return theirs.clone();
    }
    match (base.kind(), mine.kind(), theirs.kind()) {
        (Kind::Object, Kind::Object, Kind::Object) => {
            let open = |json: &Json<'j>| json.clone().into_members().unwrap_or_default();
            let (base, own) = (open(base), open(theirs));
            if is_another(&base, &own) {
                return theirs.clone();
            }
            Json::Object(members(&base, &open(mine), &own, is_another))
        }
        (Kind::Array, Kind::Array, Kind::Array) => {
            let open = |json: &Json<'j>| json.clone().into_items().unwrap_or_default();
            Json::Array(items(&open(base), &open(mine), &open(theirs), is_another))
        }
        _ => theirs.clone(),
    }
}

/// Whether a value has of another at least what a third has of that.
pub(super) fn has_no_less(value: Option<&Json>, than: Option<&Json>, of: Option<&Json>) -> bool {
    if same_option(value, of) || same_option(value, than) {
        return true;
    }
    let [Some(value), Some(than), Some(of)] = [value, than, of] else {
        return false;
    };
    let [Ok(value), Ok(than), Ok(of)] =
        [value, than, of].map(|json| json.borrowed().into_members())
    else {
        return false;
    };
    let members = [&value, &than, &of];
    let by_name = members.map(ByName::new);
    let mut names = members.iter().flat_map(|members| members.iter());
    names.all(|(name, _)| {
        let [value, than, of] = by_name.each_ref().map(|members| members.get(name));
        has_no_less(value, than, of)
    })
}

fn members<'j>(
    base: &Members<'j>,
    mine: &Members<'j>,
    theirs: &Members<'j>,
    is_another: IsAnother<'_>,
) -> Members<'j> {
    let mut out = Vec::new();
    let mut names: Vec<&Cow<str>> = theirs.iter().map(|(name, _)| name).collect();
    let [of_base, of_mine, of_theirs] = [base, mine, theirs].map(ByName::new);
    names.extend(
        mine.iter()
            .map(|(name, _)| name)
            .filter(|name| of_theirs.get(name).is_none()),
    );
    for name in names {
        let merged = match (of_base.get(name), of_mine.get(name), of_theirs.get(name)) {
            (Some(base), Some(mine), Some(theirs)) => {
                Some(merge_with(base, mine, theirs, is_another))
            }
            // Taken out on one side, and not edited on the other.
            (Some(base), None, Some(theirs)) => (!same(base, theirs)).then(|| theirs.clone()),
            (Some(_), Some(_), None) => None,
            (None, _, Some(theirs)) => Some(theirs.clone()),
            (None, Some(mine), None) => Some(mine.clone()),
            (_, None, None) => None,
        };
        if let Some(merged) = merged {
            out.push((name.clone(), merged));
        }
    }
    out
}

fn items<'j>(
    base: &[Json<'j>],
    mine: &[Json<'j>],
    theirs: &[Json<'j>],
    is_another: IsAnother<'_>,
) -> Vec<Json<'j>> {
    let looks = |items: &[Json]| items.iter().map(look).collect::<Vec<Look>>();
    let base_looks = looks(base);
    let mut in_mine = vec![None; base.len()];
    let of_mine = positions(&looks(mine), &base_looks);
    for (index, in_base) in of_mine.into_iter().enumerate().rev() {
        if let Some(place) = in_base.and_then(|in_base| in_mine.get_mut(in_base)) {
            *place = Some(index);
        }
    }
    let of_theirs = align(&looks(theirs), &base_looks);
    // The place that each of their items has in mine; a new one follows the one before it.
    let mut placed = Vec::with_capacity(theirs.len());
    let mut last = None;
    for (item, in_base) in theirs.iter().zip(of_theirs) {
        let in_mine = in_base.and_then(|index| in_mine.get(index).copied().flatten());
        let merged = match (
            in_base.and_then(|i| base.get(i)),
            in_mine.and_then(|i| mine.get(i)),
        ) {
            (Some(base), Some(mine)) => merge_with(base, mine, item, is_another),
            _ => item.clone(),
        };
        last = in_mine.or(last);
        placed.push((last, merged));
    }
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, item)| item).collect()
}

/// For each of my items the one of the base that it is. Lists of the same items in another order are told by their looks.
fn positions(mine: &[Look], base: &[Look]) -> Vec<Option<usize>> {
    let mut free = HashMap::<&str, VecDeque<usize>>::new();
    for (index, look) in base.iter().enumerate() {
        free.entry(&look.0).or_default().push_back(index);
    }
    let by_look: Vec<Option<usize>> = mine
        .iter()
        .map(|look| free.get_mut(&*look.0)?.pop_front())
        .collect();
    if by_look.iter().all(Option::is_some) {
        return by_look;
    }
    if mine.len() == base.len() {
        return (0..mine.len()).map(Some).collect();
    }
    align(mine, base)
}
