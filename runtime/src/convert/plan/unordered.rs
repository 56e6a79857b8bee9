//! Lists whose order no conversion keeps, because the mapping says that it means nothing.

use std::collections::BTreeSet;

use super::{Both, CaseContent, FieldsPlan, HowPlan, Node, Place, Side, StepPlan, VariantsPlan};
use crate::table::Tagging;

/// A part of the way to a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// A member of an object.
    Member(String),
    /// Each item of a list, or each value of a map.
    Each,
}

/// The way to a value from the object that it is in.
pub(crate) type Way = Vec<Part>;

/// What a mapping says of the order of lists.
#[derive(Debug, Default)]
pub(crate) struct Unordered {
    /// The lists that it counts.
    pub(crate) counted: Both<BTreeSet<Way>>,
    /// Values that are the same on both sides.
    same: Vec<Both<Way>>,
}

impl Unordered {
    pub(crate) fn of(plan: &FieldsPlan) -> Self {
        let mut found = Self::default();
        found.fields(plan, &Both::default());
        found
    }

    /// The same list on the other side, if it is there as it is here.
    pub(crate) fn across(&self, way: &[Part], from: Side) -> Option<Way> {
        self.same.iter().find_map(|same| {
            let rest = way.strip_prefix(&same.of(from)[..])?;
            Some([same.of(from.other()), rest].concat())
        })
    }

    fn fields(&mut self, plan: &FieldsPlan, at: &Both<Way>) {
        for step in &plan.steps {
            let [spoke, hub] = [Side::Spoke, Side::Hub].map(|side| {
                let is_flat =
                    matches!(&step.how, HowPlan::Flattened { flat, .. } if *flat.of(side));
                place_of(step, side, is_flat).map(|way| [at.of(side).clone(), way].concat())
            });
            if let (Some(spoke), Some(hub)) = (spoke, hub) {
                self.step(&step.how, Both { spoke, hub });
            }
        }
    }

    fn step(&mut self, how: &HowPlan, mut at: Both<Way>) {
        let node = match how {
            HowPlan::Nest(node) | HowPlan::Flattened { node, .. } => node,
            HowPlan::WrapList { list, node } => {
                at.of_mut(*list).push(Part::Each);
                node
            }
            HowPlan::WrapObject {
                object,
                member,
                node,
                ..
            } => {
                at.of_mut(*object).push(Part::Member(member.clone()));
                node
            }
            HowPlan::Counted(plan) => {
                let repeats = plan.counts.other();
                if plan.any_order {
                    let way = at.of(repeats).clone();
                    self.counted.of_mut(repeats).insert(way);
                }
                at.of_mut(repeats).push(Part::Each);
                let item = Part::Member(plan.item.clone());
                at.of_mut(plan.counts).extend([Part::Each, item]);
                &plan.node
            }
            HowPlan::Keyed {
                map, value, node, ..
            } => {
                at.of_mut(*map).push(Part::Each);
                let list = at.of_mut(map.other());
                list.push(Part::Each);
                list.extend(value.clone().map(Part::Member));
                node
            }
            HowPlan::Keys { node, .. } => {
                at.spoke.push(Part::Each);
                at.hub.push(Part::Each);
                node
            }
            _ => return,
        };
        self.node(node, at);
    }

    fn node(&mut self, node: &Node, mut at: Both<Way>) {
        match node {
            Node::Copy => self.same.push(at),
            Node::Fields(plan) => self.fields(plan, &at),
            Node::List(plan) => {
                at.spoke.push(Part::Each);
                at.hub.push(Part::Each);
                self.node(&plan.item, at);
            }
            Node::Map(node) => {
                at.spoke.push(Part::Each);
                at.hub.push(Part::Each);
                self.node(node, at);
            }
            Node::Variants(plan) => self.variants(plan, &at),
            Node::Value(_) | Node::Calls(_) => {}
        }
    }

    fn variants(&mut self, plan: &VariantsPlan, at: &Both<Way>) {
        for case in &plan.cases {
            let [spoke, hub] = [Side::Spoke, Side::Hub].map(|side| {
                let tagging = plan.enums.of(side).0?.tagging;
                let inner = match tagging {
                    Tagging::External => Some(case.variants.of(side).as_ref()?.wire),
                    Tagging::Adjacent(_, content) => Some(content),
                    Tagging::Internal(_) | Tagging::Untagged => None,
                };
                let inner = inner.map(|name| Part::Member(name.to_owned()));
                Some(at.of(side).iter().cloned().chain(inner).collect())
            });
            let (Some(spoke), Some(hub)) = (spoke, hub) else {
                continue;
            };
            let at = Both { spoke, hub };
            match &case.content {
                CaseContent::Unit => {}
                CaseContent::Newtype(node) => self.node(node, at),
                CaseContent::Fields(plan) => self.fields(plan, &at),
            }
        }
    }
}

/// Where a step's value stands in the object around it; the members of what is flattened stand in that object itself.
fn place_of(step: &StepPlan, side: Side, is_flat: bool) -> Option<Way> {
    let path = match (step.places.of(side).as_slice(), is_flat) {
        ([place], false) => &place.path[..],
        ([Place { path, .. }, ..], true) => path.split_last()?.1,
        _ => return None,
    };
    Some(path.iter().cloned().map(Part::Member).collect())
}
