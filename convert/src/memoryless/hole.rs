//! What a translation leaves out because a step refuses it.

use std::{borrow::Cow, collections::HashMap};

use super::{Mode, Result};
use crate::{
    ConversionError,
    json::{ByName, Json},
};

/// A step that refuses its values, and has no stand-in.
#[derive(Clone, Debug)]
pub(crate) struct Hole {
    /// What is refused, and why.
    pub(crate) error: ConversionError,
    /// Where its values stand.
    pub(crate) sources: Vec<Vec<Segment>>,
    /// Where on the other side something of it would stand.
    pub(crate) places: Vec<Vec<Segment>>,
}

/// One step on the way to a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Segment {
    Member(String),
    Item(usize),
}

impl Segment {
    /// A path of members.
    pub(crate) fn members(path: &[String]) -> Vec<Self> {
        path.iter().cloned().map(Self::Member).collect()
    }
}

/// What stands a step further.
pub(crate) fn step_into<'j>(json: &'j Json, segment: &Segment) -> Option<Json<'j>> {
    match segment {
        Segment::Member(name) => json.member(name),
        Segment::Item(index) => {
            let item = json.each_item().nth(*index)?;
            Some(match item {
                Cow::Borrowed(item) => item.borrowed(),
                Cow::Owned(item) => item,
            })
        }
    }
}

/// What stands at a path.
pub(crate) fn value_at(json: &Json, at: &[Segment]) -> Option<Json<'static>> {
    match at.split_first() {
        None => Some(json.clone().into_owned()),
        Some((first, rest)) => value_at(&step_into(json, first)?, rest),
    }
}

/// As [`value_at`] of many places: each object and list on the way is walked once, not once for each place in it.
pub(crate) fn values_at(
    json: &Json,
    places: &[impl AsRef<[Segment]>],
) -> Vec<Option<Json<'static>>> {
    let mut found = vec![None; places.len()];
    let wanted = places.iter().map(AsRef::as_ref).zip(0..).collect();
    find(json, wanted, &mut found);
    found
}

fn find(json: &Json, wanted: Vec<(&[Segment], usize)>, found: &mut [Option<Json<'static>>]) {
    let (mut members, mut items) = (HashMap::new(), HashMap::new());
    for (at, index) in wanted {
        let (within, rest): (&mut Vec<_>, _) = match at.split_first() {
            None => {
                found[index] = Some(json.clone().into_owned());
                continue;
            }
            Some((Segment::Member(name), rest)) => {
                (members.entry(name.as_str()).or_default(), rest)
            }
            Some((Segment::Item(item), rest)) => (items.entry(*item).or_default(), rest),
        };
        within.push((rest, index));
    }
    if !members.is_empty()
        && let Some(own) = json.members()
    {
        let own = ByName::new(&own);
        for (name, wanted) in members {
            if let Some(member) = own.get(name) {
                find(member, wanted, found);
            }
        }
    }
    if !items.is_empty() {
        for (index, item) in json.each_item().enumerate() {
            if let Some(wanted) = items.remove(&index) {
                find(&item, wanted, found);
            }
        }
    }
}

impl Mode<'_> {
    /// What is made within a value, and the holes that it has, seen from around the value: errors, and the ways to it on either
    /// side, the source first.
    pub(super) fn seen_from<T>(
        self,
        outer: impl Fn(ConversionError) -> ConversionError,
        at: impl Fn() -> [Vec<Segment>; 2],
        made: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let Some(holes) = self.holes else {
            return made().map_err(outer);
        };
        let before = holes.borrow().len();
        let made = made();
        for hole in holes.borrow_mut().iter_mut().skip(before) {
            let [from, to] = at();
            let error = std::mem::replace(&mut hole.error, ConversionError::new(""));
            hole.error = outer(error);
            for source in &mut hole.sources {
                source.splice(..0, from.iter().cloned());
            }
            for place in &mut hole.places {
                place.splice(..0, to.iter().cloned());
            }
        }
        made.map_err(outer)
    }

    /// What is made, or what is left where it is refused and holes are noted. `places`: of either side, the sources first.
    pub(super) fn or_hole<T>(
        self,
        made: Result<T>,
        places: impl FnOnce() -> [Vec<Vec<Segment>>; 2],
        left: impl FnOnce() -> T,
    ) -> Result<T> {
        match (made, self.holes) {
            (Err(error), Some(holes)) => {
                let [sources, places] = places();
                holes.borrow_mut().push(Hole {
                    error,
                    sources,
                    places,
                });
                Ok(left())
            }
            (made, _) => made,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Segment, value_at, values_at};
    use crate::json::Json;

    #[test]
    fn many_places_have_what_each_has() {
        // Of two members of one name the last counts.
        let text = r#"{"a": [{"b": 1}, [2, "x"], null], "c": {"b": 0}, "c": {"b": {"d": 3}}, "e": "text"}"#;
        let names = ["a", "b", "c", "d", "e"].map(|name| Segment::Member(name.to_owned()));
        let steps: Vec<Segment> = names.into_iter().chain((0..4).map(Segment::Item)).collect();
        let mut places = vec![Vec::new()];
        for length in 0..3 {
            let longer: Vec<Vec<Segment>> = places
                .iter()
                .filter(|place| place.len() == length)
                .flat_map(|place| {
                    steps
                        .iter()
                        .map(|step| [place, &[step.clone()][..]].concat())
                })
                .collect();
            places.extend(longer);
        }
        for json in [Json::raw(text), Json::raw(text).opened()] {
            let found = values_at(&json, &places);
            for (place, found) in places.iter().zip(&found) {
                let alone = value_at(&json, place).map(|value| value.text());
                assert_eq!(found.as_ref().map(Json::text), alone, "{place:?}");
            }
            assert_eq!(found.iter().flatten().count(), 12);
        }
    }
}
