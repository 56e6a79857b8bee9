//! The difference of two values.

use std::collections::{HashMap, HashSet};

use super::{Complement, Layout};
use crate::{
    json::{ByName, Json, Kind, Look, Moves, align, common_of, look, same},
    memoryless::Segment,
};

/// What must be laid over the base to be the value; nothing where they are the same. `refused`: where the schema refuses what the
/// value has.
pub(crate) fn diff(
    layout: Option<&Layout>,
    base: Option<&Json>,
    value: Option<&Json>,
    refused: &[Vec<Segment>],
) -> Option<Complement> {
    let mut refused: Vec<&[Segment]> = refused.iter().map(Vec::as_slice).collect();
    refused.sort_unstable();
    of_place(layout, base, value, &refused)
}

/// `refused`: from this place on, in order.
fn of_place(
    layout: Option<&Layout>,
    base: Option<&Json>,
    value: Option<&Json>,
    refused: &[&[Segment]],
) -> Option<Complement> {
    let found = match value {
        None => base.map(|_| Complement::Absent)?,
        Some(value) => match (value.kind(), base.map(Json::kind)) {
            // What is the same is looked at once, not once for each object around it.
            (Kind::Object, Some(Kind::Object)) => {
                if base.is_some_and(|base| base.is_written_as(value)) {
                    return None;
                }
                of_members(layout, base, value, refused)
            }
            _ if base.is_some_and(|base| same(base, value)) => return None,
            (Kind::Array, Some(Kind::Array)) => {
                let base = base.and_then(Json::items).unwrap_or_default();
                let value = value.items().unwrap_or_default();
                if layout.is_some_and(Layout::is_unordered) && are_moved(&base, &value) {
                    return None;
                }
                of_items(layout, &base, &value, refused)
            }
            _ => Complement::Value(value.borrowed().opened()),
        },
    };
    if found.is_nothing() {
        return None;
    }
    let is_whole = matches!(found, Complement::Value(_));
    // Of what a list has besides, nothing is told apart.
    let is_inserted = |at: &&[Segment]| match &found {
        Complement::Keyed { inserted, .. } => !inserted.is_empty() && !at.is_empty(),
        Complement::Aligned { inserted, .. } => !inserted.is_empty() && !at.is_empty(),
        _ => false,
    };
    let is_refused = refused
        .iter()
        .any(|at| is_whole || at.is_empty() || is_inserted(at));
    Some(if is_refused {
        Complement::Refused(Box::new(found))
    } else {
        found
    })
}

/// What is refused within what stands at a step further.
fn within<'r>(refused: &[&'r [Segment]], step: &Segment) -> Vec<&'r [Segment]> {
    let from = refused.partition_point(|at| at.first() < Some(step));
    let of_step = refused[from..].iter();
    let of_step = of_step.take_while(|at| at.first() == Some(step));
    of_step.map(|at| &at[1..]).collect()
}

fn in_member<'r>(refused: &[&'r [Segment]], name: &str) -> Vec<&'r [Segment]> {
    // Mostly nothing is.
    if refused.is_empty() {
        return Vec::new();
    }
    within(refused, &Segment::Member(name.to_owned()))
}

fn in_item<'r>(refused: &[&'r [Segment]], index: usize) -> Vec<&'r [Segment]> {
    within(refused, &Segment::Item(index))
}

fn of_members(
    layout: Option<&Layout>,
    base: Option<&Json>,
    value: &Json,
    refused: &[&[Segment]],
) -> Complement {
    let base_members = base.and_then(Json::members).unwrap_or_default();
    let value_members = value.members().unwrap_or_default();
    let (in_base, in_value) = (ByName::new(&base_members), ByName::new(&value_members));
    let lost = value_members.iter().filter_map(|(name, value)| {
        let layout = layout.and_then(|layout| layout.member(name));
        let refused = in_member(refused, name);
        let lost = of_place(layout, in_base.get(name), Some(value), &refused)?;
        Some((name.to_string(), lost))
    });
    let gone = base_members.iter().filter_map(|(name, base)| {
        let is_gone = in_value.get(name).is_none();
        let refused = in_member(refused, name);
        let lost = is_gone.then(|| of_place(None, Some(base), None, &refused))??;
        Some((name.to_string(), lost))
    });
    Complement::Members(lost.chain(gone).collect())
}

fn of_items(
    layout: Option<&Layout>,
    base: &[Json],
    value: &[Json],
    refused: &[&[Segment]],
) -> Complement {
    let item = layout.and_then(Layout::item);
    let keys = layout.and_then(|layout| Some((layout.keys(base)?, layout.keys(value)?)));
    if let Some((of_base, of_value)) = keys {
        return of_keyed(item, (&of_base, base), (&of_value, value), refused);
    }
    let looks: Vec<Look> = base.iter().map(look).collect();
    let of_value: Vec<Look> = value.iter().map(look).collect();
    let moved = moved(&looks, &of_value);
    let pairs: Vec<(usize, usize)> = match &moved {
        Some(order) => order.iter().copied().zip(0..).collect(),
        None if base.len() == value.len() => (0..base.len()).map(|index| (index, index)).collect(),
        None => common_of(&looks, &of_value),
    };
    let in_value: HashMap<usize, usize> =
        pairs.iter().map(|(base, value)| (*value, *base)).collect();
    let items = pairs.iter().filter_map(|(index, at)| {
        let refused = in_item(refused, *at);
        let lost = of_place(item, base.get(*index), value.get(*at), &refused)?;
        Some((*index, lost))
    });
    let mut behind = None;
    let mut inserted = Vec::new();
    for (index, value) in value.iter().enumerate() {
        match in_value.get(&index) {
            Some(base) => behind = Some(*base),
            None => inserted.push((behind, value.borrowed().opened())),
        }
    }
    let kept: HashSet<usize> = in_value.values().copied().collect();
    Complement::Aligned {
        items: items.collect(),
        deleted: (0..base.len())
            .filter(|index| !kept.contains(index))
            .collect(),
        inserted,
        looks,
        order: moved,
    }
}

/// Where the items stand in the base, if they are all items of it, in another order.
fn moved(base: &[Look], value: &[Look]) -> Option<Vec<usize>> {
    if base.len() != value.len() {
        return None;
    }
    let order: Vec<usize> = align(value, base, Moves::Certain)
        .into_iter()
        .collect::<Option<_>>()?;
    (!order.is_sorted()).then_some(order)
}

/// Whether they are the same items, in another order.
fn are_moved(base: &[Json], value: &[Json]) -> bool {
    let sorted = |items: &[Json]| {
        let mut looks: Vec<String> = items.iter().map(|item| look(item).0).collect();
        looks.sort_unstable();
        looks
    };
    base.len() == value.len() && sorted(base) == sorted(value)
}

fn of_keyed(
    item: Option<&Layout>,
    (base_keys, base): (&[String], &[Json]),
    (keys, value): (&[String], &[Json]),
    refused: &[&[Segment]],
) -> Complement {
    let in_base: HashMap<&String, &Json> = base_keys.iter().zip(base).collect();
    let in_value: HashSet<&String> = keys.iter().collect();
    let (mut items, mut inserted, mut behind) = (Vec::new(), Vec::new(), None);
    for (index, (key, value)) in keys.iter().zip(value).enumerate() {
        let Some(base) = in_base.get(key) else {
            inserted.push((behind.clone(), value.borrowed().opened()));
            continue;
        };
        let refused = in_item(refused, index);
        if let Some(lost) = of_place(item, Some(base), Some(value), &refused) {
            items.push((key.clone(), lost));
        }
        behind = Some(key.clone());
    }
    let gone = base_keys.iter().filter(|key| !in_value.contains(key));
    items.extend(gone.map(|key| (key.clone(), Complement::Absent)));
    let common = base_keys.iter().filter(|key| in_value.contains(key));
    let is_in_order = keys
        .iter()
        .filter(|key| in_base.contains_key(key))
        .eq(common);
    Complement::Keyed {
        items,
        inserted,
        order: (!is_in_order).then(|| keys.to_vec()),
    }
}
