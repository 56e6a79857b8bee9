//! Dropping what was kept of items that are gone.

use super::Kept;
use crate::convert::json::{Json, same};

impl Kept {
    /// What is left when what was kept of items of keyed lists goes with the items; `value` is what the owner has now.
    /// Nothing if nothing is left.
    pub(super) fn without_lost_items(self, value: &Json) -> Option<Self> {
        match self {
            Self::Members(members) => {
                let left: Vec<_> = members
                    .into_iter()
                    .filter_map(|(name, kept)| {
                        let kept = match value.member(&name) {
                            Some(member) => kept.without_lost_items(&member)?,
                            None => kept,
                        };
                        Some((name, kept))
                    })
                    .collect();
                (!left.is_empty()).then_some(Self::Members(left))
            }
            Self::Keyed(entries) => {
                let Ok(items) = value.borrowed().into_items() else {
                    return Some(Self::Keyed(entries));
                };
                let left: Vec<_> = entries
                    .into_iter()
                    .filter_map(|(keys, kept)| {
                        let item = items.iter().find(|item| has_keys(item, &keys))?;
                        Some((keys, kept.without_lost_items(item)?))
                    })
                    .collect();
                (!left.is_empty()).then_some(Self::Keyed(left))
            }
            other => Some(other),
        }
    }
}

/// Whether an item has members with these values; which of its members are the keys is not written down.
fn has_keys(item: &Json, keys: &[Json]) -> bool {
    item.borrowed().into_members().is_ok_and(|members| {
        keys.iter()
            .all(|key| members.iter().any(|(_, member)| same(member, key)))
    })
}
