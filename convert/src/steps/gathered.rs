//! Several values ↔ one map.

use std::borrow::Cow;

use super::{
    Compiled, Json, OBJECT, One, OneWay, Origin, Pass, Place, Result, Side, StepKind, StepPlan,
    Values, first, get, holding_nothing, seen, unlike,
};

/// A map of several places.
#[derive(Debug)]
pub(crate) struct Gathered {
    map: Side,
    keys: &'static [&'static str],
    /// Whether entries may be null.
    nulls: bool,
}

impl Gathered {
    pub(super) fn compile(map: Side, keys: &'static [&'static str], of: &Origin) -> Compiled<Self> {
        of.expect(&[(map, "a map")], "")?;
        let schema = of.schema(map);
        let value = schema.and_then(|schema| schema.get("additionalProperties"));
        of.each_copied(map.other(), value)?;
        Ok(Self {
            map,
            keys,
            nulls: Place::new(Vec::new(), value).nullable,
        })
    }

    /// The values that are there, as a map; none are no map.
    fn gather<'a>(&self, inputs: &[Option<Json<'a>>]) -> Option<Json<'a>> {
        let there = |input: &Option<Json<'a>>| {
            let input = input.clone();
            input.filter(|json| self.nulls || !json.is_null())
        };
        let keys = self.keys.iter().zip(inputs);
        let entries: Vec<_> = keys
            .filter_map(|(key, input)| Some((Cow::Borrowed(*key), there(input)?)))
            .collect();
        (!entries.is_empty()).then_some(Json::Object(entries))
    }

    /// The entries of the keys.
    fn scatter<'a>(&self, input: Option<&Json<'a>>) -> Result<Values<'a>> {
        let Some(input) = input else {
            return Ok(Vec::new());
        };
        if input.is_null() {
            return Ok(vec![None; self.keys.len()]);
        }
        let Ok(entries) = input.clone().into_members() else {
            return unlike();
        };
        let keys = self.keys.iter();
        Ok(keys.map(|key| get(&entries, key).cloned()).collect())
    }
}

impl StepKind for Gathered {
    fn some<'a>(&'a self, inputs: &[One<'a>], pass: Pass<'a, '_>) -> Result<Values<'a>> {
        let to = pass.way.to();
        if self.map != to {
            return self.scatter(first(inputs));
        }
        let nothing = || holding_nothing(self.empty(to), pass);
        Ok(vec![self.gather(inputs).or_else(nothing)])
    }

    fn empty(&self, side: Side) -> Option<Json<'static>> {
        (self.map == side).then_some(OBJECT)
    }

    fn may_hold_nothing(&self, _: &Place, side: Side) -> bool {
        self.map == side
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        let keys = self.keys.iter().map(|key| format!("\"{key}\""));
        ("gathered", keys.collect::<Vec<_>>().join(", "))
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        let lost = "other entries, and that the map is there but empty";
        (self.map == way.from()).then(|| lost.to_owned())
    }

    fn seen<'j>(&'j self, values: Values<'j>, side: Side, _: &'j StepPlan) -> Json<'j> {
        if self.map != side {
            return seen::raw(values);
        }
        let Some(value) = seen::first(values) else {
            return seen::raw(Vec::new());
        };
        let Ok(entries) = value.clone().into_members() else {
            return seen::raw(vec![Some(value)]);
        };
        let known = |key: &&str| get(&entries, key).cloned();
        seen::raw(self.keys.iter().map(known).collect())
    }
}
