//! Which steps do not hold.

use super::{
    Pair,
    seen::{is_between, of_node, of_step, values, within_path},
};
use crate::{
    json::{Json, Kind, Members, get},
    memoryless::{Segment, as_map, as_maps, case_of, within},
    plan::{CaseContent, Direction, FieldsPlan, ListItems, Node, Place, VariantsPlan},
    table::Side,
};

/// A step that does not hold: where it writes, and what it shares objects with.
#[derive(Debug)]
pub(crate) struct Broken {
    /// Its own places.
    pub(crate) places: Vec<Vec<Segment>>,
    /// Those of the steps that it stands and falls with.
    pub(crate) component: Vec<Vec<Segment>>,
}

/// The steps of a mapping of whole objects that do not hold.
pub(crate) fn broken(plan: &FieldsPlan, direction: Direction, pair: &Pair) -> Vec<Broken> {
    let mut walk = Walk {
        direction,
        broken: Vec::new(),
    };
    walk.fields(plan, pair, &[]);
    walk.broken
}

/// A walk through a plan, for what does not hold.
pub(crate) struct Walk {
    pub(crate) direction: Direction,
    broken: Vec<Broken>,
}

impl Walk {
    /// Each step for itself, by the values at its places, wherever they come of.
    fn fields(&mut self, plan: &FieldsPlan, pair: &Pair, at: &[Segment]) {
        let (from, to) = (self.direction.from(), self.direction.to());
        let maps = self.seen(pair, |side, json| Some(as_maps(plan.lists.of(side), json)));
        for (index, step) in plan.steps.iter().enumerate() {
            if !is_between(step) {
                continue;
            }
            let targets = step.places.of(to);
            let target =
                |place: &Place| place_in(plan.lists.of(to), pair.plain.as_ref(), &place.path, at);
            if let ([_], [place]) = (step.places.of(from).as_slice(), targets.as_slice())
                && !step.is_copied()
            {
                let within = self.seen(&maps, |side, json| {
                    within_path(json, &step.places.of(side).first()?.path)
                });
                if within.holds() || step.how.decides(self, &within, &target(place)) {
                    continue;
                }
            }
            let seen = self.seen(&maps, |side, json| {
                let values = values(plan, index, side, &json);
                Some(of_step(step, side, values))
            });
            if !seen.holds() {
                let tops = component(plan, index, to).into_iter();
                let tops = tops.map(|name| [at, &[Segment::Member(name.clone())]].concat());
                self.broken.push(Broken {
                    places: targets.iter().map(target).collect(),
                    component: tops.collect(),
                });
            }
        }
    }

    pub(crate) fn seen<'s>(
        &self,
        pair: &'s Pair,
        of: impl Fn(Side, Json<'s>) -> Option<Json<'s>>,
    ) -> Pair<'s> {
        pair.seen(of, self.direction)
    }

    /// Whether it is decided within, and said: where all six are of one shape.
    pub(crate) fn node(&mut self, node: &Node, pair: &Pair, at: &[Segment]) -> bool {
        if let Node::Fields(plan) = node {
            return self.object(plan, pair, at);
        }
        let Some(all) = pair.all() else { return false };
        match node {
            Node::List(plan) => {
                let lists = together(all.map(|json| json.clone().into_items().ok()));
                let Some(lists) = lists else { return false };
                let count = lists[0].len();
                if lists.iter().any(|items| items.len() != count) {
                    return false;
                }
                for index in 0..count {
                    let items = lists.each_ref().map(|items| items.get(index).cloned());
                    self.one(&plan.item, items, &below(at, Some(Segment::Item(index))));
                }
                true
            }
            Node::Map(node) => {
                let maps = together(all.map(|json| json.clone().into_members().ok()));
                maps.is_some_and(|maps| {
                    self.entries(node, &maps, |name| {
                        below(at, Some(Segment::Member(name.to_owned())))
                    })
                })
            }
            Node::Variants(plan) => self.variants(plan, all, at),
            Node::Copy | Node::Fields(_) | Node::Value(_) | Node::Calls(_) => false,
        }
    }

    /// Whether it is there, and each of its steps by itself: of an empty one where there is none.
    fn object(&mut self, plan: &FieldsPlan, pair: &Pair, at: &[Segment]) -> bool {
        let sources = [&pair.live, &pair.back, &pair.plain_back];
        let all = [sources, [&pair.made, &pair.plain, &pair.again]].concat();
        let is_other = |json: &&Option<Json>| {
            let kind = json.as_ref().map(Json::kind);
            kind.is_some_and(|kind| kind != Kind::Object)
        };
        if all.iter().any(is_other) {
            return false;
        }
        if all.iter().all(|json| json.is_some()) {
            self.fields(plan, pair, at);
            return true;
        }
        if !self.seen(pair, |_, _| Some(Json::NULL)).holds() {
            self.broken.push(Broken {
                places: vec![at.to_vec()],
                component: Vec::new(),
            });
            return true;
        }
        let there = all.into_iter().map(|json| match json {
            Some(json) => Some(json.borrowed()),
            None => Some(Json::Object(Vec::new())),
        });
        let there: Vec<Option<Json>> = there.collect();
        if let Ok(there) = there.try_into() {
            self.fields(plan, &Pair::of(there), at);
        }
        true
    }

    /// The entries of maps, if all have the same ones.
    pub(crate) fn entries(
        &mut self,
        node: &Node,
        maps: &[Members; 6],
        at: impl Fn(&str) -> Vec<Segment>,
    ) -> bool {
        let [first, ..] = maps;
        let is_like = |members: &Members| {
            members.len() == first.len()
                && first.iter().all(|(name, _)| get(members, name).is_some())
        };
        if !maps.iter().all(is_like) {
            return false;
        }
        for (name, _) in first {
            let values = maps.each_ref().map(|map| get(map, name).cloned());
            self.one(node, values, &at(name));
        }
        true
    }

    /// An item, or an entry: decided within, or as a whole.
    fn one(&mut self, node: &Node, values: [Option<Json>; 6], at: &[Segment]) {
        let pair = Pair::of(values);
        if pair.holds() || self.node(node, &pair, at) {
            return;
        }
        let seen = self.seen(&pair, |side, json| Some(of_node(node, side, json)));
        if !seen.holds() {
            self.broken.push(Broken {
                places: vec![at.to_vec()],
                component: Vec::new(),
            });
        }
    }

    /// Values of an enum, if all are of one case.
    fn variants(&mut self, plan: &VariantsPlan, all: [&Json; 6], at: &[Segment]) -> bool {
        let (from, to) = (self.direction.from(), self.direction.to());
        let mut side = [from, from, from, to, to, to].into_iter();
        let cases = all.map(|json| {
            let side = side.next()?;
            case_of(plan, plan.enums.of(side).0?, json, side)
        });
        let (Some(cases), Some(target)) = (together(cases), plan.enums.of(to).0) else {
            return false;
        };
        let case = cases[0].0;
        let Some(variant) = case.variants.of(to) else {
            return false;
        };
        if cases.iter().any(|(other, _)| !std::ptr::eq(*other, case)) {
            return false;
        }
        let at = below(at, within(target, variant));
        let pair = Pair::of(cases.map(|(_, content)| content));
        pair.holds()
            || match &case.content {
                CaseContent::Unit => false,
                CaseContent::Newtype(node) => self.node(node, &pair, &at),
                CaseContent::Fields(plan) => {
                    let is_whole = pair.all().is_some();
                    if is_whole {
                        self.fields(plan, &pair, &at);
                    }
                    is_whole
                }
            }
    }
}

/// All, if each is there.
pub(crate) fn together<T>(all: [Option<T>; 6]) -> Option<[T; 6]> {
    let all: Option<Vec<T>> = all.into_iter().collect();
    all?.try_into().ok()
}

/// A path, and a step further.
pub(crate) fn below(at: &[Segment], segment: Option<Segment>) -> Vec<Segment> {
    at.iter().cloned().chain(segment).collect()
}

/// A place of an object, where items that steps name stand in lists.
fn place_in(
    lists: &[ListItems],
    object: Option<&Json>,
    path: &[String],
    at: &[Segment],
) -> Vec<Segment> {
    let list = lists
        .iter()
        .find(|list| path.len() > list.path.len() && path.starts_with(&list.path));
    let Some(list) = list else {
        return [at, &Segment::members(path)].concat();
    };
    let mut place = [at, &Segment::members(&list.path)].concat();
    let items = object.and_then(|object| within_path(object.borrowed(), &list.path));
    let entries = items.and_then(|items| as_map(list, items).ok());
    let (item, rest) = path.split_at(list.path.len() + 1);
    let index = entries.and_then(|entries| {
        let mut entries = entries.iter();
        entries.position(|(name, _)| item.last().is_some_and(|item| *item == **name))
    });
    if let Some(index) = index {
        place.push(Segment::Item(index));
        place.extend(Segment::members(rest));
    }
    place
}

/// The members at the top of an object that steps write which share such members, on either side, with one.
fn component(plan: &FieldsPlan, index: usize, side: Side) -> Vec<&String> {
    let tops = |index: usize, side: Side| {
        let places = plan.steps.get(index).map(|step| step.places.of(side));
        let places = places.into_iter().flatten();
        places.filter_map(|place| place.path.first())
    };
    let mut known = vec![false; plan.steps.len()];
    let mut left = vec![index];
    while let Some(one) = left.pop() {
        if std::mem::replace(&mut known[one], true) {
            continue;
        }
        for other in (0..plan.steps.len()).filter(|other| !known[*other]) {
            let meets = [Side::Spoke, Side::Hub]
                .into_iter()
                .any(|side| tops(one, side).any(|top| tops(other, side).any(|of| of == top)));
            if meets {
                left.push(other);
            }
        }
    }
    let steps = (0..plan.steps.len()).filter(|index| known[*index]);
    steps.flat_map(|index| tops(index, side)).collect()
}
