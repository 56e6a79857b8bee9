//! The value of one place on each side, which maps by itself.

use serde_json::Value;

use super::{
    Direction, Elsewhere, Json, Narrowed, Node, One, OneWay, Pair, Pass, Place, Result, Segment,
    Side, StepKind, StepPlan, Values, Walk, Written, known, listed, nested, seen,
};
use crate::{
    explain::narrowing,
    memoryless::implied,
    table::{Run, Spot, Step},
};

/// One place each.
#[derive(Debug)]
pub(crate) struct Nested(pub(crate) Node);

impl StepKind for Nested {
    fn node(&self) -> Option<&Node> {
        Some(&self.0)
    }

    fn nested(&self) -> Option<&Node> {
        Some(&self.0)
    }

    fn value<'a>(&'a self, input: &Json<'a>, pass: Pass<'a, '_>) -> Result<One<'a>> {
        nested(&self.0, input, pass.mode).map(Some)
    }

    fn written<'s>(&self, step: &'s StepPlan, side: Side) -> Option<Written<'s>> {
        let each = match &self.0 {
            Node::List(list) => &list.item,
            Node::Map(value) => value,
            _ => return None,
        };
        let (Node::Value(each), None) = (each, step.or.of(side)) else {
            return None;
        };
        let (what, value, _) = each.how.written(each, side)?;
        Some((what, value, step.places.of(side).first()?))
    }

    fn left(&self, left: Elsewhere) -> Option<Elsewhere> {
        Some(left)
    }

    fn words(&self, step: &StepPlan) -> (&'static str, String) {
        let detail = match self.0 {
            Node::Fields(_) => "field by field",
            Node::List(_) => "item by item",
            Node::Map(_) => "value by value",
            Node::Variants(_) => "variant by variant",
            _ => "",
        };
        (key(step), detail.to_owned())
    }

    /// Its absence, null, or more than a label can be.
    fn lost(&self, way: OneWay) -> Option<String> {
        // Of functions for the whole value there is a row of its own.
        if matches!(self.0, Node::Calls(_)) {
            return None;
        }
        let (from, to) = (way.source()?, way.target()?);
        let says_another = |run: Run| {
            let value = run.caught().ok().and_then(|value| value.get(0).cloned());
            !value.is_some_and(|value| to.says_by_absence(&Json::of_value(&value)))
        };
        let stand_in = way.step.or.of(way.to()).filter(|_| !to.may_lack());
        let mut lost = Vec::new();
        if implied(&self.0, way).is_some() {
            if !from.leaves_empty_out() {
                lost.push("its absence, which becomes what serde reads of it");
            } else if !to.leaves_empty_out() {
                lost.push("what serde leaves out, where it is written");
            }
        } else if let Some(run) = stand_in
            && from.may_lack()
        {
            if says_another(run) {
                lost.push("its absence, which becomes the stand-in");
            }
        } else if to.has_default && !from.has_default {
            lost.push("its absence, which becomes the default");
        }
        if from.nullable && !to.nullable {
            lost.push("null");
        }
        if to.is_label && !from.is_label {
            lost.push("what no label's value can be");
        }
        listed(&lost)
    }

    fn moves(&self, way: OneWay) -> bool {
        way.is_plain()
            && self.0.moves(way.direction)
            // Where the schema asks for it or sets it, no complete object lacks it. Where it may be absent, it is so on the other
            // side, and nothing is made of that on the way back.
            && (!way.source().is_some_and(Place::may_lack_by_schema)
                || [way, way.back()].into_iter().all(|way| implied(&self.0, way).is_none()))
    }

    fn narrowed(&self, direction: Direction, schemas: [&Value; 2]) -> Vec<Narrowed> {
        narrowing::of_node(&self.0, direction, schemas, "")
    }

    fn known(&self, direction: Direction, schema: &Value) -> Option<Value> {
        Some(known::of_node(&self.0, direction, schema))
    }

    fn always_makes(&self, _: Side) -> bool {
        true
    }

    fn seen<'j>(&'j self, values: Values<'j>, side: Side, _: &'j StepPlan) -> Json<'j> {
        seen::one(seen::first(values), |value| {
            seen::of_node(&self.0, side, value)
        })
    }

    fn decides(&self, walk: &mut Walk, pair: &Pair, at: &[Segment]) -> bool {
        walk.node(&self.0, pair, at)
    }
}

fn key(step: &StepPlan) -> &'static str {
    let spot = |spots: fn(&Step) -> &[Spot]| step.table.and_then(|table| spots(table).first());
    match (spot(|table| table.spoke), spot(|table| table.hub)) {
        (_, Some(Spot::Label(_))) => "to_label",
        (_, Some(Spot::Annotation(_))) => "to_annotation",
        (Some(Spot::Label(_)), _) => "from_label",
        (Some(Spot::Annotation(_)), _) => "from_annotation",
        _ => {
            let path = |places: &[Place]| places.first().map(|place| place.path.clone());
            let (spoke, hub) = (path(&step.places.spoke), path(&step.places.hub));
            let parent = |path: &Option<Vec<String>>| {
                let (_, parent) = path.as_ref()?.split_last()?;
                Some(parent.to_vec())
            };
            if spoke == hub {
                "same"
            } else if parent(&spoke) == parent(&hub) {
                "rename"
            } else {
                "to"
            }
        }
    }
}
