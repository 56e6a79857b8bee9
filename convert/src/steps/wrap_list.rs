//! A value ↔ a list of it.

use serde_json::{Value, json};

use super::{
    Compiled, Direction, Inward, Json, LIST, Narrowed, Nest, Node, One, OneWay, Origin, Pair, Pass,
    Place, Result, Segment, Side, StepKind, StepPlan, Values, Walk, below, known, listed, nested,
    schema::integer, seen, unlike,
};
use crate::{explain::narrowing, narrowed::itself};

/// A list of the value on one side.
#[derive(Debug)]
pub(crate) struct WrapList {
    list: Side,
    node: Node,
}

impl WrapList {
    pub(super) fn compile(list: Side, nest: &Nest, of: &Origin) -> Compiled<Self> {
        of.expect(&[(list, "a list")], "")?;
        let schemas = of.schemas().inside(list, |schema| schema.get("items"));
        let node = of.nest(nest, schemas)?;
        Ok(Self { list, node })
    }

    /// The value that a list was made around.
    fn opened<'j>(&self, side: Side, json: Json<'j>) -> Option<Json<'j>> {
        if self.list != side {
            return Some(json);
        }
        let [item] = <[Json; 1]>::try_from(json.into_items().ok()?).ok()?;
        Some(item)
    }
}

impl StepKind for WrapList {
    fn node(&self) -> Option<&Node> {
        Some(&self.node)
    }

    /// An empty list is no value; of several the first counts.
    fn value<'a>(&'a self, input: &Json<'a>, pass: Pass<'a, '_>) -> Result<One<'a>> {
        if self.list == pass.way.to() {
            return Ok(Some(Json::Array(vec![nested(
                &self.node, input, pass.mode,
            )?])));
        }
        let Ok(items) = input.clone().into_items() else {
            return unlike();
        };
        let first = items.first().map(|item| {
            nested(&self.node, item, pass.mode).map_err(|stop| stop.seen_from(|error| error.at(0)))
        });
        first.transpose()
    }

    fn empty(&self, side: Side) -> Option<Json<'static>> {
        (self.list == side).then_some(LIST)
    }

    fn may_hold_nothing(&self, place: &Place, side: Side) -> bool {
        let least = || place.schema()?.get("minItems")?.as_u64();
        self.list == side && least().unwrap_or(0) == 0
    }

    fn inward(&self, side: Side) -> Vec<Inward<'_>> {
        Vec::from_iter((self.list == side).then_some(Inward::Item))
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        let is_unwrapped = self.list == Side::Spoke;
        (if is_unwrapped { "unwrap" } else { "wrap" }, String::new())
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        if self.list != way.from() {
            return None;
        }
        let mut lost = Vec::new();
        if integer(way.source(), "maxItems").is_none_or(|most| most > 1) {
            lost.push("all items but the first");
        }
        if integer(way.source(), "minItems").is_none_or(|fewest| fewest < 1) {
            lost.push("an empty list");
        }
        listed(&lost)
    }

    fn narrowed(&self, direction: Direction, [from, to]: [&Value; 2]) -> Vec<Narrowed> {
        let of_node = |from, to, path| narrowing::of_node(&self.node, direction, [from, to], path);
        if self.list != direction.to() {
            let items = from.get("items");
            return items.map_or_else(Vec::new, |items| of_node(items, to, ""));
        }
        let items = to.get("items");
        let mut found = items.map_or_else(Vec::new, |items| of_node(from, items, "[*]"));
        let one =
            json!({"type": "array", "minItems": 1, "maxItems": 1, "x-kubernetes-list-type": "map"});
        itself(to, &one, "", &mut found);
        found
    }

    fn known(&self, direction: Direction, schema: &Value) -> Option<Value> {
        let of_node = |schema| known::of_node(&self.node, direction, schema);
        Some(if self.list == direction.to() {
            json!({"type": "array", "minItems": 1, "maxItems": 1, "items": of_node(schema)})
        } else {
            of_node(schema.get("items")?)
        })
    }

    /// An empty list is no value.
    fn always_makes(&self, to: Side) -> bool {
        self.list == to
    }

    fn seen<'j>(&'j self, values: Values<'j>, side: Side, _: &'j StepPlan) -> Json<'j> {
        let value = seen::first(values);
        let opened = value.clone().map(|value| self.opened(side, value));
        // A list of another length is none that was made of a value.
        if let Some(None) = opened {
            return seen::raw(vec![value]);
        }
        seen::one(opened.flatten(), |value| {
            seen::of_node(&self.node, side, value)
        })
    }

    fn decides(&self, walk: &mut Walk, pair: &Pair, at: &[Segment]) -> bool {
        let within = walk.seen(pair, |side, json| self.opened(side, json));
        let item = (self.list == walk.direction.to()).then_some(Segment::Item(0));
        walk.node(&self.node, &within, &below(at, item))
    }
}
