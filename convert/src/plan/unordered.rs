//! Lists whose order no conversion keeps, because the mapping says that it means nothing.

use std::collections::BTreeSet;

use super::{Both, CaseContent, FieldsPlan, Node, Place, Side, StepPlan, VariantsPlan};
use crate::{steps::Inward, table::Tagging};

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

    /// Where the other side has this list, if it is there as it is here.
    pub(crate) fn across(&self, way: &[Part], from: Side) -> Option<Way> {
        self.same.iter().find_map(|same| {
            let rest = way.strip_prefix(&same.of(from)[..])?;
            Some([same.of(from.other()), rest].concat())
        })
    }

    fn fields(&mut self, plan: &FieldsPlan, at: &Both<Way>) {
        for step in &plan.steps {
            let flat = step.how.flat().unwrap_or_default();
            let [spoke, hub] = [Side::Spoke, Side::Hub].map(|side| {
                let way = place_of(step, side, *flat.of(side));
                way.map(|way| [at.of(side).clone(), way].concat())
            });
            if let (Some(spoke), Some(hub)) = (spoke, hub) {
                self.step(step, Both { spoke, hub });
            }
        }
    }

    fn step(&mut self, step: &StepPlan, mut at: Both<Way>) {
        if let Some(side) = step.how.unordered() {
            let way = at.of(side).clone();
            self.counted.of_mut(side).insert(way);
        }
        let Some(node) = step.how.node() else { return };
        for side in [Side::Spoke, Side::Hub] {
            let inward = step.how.inward(side).into_iter();
            at.of_mut(side).extend(inward.map(|inward| match inward {
                Inward::Member(name) => Part::Member(name.clone()),
                Inward::Item | Inward::Items(_) | Inward::Entries => Part::Each,
            }));
        }
        self.node(node, at);
    }

    fn node(&mut self, node: &Node, at: Both<Way>) {
        match node {
            Node::Copy => self.same.push(at),
            Node::Fields(plan) => self.fields(plan, &at),
            Node::List(plan) => self.node(&plan.item, each(&at)),
            Node::Map(node) => self.node(node, each(&at)),
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

/// The way to each item of a list, or value of a map.
fn each(at: &Both<Way>) -> Both<Way> {
    Both::by(|side| [&at.of(side)[..], &[Part::Each]].concat())
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
