//! A value ↔ an object with the value in one member.

use std::{borrow::Cow, slice};

use serde_json::{Value, json};

use super::{
    Compiled, Direction, Elsewhere, Inward, Json, Narrowed, Nest, Node, OBJECT, One, OneWay,
    Origin, Pair, Pass, Place, Result, Segment, Side, StepKind, StepPlan, Values, Walk, below, get,
    known, listed, member_schema, nested,
    schema::{is_required, others},
    seen, unlike,
};
use crate::{explain::narrowing, plan::SerdeDefault};

/// An object around the value on one side.
#[derive(Debug)]
pub(crate) struct WrapObject {
    object: Side,
    member: String,
    /// What serde reads where that is absent.
    absent: Option<SerdeDefault>,
    node: Node,
}

impl WrapObject {
    pub(super) fn compile(object: Side, name: &str, nest: &Nest, of: &Origin) -> Compiled<Self> {
        let member = of.member(object, name, false)?;
        let schemas = of.schemas();
        let schemas = schemas.inside(object, |schema| member_schema(schema, &member));
        Ok(Self {
            object,
            node: of.nest(nest, schemas)?,
            absent: of.absent(object, name, false),
            member,
        })
    }

    /// The value that an object was made around.
    fn opened<'j>(&self, side: Side, json: Json<'j>) -> Option<Json<'j>> {
        if self.object != side {
            return Some(json);
        }
        seen::within_path(json, slice::from_ref(&self.member))
    }
}

impl StepKind for WrapObject {
    fn node(&self) -> Option<&Node> {
        Some(&self.node)
    }

    fn value<'a>(&'a self, input: &Json<'a>, pass: Pass<'a, '_>) -> Result<One<'a>> {
        if self.object == pass.way.to() {
            let value = nested(&self.node, input, pass.mode)?;
            let member = (Cow::Borrowed(&*self.member), value);
            return Ok(Some(Json::Object(vec![member])));
        }
        let Ok(members) = input.clone().into_members() else {
            return unlike();
        };
        let held = |value: &Json<'a>| {
            nested(&self.node, value, pass.mode)
                .map_err(|stop| stop.seen_from(|error| error.within(&self.member)))
        };
        if let Some(value) = get(&members, &self.member) {
            return held(value).map(Some);
        }
        // Of a part of an object it is not known whether it is absent.
        let to = pass.way.target().filter(|_| pass.mode.complete);
        let Some((to, absent)) = to.zip(self.absent.as_ref().and_then(SerdeDefault::json)) else {
            return Ok(None);
        };
        // What nothing asks for is not refused.
        let made = match held(&absent) {
            Err(_) if !to.wants() => return Ok(None),
            made => made?,
        };
        let is_unwritten = to.says_by_absence(&made) || to.does_without(&made);
        Ok((!is_unwritten).then_some(made))
    }

    fn empty(&self, side: Side) -> Option<Json<'static>> {
        (self.object == side).then_some(OBJECT)
    }

    fn makes_objects(&self, to: Side) -> bool {
        self.object == to
    }

    fn may_hold_nothing(&self, place: &Place, side: Side) -> bool {
        let Some(schema) = place.schema().filter(|_| self.object == side) else {
            return false;
        };
        self.absent.as_ref().and_then(SerdeDefault::json).is_none()
            && !is_required(Some(&schema), &self.member)
            && member_schema(&schema, &self.member)
                .is_none_or(|schema| schema.get("default").is_none())
    }

    fn left(&self, left: Elsewhere) -> Option<Elsewhere> {
        Some(if left.side == self.object {
            left.in_member(slice::from_ref(&self.member))
        } else {
            left
        })
    }

    fn inward(&self, side: Side) -> Vec<Inward<'_>> {
        Vec::from_iter((self.object == side).then_some(Inward::Member(&self.member)))
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        let is_unwrapped = self.object == Side::Spoke;
        let key = if is_unwrapped { "unwrap" } else { "wrap" };
        (key, format!("\"{}\"", self.member))
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        if self.object != way.from() {
            return None;
        }
        let schema = way.source().and_then(Place::schema);
        let mut lost = others(schema.as_ref(), &[&self.member]);
        if !is_required(schema.as_ref(), &self.member) {
            lost.push("an object without it");
        }
        listed(&lost)
    }

    fn narrowed(&self, direction: Direction, [from, to]: [&Value; 2]) -> Vec<Narrowed> {
        let of_node = |from: &Value, to: &Value, path: &str| {
            narrowing::of_node(&self.node, direction, [from, to], path)
        };
        let member = |schema: &Value| schema.get("properties")?.get(&self.member).cloned();
        let found = if self.object == direction.to() {
            let path = format!(".{}", self.member);
            member(to).map(|to| of_node(from, &to, &path))
        } else {
            member(from).map(|from| of_node(&from, to, ""))
        };
        found.unwrap_or_default()
    }

    fn known(&self, direction: Direction, schema: &Value) -> Option<Value> {
        let of_node = |schema| known::of_node(&self.node, direction, schema);
        let member = &self.member;
        Some(if self.object == direction.to() {
            json!({"type": "object", "required": [member], "properties": {member: of_node(schema)}})
        } else {
            of_node(member_schema(schema, member)?)
        })
    }

    fn seen<'j>(&'j self, values: Values<'j>, side: Side, _: &'j StepPlan) -> Json<'j> {
        let value = seen::first(values).and_then(|value| self.opened(side, value));
        seen::one(value, |value| seen::of_node(&self.node, side, value))
    }

    fn decides(&self, walk: &mut Walk, pair: &Pair, at: &[Segment]) -> bool {
        let within = walk.seen(pair, |side, json| self.opened(side, json));
        let is_made = self.object == walk.direction.to();
        let member = is_made.then(|| Segment::Member(self.member.clone()));
        walk.node(&self.node, &within, &below(at, member))
    }
}
