//! What was kept in format 1, which noted what each step lost, and what the items of lists looked like at the other version.

mod live;
mod places;
mod reading;

use super::{Complement, Layout};
use crate::{
    json::{Json, Kind, Look},
    plan::{Direction, FieldsPlan},
};
use reading::Reading;

/// Where the order of all items of a list stood, among those that steps name.
const ORDER: &str = "[]";

/// Whether it is in the format, whoever wrote it.
pub(crate) fn is_first(kept: &Json) -> bool {
    let is_list = |json: &Json| json.kind() == Kind::Array;
    let Ok(kept) = kept.borrowed().into_items() else {
        return kept.kind() == Kind::Object && kept.each_member().all(|(_, kept)| is_first(&kept));
    };
    let word = kept.first().and_then(Json::as_str);
    match (word.as_deref(), &kept[..]) {
        (_, [] | [_]) => true,
        (Some("object"), [_, _, members]) => members.kind() == Kind::Object && is_first(members),
        (Some("keyed"), [_, items]) => {
            let is_item = |item: &Json| {
                let parts = item.borrowed().into_items().unwrap_or_default();
                matches!(&parts[..], [keys, kept] if is_list(keys) && is_first(kept))
            };
            is_list(items) && items.each_item().all(|item| is_item(&item))
        }
        (Some("aligned"), [_, looks, items]) => {
            let is_look = |look: &Json| {
                look.as_str()
                    .is_some_and(|look| Look::is_well_formed(&look))
            };
            is_list(looks)
                && looks.each_item().all(|look| is_look(&look))
                && items.kind() == Kind::Object
                && items
                    .each_member()
                    .all(|(index, kept)| index.parse::<usize>().is_ok() && is_first(&kept))
        }
        _ => false,
    }
}

/// What it was kept for: a live object, and what is made of it at the version that something was kept of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hopping<'h, 'a> {
    pub(crate) plan: &'h FieldsPlan,
    pub(crate) direction: Direction,
    pub(crate) layout: Option<&'h Layout>,
    pub(crate) live: &'h Json<'a>,
    pub(crate) made: &'h Json<'a>,
}

impl Hopping<'_, '_> {
    /// The difference that it is; nothing for what is none.
    pub(crate) fn read(self, kept: &Json) -> Option<Complement> {
        let reading = Reading {
            hopping: self,
            around: &[],
            made: self.made,
        };
        reading.place(kept, self.layout, &mut Vec::new())
    }
}
