//! Three-way merge of lists: their items, with what stands beside and around them in mine.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;

use crate::convert::json::{Json, Look, align, look, same};

/// What becomes of items that only my list has, none of which the way back makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lists {
    /// They stay. Of a list that nothing tells apart they are those that look like none of the base.
    Apart,
    /// They stay. In a list that nothing tells apart, and as long as the base, each is the one that stands in its place there.
    Paired,
    /// They go.
    Theirs,
}

impl Lists {
    /// All of them, that with most of mine first.
    pub(super) const ALL: [Self; 3] = [Self::Apart, Self::Paired, Self::Theirs];
}

/// What tells the items of a list apart.
pub(super) enum Identity<'s> {
    /// Members of theirs: of a list-map.
    Keys(Vec<(&'s str, Option<Json<'static>>)>),
    /// All of them: of a set.
    Whole,
    /// Nothing but where they stand and what they look like.
    Place,
}

impl<'s> Identity<'s> {
    /// Of the items of a list with this schema.
    pub(super) fn of(schema: Option<&'s Value>) -> Self {
        let keyword = |name: &str| schema.and_then(|schema| schema.get(name));
        match keyword("x-kubernetes-list-type").and_then(Value::as_str) {
            Some("map") => {
                let properties = keyword("items").and_then(|items| items.get("properties"));
                let default = |key: &str| properties?.get(key)?.get("default");
                let keys = keyword("x-kubernetes-list-map-keys").and_then(Value::as_array);
                let keys = keys.into_iter().flatten().filter_map(Value::as_str);
                Self::Keys(
                    keys.map(|key| (key, default(key).map(Json::of_value)))
                        .collect(),
                )
            }
            Some("set") => Self::Whole,
            _ => Self::Place,
        }
    }

    /// What tells each item of a list apart, if something tells all of them.
    fn all(&self, items: &[Json]) -> Option<Vec<String>> {
        let all = items
            .iter()
            .map(|item| self.one(item))
            .collect::<Option<Vec<_>>>()?;
        let distinct: HashSet<_> = all.iter().collect();
        (distinct.len() == all.len()).then_some(all)
    }

    fn one(&self, item: &Json) -> Option<String> {
        match self {
            Self::Keys(keys) => {
                let keys = keys.iter().map(|(key, default)| {
                    let key = item.member(key).or_else(|| default.clone());
                    Some(look(&key?).0)
                });
                keys.collect()
            }
            Self::Whole => Some(look(item).0),
            Self::Place => None,
        }
    }
}

/// Which items of lists that were made of one are the same ones.
struct Matched {
    /// For each of mine, and of theirs, the one of the base.
    mine: Vec<Option<usize>>,
    theirs: Vec<Option<usize>>,
    /// Whether I have alone, and they too, what no other item can be.
    twins: HashSet<usize>,
}

impl Matched {
    fn of(identity: &Identity, lists: Lists, [base, mine, theirs]: [&[Json]; 3]) -> Self {
        let [of_base, of_mine, of_theirs] = [base, mine, theirs].map(|items| identity.all(items));
        if let (Some(base), Some(mine), Some(theirs)) = (of_base, of_mine, of_theirs) {
            let places =
                |of: &[String]| -> HashMap<String, usize> { of.iter().cloned().zip(0..).collect() };
            let (in_base, in_theirs) = (places(&base), places(&theirs));
            let found = |of: &[String]| of.iter().map(|one| in_base.get(one).copied()).collect();
            let twins = mine
                .iter()
                .zip(0..)
                .filter(|(one, _)| in_theirs.contains_key(*one));
            return Self {
                twins: twins.map(|(_, index)| index).collect(),
                mine: found(&mine),
                theirs: found(&theirs),
            };
        }
        let looks = |items: &[Json]| items.iter().map(look).collect::<Vec<Look>>();
        let of_base = looks(base);
        Self {
            mine: positions(&looks(mine), &of_base, lists),
            theirs: align(&looks(theirs), &of_base),
            twins: HashSet::new(),
        }
    }

    /// Whether they have left the items of the base in order.
    fn is_in_order(&self) -> bool {
        self.theirs.iter().flatten().is_sorted()
    }

    /// For each item of the base the place that it has in a list.
    fn inverse(matched: &[Option<usize>], base: usize) -> Vec<Option<usize>> {
        let mut places = vec![None; base];
        for (index, in_base) in matched.iter().enumerate().rev() {
            if let Some(place) = in_base.and_then(|in_base| places.get_mut(in_base)) {
                *place = Some(index);
            }
        }
        places
    }

    /// For each of their items that is none of the base, the one of the base in whose place it stands, if that one is gone.
    fn replaced(&self, base: usize) -> Vec<Option<usize>> {
        let in_theirs = Self::inverse(&self.theirs, base);
        let mut next = 0;
        let replaced = self.theirs.iter().map(|in_base| {
            if let Some(in_base) = in_base {
                next = in_base + 1;
                return None;
            }
            let is_gone = in_theirs.get(next).is_some_and(Option::is_none);
            is_gone.then(|| {
                next += 1;
                next - 1
            })
        });
        replaced.collect()
    }
}

/// Lists of items that go together by what is the same item in all of them.
pub(super) fn items<'j>(
    identity: &Identity,
    [base, mine, theirs]: [&[Json<'j>]; 3],
    lists: Lists,
    merged: &dyn Fn([&Json<'j>; 3]) -> Json<'j>,
) -> Vec<Json<'j>> {
    let own = lists != Lists::Theirs;
    let matched = Matched::of(identity, lists, [base, mine, theirs]);
    let in_mine = Matched::inverse(&matched.mine, base.len());
    let in_theirs = Matched::inverse(&matched.theirs, base.len());
    let replaced = matched.replaced(base.len());
    // Where an item stands: by its own place in the list whose order counts, or behind the one that it follows.
    let by_mine = !own || matched.is_in_order();
    let mut placed = Vec::with_capacity(theirs.len());
    let mut last = None;
    for (index, (item, in_base)) in theirs.iter().zip(&matched.theirs).enumerate() {
        let place = |in_base: usize| in_mine.get(in_base).copied().flatten();
        let was = in_base.and_then(|in_base| base.get(in_base));
        let own_place = in_base.and_then(place);
        let item = match (was, own_place.and_then(|place| mine.get(place))) {
            (Some(was), Some(mine)) => merged([was, mine, item]),
            (Some(was), None) if own && same(was, item) => continue,
            _ => item.clone(),
        };
        let replaced = replaced.get(index).copied().flatten().filter(|_| own);
        last = own_place.or_else(|| replaced.and_then(place)).or(last);
        placed.push((if by_mine { last } else { Some(index) }, item));
    }
    if own {
        let mut behind = None;
        for (index, (item, in_base)) in mine.iter().zip(&matched.mine).enumerate() {
            match in_base {
                Some(in_base) => behind = in_theirs.get(*in_base).copied().flatten().or(behind),
                None if matched.twins.contains(&index) => {}
                None => {
                    let place = if by_mine { Some(index) } else { behind };
                    placed.push((place, item.clone()));
                }
            }
        }
    }
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, item)| item).collect()
}

/// For each of my items the one of the base that it is. Lists of the same items in another order are told by their looks.
fn positions(mine: &[Look], base: &[Look], lists: Lists) -> Vec<Option<usize>> {
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
    if lists != Lists::Apart && mine.len() == base.len() {
        return (0..mine.len()).map(Some).collect();
    }
    align(mine, base)
}
