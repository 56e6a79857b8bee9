//! Laying entries over a value.

use std::collections::{BTreeMap, HashMap};

use super::{Entry, Layout, What};
use crate::{
    json::{Json, Kind, Members},
    memoryless::Segment,
};

/// What the entries make of the value; nothing where they take it away.
pub(crate) fn apply<'a>(value: Json<'a>, entries: &[&Entry]) -> Option<Json<'a>> {
    let mut patch = Patch::default();
    for entry in entries {
        let place = entry.at.iter().fold(&mut patch, |patch, segment| {
            patch.within.entry(segment).or_default()
        });
        match &entry.what {
            What::Insert(..) | What::Order(..) | What::Arrange(..) => place.list.push(&entry.what),
            what => place.own = Some(what),
        }
    }
    patch.apply(Some(value))
}

/// The entries of one place, and of those within it.
#[derive(Default)]
struct Patch<'e, 'k> {
    own: Option<&'e What<'k>>,
    /// What is done to the list that stands there.
    list: Vec<&'e What<'k>>,
    within: BTreeMap<&'e Segment, Patch<'e, 'k>>,
}

impl Patch<'_, '_> {
    fn apply<'a>(&self, value: Option<Json<'a>>) -> Option<Json<'a>> {
        let value = match self.own {
            Some(What::Absent) => return None,
            Some(What::Value(value)) => Some(value.clone().into_owned()),
            Some(What::Make(kind)) if value.as_ref().map(Json::kind) != Some(*kind) => {
                Some(match kind {
                    Kind::Array => Json::Array(Vec::new()),
                    _ => Json::Object(Vec::new()),
                })
            }
            _ => value,
        }?;
        let is_dropped = matches!(self.own, Some(What::Drop));
        match value.kind() {
            Kind::Object if !self.within.is_empty() || is_dropped => {
                let value = self.members(value);
                (!is_dropped || !value.is_empty()).then_some(value)
            }
            Kind::Array if !self.within.is_empty() || !self.list.is_empty() => {
                Some(self.items(value))
            }
            _ => Some(value),
        }
    }

    fn members<'a>(&self, value: Json<'a>) -> Json<'a> {
        let members = value.into_members().unwrap_or_default();
        let patches = self
            .within
            .iter()
            .filter_map(|(segment, patch)| match segment {
                Segment::Member(name) => Some((name.as_str(), patch)),
                Segment::Item(_) => None,
            });
        let mut patches: BTreeMap<&str, &Self> = patches.collect();
        // Of several members of one name the last counts.
        let kept = members.into_iter().rev().filter_map(|(name, value)| {
            let value = match patches.remove(&*name) {
                Some(patch) => patch.apply(Some(value))?,
                None => value,
            };
            Some((name, value))
        });
        let mut members: Members<'a> = kept.collect();
        members.reverse();
        let made = patches
            .into_iter()
            .filter_map(|(name, patch)| Some((name.to_owned().into(), patch.apply(None)?)));
        members.extend(made);
        Json::Object(members)
    }

    fn items<'a>(&self, value: Json<'a>) -> Json<'a> {
        let items = value.into_items().unwrap_or_default();
        let mut behind: Vec<Vec<Item<'a>>> = vec![Vec::new(); items.len() + 1];
        for what in &self.list {
            if let What::Insert(at, item) = what
                && let Some(place) = behind.get_mut(at.map_or(0, |at| at + 1))
            {
                place.push((None, item.clone().into_owned()));
            }
        }
        let mut behind = behind.into_iter();
        let mut out = behind.next().unwrap_or_default();
        for (index, (item, inserted)) in items.into_iter().zip(behind).enumerate() {
            let item = match self.within.get(&Segment::Item(index)) {
                Some(patch) => patch.apply(Some(item)),
                None => Some(item),
            };
            out.extend(item.map(|item| (Some(index), item)));
            out.extend(inserted);
        }
        for what in &self.list {
            out = match what {
                What::Order(layout, order) => by_keys(layout, order, out),
                What::Arrange(order) => {
                    let ranks: HashMap<usize, usize> = order.iter().copied().zip(0..).collect();
                    in_order(out, |(index, _)| ranks.get(&(*index)?).copied())
                }
                _ => out,
            };
        }
        Json::Array(out.into_iter().map(|(_, item)| item).collect())
    }
}

/// An item, and where it stood.
type Item<'a> = (Option<usize>, Json<'a>);

/// The items, those of these keys in their order.
fn by_keys<'a>(layout: &Layout, order: &[String], items: Vec<Item<'a>>) -> Vec<Item<'a>> {
    let all: Vec<Json> = items.iter().map(|(_, item)| item.borrowed()).collect();
    let Some(keys) = layout.keys(&all) else {
        return items;
    };
    let ranks: HashMap<&String, usize> = order.iter().zip(0..).collect();
    let mut keys = keys.iter();
    in_order(items, |_| {
        keys.next().and_then(|key| ranks.get(key).copied())
    })
}

/// The items, those that have a rank in the order of that; others stay where they stand.
fn in_order<'a>(
    items: Vec<Item<'a>>,
    rank: impl FnMut(&Item<'a>) -> Option<usize>,
) -> Vec<Item<'a>> {
    let ranks: Vec<Option<usize>> = items.iter().map(rank).collect();
    let mut known: Vec<(usize, Item<'a>)> = Vec::new();
    let mut others = Vec::new();
    for (item, rank) in items.into_iter().zip(&ranks) {
        match rank {
            Some(rank) => known.push((*rank, item)),
            None => others.push(item),
        }
    }
    known.sort_by_key(|(rank, _)| *rank);
    let (mut known, mut others) = (known.into_iter(), others.into_iter());
    let next = ranks.iter().filter_map(|rank| match rank {
        Some(_) => known.next().map(|(_, item)| item),
        None => others.next(),
    });
    next.collect()
}
