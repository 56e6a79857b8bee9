//! Dropping what was kept of items that are gone.

use std::collections::HashMap;

use super::{Complement, Layout};
use crate::json::{ByName, Json};

impl Complement {
    /// What is left when what was kept of items of lists with keys goes with the items. `base`: what is made of the live object.
    /// Nothing if nothing is left.
    pub(crate) fn without_lost_items(self, layout: Option<&Layout>, base: &Json) -> Option<Self> {
        match self {
            Self::Refused(kept) => {
                let left = kept.without_lost_items(layout, base)?;
                Some(Self::Refused(Box::new(left)))
            }
            Self::Members(members) => {
                let of_base = base.members().unwrap_or_default();
                let of_base = ByName::new(&of_base);
                let members = members.into_iter().filter_map(|(name, kept)| {
                    let layout = layout.and_then(|layout| layout.member(&name));
                    let kept = match of_base.get(&name) {
                        Some(base) => kept.without_lost_items(layout, base)?,
                        None => kept,
                    };
                    Some((name, kept))
                });
                let left: Vec<_> = members.collect();
                (!left.is_empty()).then_some(Self::Members(left))
            }
            Self::Keyed {
                items,
                inserted,
                order,
            } => {
                let live = base.items().unwrap_or_default();
                let keys = layout.and_then(|layout| layout.keys(&live));
                let Some((layout, keys)) = layout.zip(keys) else {
                    return Some(Self::Keyed {
                        items,
                        inserted,
                        order,
                    });
                };
                let there: HashMap<String, &Json> = keys.into_iter().zip(live.iter()).collect();
                let items = items.into_iter().filter_map(|(key, kept)| {
                    let item = there.get(&key)?;
                    Some((key, kept.without_lost_items(layout.item(), item)?))
                });
                let items: Vec<_> = items.collect();
                let is_left = !items.is_empty() || !inserted.is_empty() || order.is_some();
                is_left.then_some(Self::Keyed {
                    items,
                    inserted,
                    order,
                })
            }
            other => Some(other),
        }
    }
}
