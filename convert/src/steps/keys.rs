//! A map with renamed keys.

use std::borrow::Cow;

use super::{
    Compiled, Direction, Inward, Json, Members, Nest, Node, OBJECT, One, OneWay, Origin, Pass,
    Result, Side, StepKind, StepPlan, Values, get, nested, seen, unlike,
};

/// What the spoke and the hub call an entry.
type Pairs = &'static [(&'static str, &'static str)];

/// Renamed keys of a map.
#[derive(Debug)]
pub(crate) struct Keys {
    pairs: Pairs,
    node: Node,
}

impl Keys {
    pub(super) fn compile(pairs: Pairs, nest: &Nest, of: &Origin) -> Compiled<Self> {
        // Of a map whose keys are an enum, the schema is that of an object.
        let is_other = |side: &Side| !of.is(*side, "an object");
        if let Some(side) = [Side::Spoke, Side::Hub].into_iter().find(is_other) {
            of.expect(&[(side, "a map")], "")?;
        }
        let values = of.schemas();
        let values = values.each(|schema| schema.get("additionalProperties"));
        let node = of.held(nest, values)?;
        Ok(Self { pairs, node })
    }

    /// What an entry is called on the other side.
    fn renamed(&self, name: &str, direction: Direction) -> Option<&'static str> {
        self.pairs.iter().find_map(|(spoke, hub)| {
            let (from, to) = match direction {
                Direction::Up => (spoke, hub),
                Direction::Down => (hub, spoke),
            };
            (*from == name).then_some(*to)
        })
    }
}

impl StepKind for Keys {
    fn node(&self) -> Option<&Node> {
        Some(&self.node)
    }

    /// Where a renamed key meets one that is there already, the one that is there stays.
    fn value<'a>(&'a self, input: &Json<'a>, pass: Pass<'a, '_>) -> Result<One<'a>> {
        let Ok(entries) = input.clone().into_members() else {
            return unlike();
        };
        let mut out: Members = Vec::with_capacity(entries.len());
        for (name, value) in &entries {
            let value = nested(&self.node, value, pass.mode)
                .map_err(|stop| stop.seen_from(|error| error.within(name)))?;
            let name = match self.renamed(name, pass.way.direction) {
                Some(to) if get(&entries, to).is_none() => Cow::Borrowed(to),
                _ => name.clone(),
            };
            out.push((name, value));
        }
        Ok(Some(Json::Object(out)))
    }

    fn empty(&self, _: Side) -> Option<Json<'static>> {
        Some(OBJECT)
    }

    fn inward(&self, _: Side) -> Vec<Inward<'_>> {
        vec![Inward::Entries]
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        let pairs = self.pairs.iter();
        let pairs = pairs.map(|(spoke, hub)| format!("{spoke} ↔ {hub}"));
        ("keys", pairs.collect::<Vec<_>>().join(", "))
    }

    fn lost(&self, _: OneWay) -> Option<String> {
        Some("which of a renamed key and the one that is called so it was".to_owned())
    }

    fn seen<'j>(&'j self, values: Values<'j>, side: Side, _: &'j StepPlan) -> Json<'j> {
        seen::one(seen::first(values), |map| {
            seen::each_member(map, |value| seen::of_node(&self.node, side, value))
        })
    }
}
