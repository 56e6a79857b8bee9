//! Places that a mapping leaves to the steps around it, and that one of those takes: what nobody takes would be lost.

use super::{Builder, Result, Target};
use crate::{
    plan::{Both, CaseContent, Elsewhere, FieldsPlan, LeftTo, Node, PlanError, StepPlan},
    table::{Side, Step},
};

/// What stands in a path for the items of a list and the entries of a map.
const EACH: &str = "[*]";

/// Refuses a root's plan with a place that is left to steps of which there are none.
pub(super) fn all_claimed(root: &FieldsPlan) -> Result<()> {
    match root.elsewhere.first() {
        Some(left) => Err(left.refusal()),
        None => Ok(()),
    }
}

impl Builder<'_> {
    /// Leaves places to the steps around this object.
    pub(super) fn leave(&mut self, step: &Step, targets: &Both<Vec<Target>>) -> Result<()> {
        for side in [Side::Spoke, Side::Hub] {
            for target in targets.of(side) {
                if target.flat {
                    return Err(self.at.error(
                        step.line,
                        "a flattened field has no place of its own that a step around it could take: name the fields within it",
                    ));
                }
                let left = self.left(side, target.path.clone(), LeftTo::Step, step.line);
                self.plan.elsewhere.push(left);
            }
        }
        Ok(())
    }

    pub(super) fn left(&self, side: Side, path: Vec<String>, to: LeftTo, line: u32) -> Elsewhere {
        Elsewhere {
            side,
            named: path.clone(),
            path,
            is_open: true,
            to,
            place: self.at.error(line, "").place,
        }
    }

    /// Works out what this plan leaves to the steps around it. Returns what the plans within it leave to its own.
    pub(super) fn claim(&mut self) -> Vec<Elsewhere> {
        let within: Vec<_> = self.plan.steps.iter().flat_map(within).collect();
        // What is flattened has its steps and those around it in one plan.
        let own = std::mem::take(&mut self.plan.elsewhere).into_iter();
        let own: Vec<_> = own.flat_map(|left| self.unclaimed(left)).collect();
        for left in own.iter().filter(|left| left.to != LeftTo::TagAlone) {
            let side = self.plan.sides.of_mut(left.side);
            side.reads.leave(&left.path);
        }
        let inner = within.iter().flat_map(|left| self.unclaimed(left.clone()));
        self.plan.elsewhere = own.into_iter().chain(inner).collect();
        for side in [Side::Spoke, Side::Hub] {
            let mut left = self.plan.elsewhere.iter();
            let makes_it = |left: &Elsewhere| left.is_open && left.to == LeftTo::Step;
            let reached = left.any(|left| makes_it(left) && left.side == side);
            self.plan.sides.of_mut(side).reached = reached;
        }
        within
    }

    /// What of a place no step of this plan takes.
    fn unclaimed(&self, left: Elsewhere) -> Vec<Elsewhere> {
        let steps = self.plan.steps.iter();
        let places = steps.flat_map(|step| step.places.of(left.side));
        let taken = |path: &[String]| places.clone().any(|place| place.path == path);
        let reached = |path: &[String]| places.clone().any(|place| place.is_below(path));
        if left.to == LeftTo::TagAlone && self.hoisted.contains(&left.path) {
            return Vec::new();
        }
        if !left.is_open || !taken(&left.path) && !reached(&left.path) {
            return vec![left];
        }
        if taken(&left.path) {
            return Vec::new();
        }
        let schema = self.schema_at(left.side, &left.path);
        let members = schema.and_then(|schema| schema.get("properties")?.as_object());
        let names = members.into_iter().flat_map(|members| members.keys());
        // What else it has, under any name, is kept as of every object that steps only reach into.
        names
            .flat_map(|name| self.unclaimed(left.at(name)))
            .collect()
    }
}

/// What is left within the value of a step, as places of the object that the step is of.
fn within(step: &StepPlan) -> Vec<Elsewhere> {
    let at = |left: Elsewhere| match step.places.of(left.side).as_slice() {
        [place] => left.in_member(&place.path),
        _ => left.closed(),
    };
    let inner = step.how.node().map(of_node).unwrap_or_default();
    let left = inner.into_iter().filter_map(|left| step.how.left(left));
    left.map(at).collect()
}

fn of_node(node: &Node) -> Vec<Elsewhere> {
    let each = |node: &Node| of_node(node).into_iter().map(Elsewhere::each).collect();
    match node {
        Node::Copy | Node::Calls(_) => Vec::new(),
        Node::Fields(plan) => plan.elsewhere.clone(),
        Node::List(plan) => each(&plan.item),
        Node::Map(values) => each(values),
        Node::Value(step) => within(step).into_iter().map(Elsewhere::closed).collect(),
        Node::Variants(plan) => {
            let cases = plan.cases.iter().flat_map(|case| match &case.content {
                CaseContent::Unit => Vec::new(),
                CaseContent::Newtype(content) => of_node(content),
                CaseContent::Fields(plan) => plan.elsewhere.clone(),
            });
            cases.map(Elsewhere::closed).collect()
        }
    }
}

impl Elsewhere {
    /// As it is seen from the object that this path leads from.
    pub(crate) fn in_member(self, path: &[String]) -> Self {
        Self {
            path: [path, &self.path].concat(),
            ..self
        }
    }

    /// A member of what is left.
    fn at(&self, name: &str) -> Self {
        let mut left = self.clone();
        left.path.push(name.to_owned());
        left.named.push(name.to_owned());
        left
    }

    /// Where no step around it can name it: within items, entries and variants.
    pub(crate) fn closed(self) -> Self {
        Self {
            is_open: false,
            ..self
        }
    }

    /// Of each item or entry.
    pub(crate) fn each(self) -> Self {
        self.in_member(&[EACH.to_owned()]).closed()
    }

    fn refusal(&self) -> PlanError {
        let path = self.named.join(".");
        let whole = self.path.join(".").replace(&format!(".{EACH}"), EACH);
        let (whose, key) = match self.side {
            Side::Spoke => ("this version's", "`removed`"),
            Side::Hub => ("the hub's", "`added(…)`"),
        };
        let none = format!("`elsewhere` leaves {whose} `.{path}` to a step around it, and");
        let what = match self.to {
            LeftTo::Step if self.is_open => format!(
                "{none} none takes `.{whole}`, so that what stands there would be lost; \
                 name it in a step of every type that contains this one (`to = \"field.{path}\"`), or say {key} in place of `elsewhere`"
            ),
            LeftTo::Step => format!(
                "{none} no step can name what is in a list, a map or a variant, as `.{whole}` is, so that it would be lost; \
                 say {key} in place of `elsewhere`"
            ),
            LeftTo::Tag | LeftTo::TagAlone => format!(
                "it reads or writes a label or annotation, and `.{whole}` is in a list, a map, a variant or what another step makes: \
                 the object has one of that name, and of these there may be many; say {key} in place of it"
            ),
        };
        PlanError::new(self.place.clone(), what)
    }
}
