//! Objects that map, and into which steps of the objects around them reach.
//!
//! Such a step makes the object where it is not, and there an empty one says nothing by itself. So an object that was made on the
//! way is none on the way back, and one that was empty before is kept.

use super::Segment;
use crate::{
    json::Json,
    plan::{Direction, FieldsPlan, Node, Reads, StepPlan},
};

/// The members' mapping of a value.
pub(crate) fn mapping(node: &Node) -> Option<&FieldsPlan> {
    match node {
        Node::Fields(plan) => Some(plan),
        _ => None,
    }
}

/// The members' mapping that a path within a value leads into, and what is left of the path there; none where it ends before, or
/// where what stands there is mapped otherwise.
pub(crate) fn mapping_at<'p, 's>(
    node: &'p Node,
    at: &'s [Segment],
) -> Option<(&'p FieldsPlan, &'s [Segment])> {
    match (node, at) {
        (Node::Fields(plan), [_, ..]) => Some((plan, at)),
        (Node::List(plan), [Segment::Item(_), within @ ..]) => mapping_at(&plan.item, within),
        (Node::Map(values), [Segment::Member(_), within @ ..]) => mapping_at(values, within),
        _ => None,
    }
}

/// Whether all that an object has belongs to steps of the objects around it, which take it from there.
pub(crate) fn is_elsewhere(plan: &FieldsPlan, json: &Json, direction: Direction) -> bool {
    Reached::of(plan, direction).is_some_and(|reached| reached.is_all(json))
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
    /// The object's own, with members of either.
    Both(Reached<'p>),
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
            return Whose::Both(Self {
                plan: self.plan,
                direction: self.direction,
                reads: &read.below,
                claims,
            });
        };
        let node = self.plan.steps.get(step).and_then(StepPlan::nest);
        let Some(inner) = node
            .and_then(mapping)
            .and_then(|inner| Self::of(inner, self.direction))
        else {
            return Whose::Own;
        };
        claims.push(&read.below);
        Whose::Both(Self { claims, ..inner })
    }

    fn is_all(&self, json: &Json) -> bool {
        let members = json.members().unwrap_or_default();
        let mut cursor = 0;
        let mut all = members.iter();
        !members.is_empty()
            && all.all(|(name, value)| match self.whose(name, &mut cursor) {
                Whose::Own => false,
                Whose::Others => true,
                Whose::Both(within) => within.is_all(value),
            })
    }
}
