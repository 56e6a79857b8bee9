//! A difference laid over a live value, piece by piece.

use std::{borrow::Cow, collections::HashMap};

use super::{Complement, Layout};
use crate::{
    json::{ByName, Json, Kind, Look, Moves, align, common_of, look},
    memoryless::Segment,
};

/// The smallest part of a difference that can be left out.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'k> {
    /// Where, in the live value.
    pub(crate) at: Vec<Segment>,
    pub(crate) what: What<'k>,
    /// How much of the path leads to what the schema refused when it was kept, if it is of such.
    pub(crate) refused: Option<usize>,
}

/// What an entry does.
#[derive(Clone, Debug)]
pub(crate) enum What<'k> {
    /// Nothing stands there.
    Absent,
    /// The object goes if nothing is left in it.
    Drop,
    /// This stands there.
    Value(Cow<'k, Json<'static>>),
    /// An object or a list stands there, if only an empty one.
    Make(Kind),
    /// This stands in the list, behind the item or before all.
    Insert(Option<usize>, Cow<'k, Json<'static>>),
    /// The list's items of these keys stand in their order.
    Order(&'k Layout, &'k [String]),
    /// The list's items that stood here stand in this order.
    Arrange(Vec<usize>),
}

impl Entry<'_> {
    /// Whether it is about where items of a list stand.
    pub(crate) const fn shifts(&self) -> bool {
        matches!(
            self.what,
            What::Insert(..) | What::Order(..) | What::Arrange(..)
        )
    }

    /// Where the schema refused something when it was kept, of which it is.
    pub(crate) fn refused_at(&self) -> Option<&[Segment]> {
        self.at.get(..self.refused?)
    }

    /// By itself, further within; nothing of what says the order of a list by its keys.
    pub(crate) fn owned_within<'k>(self, around: &Entry) -> Option<Entry<'k>> {
        let what = match self.what {
            What::Absent => What::Absent,
            What::Drop => What::Drop,
            What::Value(value) => What::Value(Cow::Owned(value.into_owned())),
            What::Make(kind) => What::Make(kind),
            What::Insert(behind, item) => What::Insert(behind, Cow::Owned(item.into_owned())),
            What::Order(..) => return None,
            What::Arrange(order) => What::Arrange(order),
        };
        Some(Entry {
            at: [&around.at[..], &self.at].concat(),
            what,
            refused: around.refused,
        })
    }
}

/// The entries of what must be laid over the live value. Items of its lists are found again; what was kept of something that is
/// gone is left out.
pub(crate) fn localize<'k>(
    kept: &'k Complement,
    layout: Option<&'k Layout>,
    live: Option<&Json>,
) -> Vec<Entry<'k>> {
    let mut entries = Vec::new();
    let mut localizing = Localizing {
        entries: &mut entries,
        refused: None,
    };
    localizing.localize(kept, layout, live, &mut Vec::new());
    entries
}

struct Localizing<'e, 'k> {
    entries: &'e mut Vec<Entry<'k>>,
    refused: Option<usize>,
}

impl<'k> Localizing<'_, 'k> {
    fn push(&mut self, at: &[Segment], what: What<'k>) {
        self.entries.push(Entry {
            at: at.to_vec(),
            what,
            refused: self.refused,
        });
    }

    fn localize(
        &mut self,
        kept: &'k Complement,
        layout: Option<&'k Layout>,
        live: Option<&Json>,
        at: &mut Vec<Segment>,
    ) {
        match kept {
            Complement::Refused(kept) => {
                let around = self.refused;
                self.refused = around.or(Some(at.len()));
                self.localize(kept, layout, live, at);
                self.refused = around;
            }
            // It is read before.
            Complement::First(_) => {}
            Complement::Absent => self.absent(live, at),
            Complement::Value(value) => self.value(value, layout, live, at),
            Complement::Members(members) => {
                let live = live.filter(|live| live.kind() == Kind::Object);
                let first = self.entries.len();
                let of_live = live.and_then(Json::members).unwrap_or_default();
                let of_live = ByName::new(&of_live);
                for (name, kept) in members {
                    let within = layout.and_then(|layout| layout.member(name));
                    at.push(Segment::Member(name.clone()));
                    self.localize(kept, within, of_live.get(name), at);
                    at.pop();
                }
                if live.is_none() && self.entries.len() > first {
                    self.push(at, What::Make(Kind::Object));
                }
            }
            Complement::Keyed {
                items,
                inserted,
                order,
            } => {
                let Some(layout) = layout else { return };
                let live = self.list(live, inserted.is_empty(), at);
                let Some(keys) = layout.keys(&live) else {
                    return;
                };
                let places: HashMap<&str, usize> =
                    keys.iter().map(String::as_str).zip(0..).collect();
                for (key, kept) in items {
                    if let Some(index) = places.get(&**key) {
                        self.item(kept, layout, &live, *index, at);
                    }
                }
                for (behind, item) in inserted {
                    let key = layout.keys(std::slice::from_ref(item));
                    let is_there = key.is_none_or(|key| places.contains_key(&*key[0]));
                    if !is_there {
                        let behind = behind.as_ref().and_then(|key| places.get(&**key));
                        self.push(at, What::Insert(behind.copied(), Cow::Borrowed(item)));
                    }
                }
                if let Some(order) = order {
                    self.push(at, What::Order(layout, order));
                }
            }
            Complement::Aligned {
                looks,
                items,
                deleted,
                inserted,
                order,
            } => {
                let live = self.list(live, inserted.is_empty(), at);
                let now: Vec<Look> = live.iter().map(look).collect();
                let mut places = vec![None; looks.len()];
                for (now, before) in align(&now, looks, Moves::Certain).into_iter().enumerate() {
                    if let Some(place) = before.and_then(|before| places.get_mut(before)) {
                        *place = Some(now);
                    }
                }
                let place = |index: usize| places.get(index).copied().flatten();
                for (index, kept) in items {
                    if let Some(index) = place(*index) {
                        at.push(Segment::Item(index));
                        let within = layout.and_then(Layout::item);
                        self.localize(kept, within, live.get(index), at);
                        at.pop();
                    }
                }
                for index in deleted {
                    if let Some(index) = place(*index) {
                        at.push(Segment::Item(index));
                        self.push(at, What::Absent);
                        at.pop();
                    }
                }
                let places = with_replaced(&places, live.len());
                let place = |index: usize| places.get(index).copied().flatten();
                for (behind, item) in inserted {
                    // Behind the nearest one before it that is still there.
                    let before = behind.map_or(0, |behind| behind + 1).min(looks.len());
                    let behind = (0..before).rev().find_map(place);
                    self.push(at, What::Insert(behind, Cow::Borrowed(item)));
                }
                if let Some(order) = order {
                    let order = order.iter().filter_map(|index| place(*index));
                    self.push(at, What::Arrange(order.collect()));
                }
            }
        }
    }

    /// The items of a list. Where there is none, one may be made for items that it had besides.
    fn list<'j>(&mut self, live: Option<&'j Json>, is_gone: bool, at: &[Segment]) -> Vec<Json<'j>> {
        let live = live.filter(|live| live.kind() == Kind::Array);
        if live.is_none() && !is_gone {
            self.push(at, What::Make(Kind::Array));
        }
        let items = live.into_iter().flat_map(Json::each_item);
        items.map(Cow::into_owned).collect()
    }

    /// Of an item of a list with keys.
    fn item(
        &mut self,
        kept: &'k Complement,
        layout: &'k Layout,
        live: &[Json],
        index: usize,
        at: &mut Vec<Segment>,
    ) {
        at.push(Segment::Item(index));
        match kept {
            Complement::Absent => self.push(at, What::Absent),
            kept => self.localize(kept, layout.item(), live.get(index), at),
        }
        at.pop();
    }

    /// This stands there: of an object, member by member; of a list where one came to be, the items that it lacks.
    fn value(
        &mut self,
        value: &'k Json<'static>,
        layout: Option<&'k Layout>,
        live: Option<&Json>,
        at: &mut Vec<Segment>,
    ) {
        match (value, live.map(Json::kind)) {
            (Json::Object(members), kind) => {
                if kind != Some(Kind::Object) {
                    self.push(at, What::Make(Kind::Object));
                }
                let of_live = live.and_then(Json::members).unwrap_or_default();
                let of_live = ByName::new(&of_live);
                for (name, value) in members {
                    let within = layout.and_then(|layout| layout.member(name));
                    at.push(Segment::Member(name.to_string()));
                    self.value(value, within, of_live.get(name), at);
                    at.pop();
                }
            }
            (Json::Array(items), Some(Kind::Array)) => self.items_besides(items, layout, live, at),
            _ => self.push(at, What::Value(Cow::Borrowed(value))),
        }
    }

    /// Items that a list lacks: each behind the one that it stood behind, or else behind all.
    fn items_besides(
        &mut self,
        items: &'k [Json<'static>],
        layout: Option<&'k Layout>,
        live: Option<&Json>,
        at: &[Segment],
    ) {
        let live: Vec<Json> = live
            .into_iter()
            .flat_map(Json::each_item)
            .map(Cow::into_owned)
            .collect();
        let keys = layout.and_then(|layout| Some((layout.keys(&live)?, layout.keys(items)?)));
        let places: Vec<Option<usize>> = if let Some((now, kept)) = keys {
            // Of several with the same keys, the first.
            let now = now.into_iter().enumerate().rev();
            let now: HashMap<String, usize> = now.map(|(at, key)| (key, at)).collect();
            kept.iter().map(|key| now.get(key).copied()).collect()
        } else {
            let looks = |items: &[Json]| -> Vec<Look> { items.iter().map(look).collect() };
            let mut places = vec![None; items.len()];
            for (now, kept) in common_of(&looks(&live), &looks(items)) {
                places[kept] = Some(now);
            }
            places
        };
        let mut behind = live.len().checked_sub(1);
        for (item, place) in items.iter().zip(places) {
            match place {
                Some(place) => behind = Some(place),
                None => self.push(at, What::Insert(behind, Cow::Borrowed(item))),
            }
        }
    }

    /// Nothing stands there: of an object, none of its members, and then it goes.
    fn absent(&mut self, live: Option<&Json>, at: &mut Vec<Segment>) {
        let Some(live) = live else { return };
        if live.kind() != Kind::Object {
            self.push(at, What::Absent);
            return;
        }
        for (name, member) in live.each_member() {
            at.push(Segment::Member(name.into_owned()));
            self.absent(Some(&member), at);
            at.pop();
        }
        self.push(at, What::Drop);
    }
}

/// Where items stood, and where they stand now: between two that were found, as many as there were are those, whatever they are now.
fn with_replaced(places: &[Option<usize>], now: usize) -> Vec<Option<usize>> {
    let mut out = places.to_vec();
    let (mut first, mut after) = (0, 0);
    for index in 0..=places.len() {
        let end = match places.get(index) {
            Some(None) => continue,
            Some(Some(place)) => *place,
            None => now,
        };
        if end >= after && end - after == index - first {
            for (gap, place) in (first..index).zip(after..end) {
                out[gap] = Some(place);
            }
        }
        (first, after) = (index + 1, end + 1);
    }
    out
}
