//! A table of values.

use serde_json::Value;

use super::{
    Compiled, Direction, Json, Narrowed, One, OneWay, Origin, Pass, Place, Result, Side, StepKind,
    StepPlan, Values, Written, first, listed, narrowed, of_type, refused,
};
use crate::{json::same_option, narrowed::with_values, schema::tree, table::Tree};

/// Rows of this version's value and the hub's.
#[derive(Debug)]
pub(crate) struct Table(Vec<(Option<Value>, Option<Value>)>);

impl Table {
    pub(super) fn compile(rows: &[(Option<Tree>, Option<Tree>)], of: &Origin) -> Compiled<Self> {
        let json = |value: &Option<Tree>| {
            let value = value.as_ref().map(tree).transpose();
            value.map_err(|error| of.error(error))
        };
        let rows = rows
            .iter()
            .map(|(spoke, hub)| Ok((json(spoke)?, json(hub)?)));
        rows.collect::<Compiled<_>>().map(Self)
    }

    /// The values of one side.
    fn of(&self, side: Side) -> impl Iterator<Item = Option<&Value>> {
        self.0.iter().map(move |(spoke, hub)| match side {
            Side::Spoke => spoke.as_ref(),
            Side::Hub => hub.as_ref(),
        })
    }

    /// The counterpart of the first value that fits; others stay as they are. A null that has no row is absence, as in Rust.
    fn counterpart<'a>(&self, input: Option<&Json<'a>>, direction: Direction) -> Option<Json<'a>> {
        let (from, to) = (self.of(direction.from()), self.of(direction.to()));
        for (from, to) in from.zip(to) {
            if same_option(from.map(Json::of_value).as_ref(), input) {
                return to.map(Json::of_value);
            }
        }
        let mut from = self.of(direction.from());
        if input.is_some_and(Json::is_null) && from.any(|value| value.is_none()) {
            return self.counterpart(None, direction);
        }
        input.cloned()
    }
}

impl StepKind for Table {
    fn run<'a>(&'a self, inputs: &[One<'a>], pass: Pass<'a, '_>) -> Result<Values<'a>> {
        // Absence may be a value, but in a part of an object it says nothing.
        if inputs.iter().all(Option::is_none) && !pass.mode.complete {
            return Ok(Vec::new());
        }
        let place = pass.way.target();
        match self.counterpart(first(inputs), pass.way.direction) {
            Some(other) if !place.is_none_or(|place| place.is_of_type(&other)) => {
                refused(format!("{} has no row in the table", other.text()))
            }
            output => Ok(vec![output]),
        }
    }

    fn makes_of_nothing(&self, direction: Direction, _: &Place) -> bool {
        self.counterpart(None, direction).is_some()
    }

    /// A value that has no row may be of another type than the other side's.
    fn may_fail(&self, way: OneWay) -> bool {
        let (Some(from), Some(to)) = (way.source(), way.target()) else {
            return false;
        };
        let is_narrower = from
            .integer
            .is_some_and(|of| !to.holds(of.min) || !to.holds(of.max));
        if to.type_name.is_empty() || from.type_name == to.type_name && !is_narrower {
            return false;
        }
        let schema = from.schema().unwrap_or_default();
        let listed = match from.type_name.as_str() {
            "boolean" => Some(vec![Value::Bool(true), Value::Bool(false)]),
            _ => schema.get("enum").and_then(Value::as_array).cloned(),
        };
        let has_row = |value: &Value| self.of(way.from()).any(|own| own == Some(value));
        !listed.is_some_and(|values| values.iter().all(has_row))
    }

    fn written<'s>(&self, step: &'s StepPlan, side: Side) -> Option<Written<'s>> {
        if step.or.of(side).is_some() {
            return None;
        }
        let place = step.places.of(side).first()?;
        let mut values = self.of(side).flatten();
        let value = values.find(|value| !place.takes_written(value))?;
        Some(("`values` has", value.clone(), place))
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        let text = |value: &Option<Value>| match value {
            Some(value) => value.to_string(),
            None => "absent".to_owned(),
        };
        let rows = self.0.iter();
        let rows = rows.map(|(spoke, hub)| format!("{} ↔ {}", text(spoke), text(hub)));
        ("values", rows.collect::<Vec<_>>().join(", "))
    }

    /// Which values of the table, or of the other side's, do not come back.
    fn lost(&self, way: OneWay) -> Option<String> {
        let mut candidates: Vec<&Option<Value>> = Vec::new();
        for value in self.0.iter().flat_map(|(spoke, hub)| [spoke, hub]) {
            let source = way.source();
            let fits = value
                .as_ref()
                .is_none_or(|value| source.is_none_or(|place| place.takes(&Json::of_value(value))));
            if fits && !candidates.contains(&value) {
                candidates.push(value);
            }
        }
        let is_lost = |value: &&Option<Value>| {
            let json = value.as_ref().map(Json::of_value);
            let there = self.counterpart(json.as_ref(), way.direction);
            let back = self.counterpart(there.as_ref(), way.direction.reverse());
            !same_option(back.as_ref(), json.as_ref())
        };
        let lost: Vec<String> = candidates
            .into_iter()
            .filter(is_lost)
            .map(|value| match value {
                Some(value) => value.to_string(),
                None => "its absence".to_owned(),
            })
            .collect();
        let lost: Vec<&str> = lost.iter().map(String::as_str).collect();
        listed(&lost)
    }

    fn narrowed(&self, direction: Direction, [from, to]: [&Value; 2]) -> Vec<Narrowed> {
        let known = with_values(from, |value| {
            let value = Json::of_value(value);
            Some(self.counterpart(Some(&value), direction)?.to_value())
        });
        // What the table says is of the other side's type.
        let is_of_type = known.get("type") == to.get("type");
        narrowed(to, &if is_of_type { known } else { of_type(to) })
    }
}
