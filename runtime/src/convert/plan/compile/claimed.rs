//! Places that a mapping leaves to the steps around it, and that one of those takes: what nobody takes would be lost.

use super::{At, Result};
use crate::{
    convert::plan::{Both, CaseContent, Elsewhere, FieldsPlan, HowPlan, Node, PlanError, StepPlan},
    table::Side,
};

impl At {
    /// A place that the mapping of an object leaves to the steps around it.
    pub(super) fn left(&self, side: Side, path: &[String], line: u32) -> Elsewhere {
        Elsewhere {
            side,
            path: path.to_vec(),
            place: self.error(line, "").place,
        }
    }
}

/// A place further within an object.
type Path = Vec<String>;

/// The places that a plan, and the plans of what is within it, leave to the steps around it.
pub(super) fn left(plan: &FieldsPlan, side: Side) -> Vec<Path> {
    let own = plan.elsewhere.iter().filter(|left| left.side == side);
    let mut paths: Vec<Path> = own.map(|left| left.path.clone()).collect();
    for step in &plan.steps {
        if let (HowPlan::Nest(Node::Fields(inner)), [place]) =
            (&step.how, step.places.of(side).as_slice())
        {
            let inner = left(inner, side).into_iter();
            paths.extend(inner.map(|path| [&*place.path, &*path].concat()));
        }
    }
    let taken: Vec<&Path> = plan
        .steps
        .iter()
        .flat_map(|step| places(step, side))
        .collect();
    paths.retain(|path| !taken.iter().any(|taken| taken.starts_with(path)));
    paths
}

/// Refuses a root's plan with a place that is left to steps of which there are none.
pub(super) fn all_claimed(root: &FieldsPlan) -> Result<()> {
    fields(root, &Both::default())
}

/// `claims`: the places that steps of the objects around this one take within it.
fn fields(plan: &FieldsPlan, claims: &Both<Vec<Path>>) -> Result<()> {
    for left in &plan.elsewhere {
        // What is flattened has its steps and those around it in one plan.
        let own = plan.steps.iter().flat_map(|step| places(step, left.side));
        let mut all = own.chain(claims.of(left.side));
        if !all.any(|path| path.starts_with(&left.path) || left.path.starts_with(path)) {
            return Err(unclaimed(left));
        }
    }
    for step in &plan.steps {
        let within = |side: Side| -> Vec<Path> {
            let [place] = step.places.of(side).as_slice() else {
                return Vec::new();
            };
            let own = plan.steps.iter().flat_map(|step| places(step, side));
            let all = own.chain(claims.of(side));
            let rests = all.filter_map(|path| path.strip_prefix(&*place.path));
            let rests = rests.filter(|rest| !rest.is_empty());
            rests.map(<[_]>::to_vec).collect()
        };
        let mut within = Both {
            spoke: within(Side::Spoke),
            hub: within(Side::Hub),
        };
        let inner = match &step.how {
            HowPlan::Nest(inner) => inner,
            HowPlan::WrapObject {
                object,
                member,
                node: inner,
                ..
            } => {
                let claims = within.of_mut(*object);
                claims.retain_mut(|path| path.first() == Some(member) && path.len() > 1);
                for path in claims {
                    path.remove(0);
                }
                inner
            }
            HowPlan::Counted(counted) => {
                within = Both::default();
                &counted.node
            }
            HowPlan::Keyed {
                map,
                key,
                node: inner,
                ..
            } => {
                within = Both::default();
                // Of an item it takes what is the entry's key.
                *within.of_mut(map.other()) = vec![vec![key.clone()]];
                inner
            }
            HowPlan::WrapList { node: inner, .. }
            | HowPlan::Keys { node: inner, .. }
            | HowPlan::Flattened { node: inner, .. } => {
                within = Both::default();
                inner
            }
            _ => continue,
        };
        node(inner, &within)?;
    }
    Ok(())
}

fn node(inner: &Node, claims: &Both<Vec<Path>>) -> Result<()> {
    let nothing = Both::default();
    match inner {
        Node::Copy | Node::Calls(_) | Node::Value(_) => Ok(()),
        Node::Fields(plan) => fields(plan, claims),
        // No step of an object around them names items, entries or what is in a variant.
        Node::List(plan) => node(&plan.item, &nothing),
        Node::Map(values) => node(values, &nothing),
        Node::Variants(plan) => plan.cases.iter().try_for_each(|case| match &case.content {
            CaseContent::Unit => Ok(()),
            CaseContent::Newtype(content) => node(content, &nothing),
            CaseContent::Fields(plan) => fields(plan, &nothing),
        }),
    }
}

fn places(step: &StepPlan, side: Side) -> impl Iterator<Item = &Path> {
    step.places.of(side).iter().map(|place| &place.path)
}

fn unclaimed(left: &Elsewhere) -> PlanError {
    let path = left.path.join(".");
    let (whose, key) = match left.side {
        Side::Spoke => ("this version's", "`removed`"),
        Side::Hub => ("the hub's", "`added(…)`"),
    };
    PlanError {
        place: left.place.clone(),
        what: format!(
            "`elsewhere` leaves {whose} `.{path}` to a step around it, and there is none, so that what stands there would be lost; \
             name it in a step of every type that contains this one (`to = \"field.{path}\"`), or say {key} in place of `elsewhere`"
        ),
    }
}
