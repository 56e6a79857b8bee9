//! Lists item by item, and maps value by value.

use super::{
    Converted, Mode, Result,
    child::{child, plain},
};
use crate::convert::{
    json::{Json, Look, align, look},
    kept::{Kept, same_keys},
    memoryless::{Ends, named},
    plan::{ListPlan, Node},
};

/// Converts a list.
pub(super) fn list<'a>(
    plan: &'a ListPlan,
    json: Json<'a>,
    kept: Option<&Kept>,
    mode: Mode,
) -> Result<Converted<'a>> {
    let items = match json.into_items() {
        Ok(items) => items,
        Err(json) => return Ok((json, None)),
    };
    let from_keys = plan.keys.of(mode.direction.from());
    let to_keys = plan.keys.of(mode.direction.to());
    let ends = Ends::item(from_keys, to_keys);
    let kept_of = match kept {
        None => Vec::new(),
        Some(kept) => kept_of_items(plan, ends, &items, kept, mode),
    };
    // Only taken where something turns out to be lost.
    let keys: Option<Vec<Vec<Json>>> = if mode.keeping {
        keys_of(&items, from_keys)
    } else {
        None
    };
    let keys = keys.map(|keys| {
        keys.into_iter()
            .map(|keys| keys.into_iter().map(Json::into_owned).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    });
    let mut out = Vec::with_capacity(items.len());
    let mut lost = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        let kept = kept_of.get(index).copied().flatten();
        let converted =
            child(&plan.item, ends, Some(item), kept, mode).map_err(|error| error.at(index))?;
        out.push(converted.0.unwrap_or(Json::NULL));
        if let Some(kept) = converted.1 {
            lost.push((index, kept));
        }
    }
    let lost = (!lost.is_empty()).then(|| match keys {
        Some(keys) => Kept::Keyed(
            lost.into_iter()
                .map(|(index, kept)| (keys.get(index).cloned().unwrap_or_default(), kept))
                .collect(),
        ),
        None => Kept::Aligned {
            looks: out.iter().map(look).collect(),
            items: lost,
        },
    });
    Ok((Json::Array(out), lost))
}

/// What was kept of each item.
fn kept_of_items<'k>(
    plan: &ListPlan,
    ends: Ends,
    items: &[Json],
    kept: &'k Kept,
    mode: Mode,
) -> Vec<Option<&'k Kept>> {
    match kept {
        Kept::Keyed(entries) => {
            let mode = Mode {
                keeping: false,
                ..mode
            };
            items
                .iter()
                .map(|item| {
                    // One that does not convert by itself may with what was kept of it; why not is said there.
                    let converted = plain(&plan.item, ends, Some(item.borrowed()), mode);
                    let item = match converted {
                        Ok(item) => item?,
                        Err(_) => ends.told_apart(item)?,
                    };
                    let keys = item_keys(&item, plan.keys.of(mode.direction.to()))?;
                    let entry = entries.iter().find(|(of, _)| same_keys(of, &keys));
                    entry.map(|(_, kept)| kept)
                })
                .collect()
        }
        Kept::Aligned {
            looks,
            items: entries,
        } => {
            let live: Vec<Look> = items.iter().map(look).collect();
            align(&live, looks)
                .into_iter()
                .map(|index| {
                    let entry = entries.iter().find(|(of, _)| Some(*of) == index);
                    entry.map(|(_, kept)| kept)
                })
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The list-map keys of all items, if each has its own.
fn keys_of<'j>(items: &'j [Json], keys: &[String]) -> Option<Vec<Vec<Json<'j>>>> {
    let all = items
        .iter()
        .map(|item| item_keys(item, keys))
        .collect::<Option<Vec<_>>>()?;
    let mut texts: Vec<String> = all
        .iter()
        .map(|keys| keys.iter().map(Json::text).collect::<Vec<_>>().join(","))
        .collect();
    texts.sort_unstable();
    texts.dedup();
    (texts.len() == all.len()).then_some(all)
}

fn item_keys<'j>(item: &'j Json, keys: &[String]) -> Option<Vec<Json<'j>>> {
    if keys.is_empty() {
        return None;
    }
    keys.iter().map(|key| item.member(key)).collect()
}

/// Converts a map.
pub(super) fn map<'a>(
    node: &'a Node,
    json: Json<'a>,
    kept: Option<&Kept>,
    mode: Mode,
) -> Result<Converted<'a>> {
    let members = match json.into_members() {
        Ok(members) => members,
        Err(json) => return Ok((json, None)),
    };
    let mut out = Vec::with_capacity(members.len());
    let mut lost = Vec::new();
    for (name, value) in members {
        let kept = kept.and_then(|kept| kept.get(&[name.clone().into_owned()]));
        let converted = named(child(node, Ends::ENTRY, Some(value), kept, mode), &name)?;
        if let Some(kept) = converted.1 {
            lost.push((name.clone().into_owned(), kept));
        }
        out.push((name, converted.0.unwrap_or(Json::NULL)));
    }
    let lost = (!lost.is_empty()).then_some(Kept::Members(lost));
    Ok((Json::Object(out), lost))
}
