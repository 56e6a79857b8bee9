//! Objects that map, and into which steps of the objects around them reach.
//!
//! Such a step makes the object where it is not, and there an empty one says nothing by itself. So an object that was made on the
//! way is none on the way back, and one that was empty before is kept.

use super::paths;
use crate::convert::{
    json::{Json, Kind},
    plan::{Direction, FieldsPlan, Node, Reads, StepPlan},
};

/// The members' mapping of a value.
pub(crate) fn mapping(node: &Node) -> Option<&FieldsPlan> {
    match node {
        Node::Fields(plan) => Some(plan),
        _ => None,
    }
}

/// Whether all that an object has belongs to steps of the objects around it, which take it from there.
pub(crate) fn is_elsewhere(plan: &FieldsPlan, json: &Json, direction: Direction) -> bool {
    Reached::of(plan, direction).is_some_and(|reached| reached.is_all(json))
}

/// The same of the object at a path, which steps only reach into.
pub(crate) fn is_of_others(
    plan: &FieldsPlan,
    json: &Json,
    path: &[String],
    direction: Direction,
) -> bool {
    let reads = plan.sides.of(direction.from()).reads.within(path);
    let there = reads.zip(paths::value_within(json, path));
    there.is_some_and(|(reads, value)| {
        let reached = Reached {
            plan,
            direction,
            reads,
            claims: Vec::new(),
        };
        reached.is_all(&value)
    })
}

/// Whether an object has something that belongs to steps of the objects around it, so that they may have made it.
pub(crate) fn is_reached(plan: &FieldsPlan, json: &Json, direction: Direction) -> bool {
    Reached::of(plan, direction).is_some_and(|reached| reached.is_any(json))
}

/// A value without what belongs to steps of the objects around it, which keep that themselves.
pub(crate) fn own<'a>(node: &Node, json: Json<'a>, direction: Direction) -> Json<'a> {
    match mapping(node).and_then(|plan| Reached::of(plan, direction)) {
        Some(reached) => reached.own(json),
        None => json,
    }
}

/// The same without what belongs to steps of labels and annotations, either.
pub(crate) fn bare<'a>(node: &Node, json: Json<'a>, direction: Direction) -> Json<'a> {
    without_left(node, own(node, json, direction), direction)
}

/// A value without what its mapping, or one within, leaves to any other steps.
fn without_left<'a>(node: &Node, json: Json<'a>, direction: Direction) -> Json<'a> {
    let Some(plan) = mapping(node) else {
        return json;
    };
    let members = match json.into_members() {
        Ok(members) => members,
        Err(json) => return json,
    };
    let reads = &plan.sides.of(direction.from()).reads;
    let mut cursor = 0;
    let own = members.into_iter().filter_map(|(name, value)| {
        let read = reads.find(&name, &mut cursor);
        if read.is_some_and(|read| read.elsewhere) {
            return None;
        }
        let step = read.and_then(|read| plan.steps.get(read.taken?.0));
        let value = match step.and_then(StepPlan::nest) {
            Some(node) => without_left(node, value, direction),
            None => value,
        };
        Some((name, value))
    });
    Json::Object(own.collect())
}

/// An object with only what belongs to steps of the objects around it.
pub(crate) fn others<'a>(plan: &FieldsPlan, json: Json<'a>, direction: Direction) -> Json<'a> {
    match Reached::of(plan, direction) {
        Some(reached) => reached.others(json),
        None => Json::Object(Vec::new()),
    }
}

/// An object that steps of the objects around it reach into: one that maps, or one within that its own steps only reach into.
struct Reached<'p> {
    plan: &'p FieldsPlan,
    direction: Direction,
    reads: &'p Reads,
    /// What steps read of it that belong to objects around it, and not to those around all.
    claims: Vec<&'p Reads>,
}

/// Whose a member is.
enum Whose<'p> {
    /// The steps' of the object itself, or those of one around it that is within what is looked at.
    Own,
    Others,
    /// The object's own, with members of either. `maps`: it is not only reached into.
    Both {
        within: Reached<'p>,
        maps: bool,
    },
}

impl<'p> Reached<'p> {
    fn of(plan: &'p FieldsPlan, direction: Direction) -> Option<Self> {
        let side = plan.sides.of(direction.from());
        side.reached.then(|| Self {
            plan,
            direction,
            reads: &side.reads,
            claims: Vec::new(),
        })
    }

    fn whose(&self, name: &str, cursor: &mut usize) -> Whose<'p> {
        let Some(read) = self.reads.find(name, cursor) else {
            return Whose::Own;
        };
        let claims = self.claims.iter();
        let claims = claims.filter_map(|claims| claims.find(name, &mut 0));
        let mut claims: Vec<_> = claims
            .filter(|claim| !claim.elsewhere)
            .map(|claim| &claim.below)
            .collect();
        if read.elsewhere {
            let is_claimed = !claims.is_empty();
            return if is_claimed {
                Whose::Own
            } else {
                Whose::Others
            };
        }
        let Some((step, _)) = read.taken else {
            let within = Self {
                plan: self.plan,
                direction: self.direction,
                reads: &read.below,
                claims,
            };
            let maps = false;
            return Whose::Both { within, maps };
        };
        let node = self.plan.steps.get(step).and_then(StepPlan::nest);
        let Some(inner) = node
            .and_then(mapping)
            .and_then(|inner| Self::of(inner, self.direction))
        else {
            return Whose::Own;
        };
        claims.push(&read.below);
        let within = Self { claims, ..inner };
        Whose::Both { within, maps: true }
    }

    fn is_all(&self, json: &Json) -> bool {
        let members = json.borrowed().into_members().unwrap_or_default();
        let mut cursor = 0;
        let mut all = members.iter();
        !members.is_empty()
            && all.all(|(name, value)| match self.whose(name, &mut cursor) {
                Whose::Own => false,
                Whose::Others => true,
                Whose::Both { within, .. } => within.is_all(value),
            })
    }

    fn is_any(&self, json: &Json) -> bool {
        let members = json.borrowed().into_members().unwrap_or_default();
        let mut cursor = 0;
        let mut any = members.iter();
        any.any(|(name, value)| match self.whose(name, &mut cursor) {
            Whose::Own => false,
            Whose::Others => true,
            Whose::Both { within, .. } => within.is_any(value),
        })
    }

    fn own<'a>(&self, json: Json<'a>) -> Json<'a> {
        let members = match json.into_members() {
            Ok(members) => members,
            Err(json) => return json,
        };
        let mut cursor = 0;
        let own = members.into_iter().filter_map(|(name, value)| {
            let value = match self.whose(&name, &mut cursor) {
                Whose::Own => value,
                Whose::Others => return None,
                Whose::Both { within, maps } if maps || !within.is_all(&value) => within.own(value),
                Whose::Both { .. } => return None,
            };
            Some((name, value))
        });
        Json::Object(own.collect())
    }

    fn others<'a>(&self, json: Json<'a>) -> Json<'a> {
        let members = json.into_members().unwrap_or_default();
        let mut cursor = 0;
        let others = members.into_iter().filter_map(|(name, value)| {
            let value = match self.whose(&name, &mut cursor) {
                Whose::Own => return None,
                Whose::Others => return Some((name, value)),
                Whose::Both { within, .. } => within.others(value),
            };
            (!value.is_empty()).then_some((name, value))
        });
        Json::Object(others.collect())
    }
}

/// Whether a value is an empty object.
pub(crate) fn is_empty(json: &Json) -> bool {
    json.kind() == Kind::Object && json.is_empty()
}

/// Whether an object says nothing by itself: it is empty, or null.
pub(crate) fn is_nothing(json: &Json) -> bool {
    json.is_null() || is_empty(json)
}
