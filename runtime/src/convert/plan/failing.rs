//! Which steps may refuse a value.

use serde_json::Value;

use super::{
    Case, CaseContent, Direction, FieldsPlan, HowPlan, Node, Place, SerdeDefault, StepPlan,
    VariantsPlan, member_schema,
};
use crate::{
    convert::steps,
    table::{How, Side},
};

/// A row of a table of values: this version's, the hub's.
type Row = (Option<Value>, Option<Value>);

impl FieldsPlan {
    /// Whether any step may refuse a value and has nothing to stand in.
    pub(crate) fn may_fail(&self) -> bool {
        [Direction::Up, Direction::Down]
            .into_iter()
            .any(|direction| self.steps.iter().any(|step| step.may_fail(direction)))
    }
}

impl StepPlan {
    /// Whether all that it takes may be absent and nothing is made of that, while something must be there on the other side.
    pub(crate) fn lacks(&self, direction: Direction) -> bool {
        let (from, to) = (direction.from(), direction.to());
        let wanted = |place: &&Place| place.path.len() == 1 && place.wants();
        let Some(target) = self.places.of(to).iter().find(wanted) else {
            return false;
        };
        let is_moved = matches!(self.how, HowPlan::Nest(_)) && target.is_read;
        if self.or.of(to).is_some() || !self.asks_for_values() && !is_moved {
            return false;
        }
        let is_made = match &self.how {
            HowPlan::Values(pairs) => steps::table_value(pairs, None, direction).is_some(),
            how => steps::empty(how, to).is_some_and(|empty| target.takes(&empty)),
        };
        let mut sources = self.places.of(from).iter();
        !is_made && sources.all(|place| place.may_lack() || self.may_hold_nothing(place, from))
    }

    /// Whether the step maps the items of a list, or the values of a map, of which none is made of nothing.
    pub(crate) fn maps_each(&self) -> bool {
        self.table
            .is_some_and(|table| matches!(table.how, How::Each(_)))
    }

    /// Whether the step makes values of values by itself.
    pub(crate) fn asks_for_values(&self) -> bool {
        self.maps_each()
            || !matches!(
                self.how,
                HowPlan::Nest(_) | HowPlan::Only(_) | HowPlan::Flattened { .. } | HowPlan::Calls(_)
            )
    }

    /// Whether it makes objects of values, which may have other members besides.
    pub(crate) fn makes_objects(&self, direction: Direction) -> bool {
        let to = direction.to();
        match &self.how {
            HowPlan::WrapObject { object, .. } => *object == to,
            HowPlan::Counted(plan) => plan.counts == to,
            HowPlan::Keyed { map, value, .. } => *map != to && value.is_some(),
            _ => false,
        }
    }

    /// Whether what stands at a place may have nothing of what the step takes out of it.
    fn may_hold_nothing(&self, place: &Place, side: Side) -> bool {
        let schema = place.schema();
        let keyword = |name: &str| schema.as_ref().and_then(|schema| schema.get(name));
        match &self.how {
            HowPlan::WrapList { list, .. } if *list == side => {
                keyword("minItems").and_then(Value::as_u64).unwrap_or(0) == 0
            }
            HowPlan::WrapObject {
                object,
                member,
                absent,
                ..
            } if *object == side => {
                let required = keyword("required").and_then(Value::as_array);
                let mut names = required.into_iter().flatten();
                schema.is_some()
                    && absent.as_ref().and_then(SerdeDefault::json).is_none()
                    && !names.any(|name| name == member)
                    && member_schema(schema.as_ref().unwrap_or(&Value::Null), member)
                        .is_none_or(|schema| schema.get("default").is_none())
            }
            HowPlan::Gathered { map, .. } => *map == side,
            _ => false,
        }
    }

    /// Whether a value that has no row may be of another type than the other side's.
    fn may_lack_rows(&self, pairs: &[Row], direction: Direction) -> bool {
        let place = |side: Side| self.places.of(side).first();
        let (Some(from), Some(to)) = (place(direction.from()), place(direction.to())) else {
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
        let has_row = |value: &Value| {
            let mut own = pairs.iter().map(|(spoke, hub)| match direction {
                Direction::Up => spoke,
                Direction::Down => hub,
            });
            own.any(|own| own.as_ref() == Some(value))
        };
        !listed.is_some_and(|values| values.iter().all(has_row))
    }

    /// Whether the step may refuse a value in this direction and has nothing to stand in.
    pub(crate) fn may_fail(&self, direction: Direction) -> bool {
        if self.or.of(direction.to()).is_some() {
            return false;
        }
        if self.lacks(direction) {
            return true;
        }
        let to_text = |text: Side| direction.to() == text;
        let by_itself = match &self.how {
            HowPlan::Counted(plan) => direction.from() == plan.counts && plan.is_unbounded(),
            HowPlan::Format { text, .. } => !to_text(*text),
            HowPlan::Delimited { text, .. } => to_text(*text),
            // A list that is a map on the other side may name one key twice.
            HowPlan::Keyed { map, .. } => direction.to() == *map,
            HowPlan::Duration { text, .. } | HowPlan::Quantity { text, .. } => !to_text(*text),
            HowPlan::Coerced => true,
            HowPlan::Values(pairs) => self.may_lack_rows(pairs, direction),
            HowPlan::Calls(calls) => match direction {
                Direction::Up => calls.up_may_fail,
                Direction::Down => calls.down_may_fail,
            },
            HowPlan::Nest(_)
            | HowPlan::WrapList { .. }
            | HowPlan::WrapObject { .. }
            | HowPlan::Keys { .. }
            | HowPlan::Flattened { .. }
            | HowPlan::Only(_)
            | HowPlan::Gathered { .. }
            | HowPlan::Factor { .. } => false,
        };
        let within = self.how.node();
        by_itself || within.is_some_and(|node| node.may_fail(direction))
    }
}

impl Node {
    fn may_fail(&self, direction: Direction) -> bool {
        match self {
            Self::Copy => false,
            Self::Fields(plan) => plan.steps.iter().any(|step| step.may_fail(direction)),
            Self::List(plan) => plan.item.may_fail(direction),
            Self::Map(node) => node.may_fail(direction),
            Self::Variants(plan) => plan.may_fail(direction),
            Self::Value(step) => step.may_fail(direction),
            Self::Calls(plan) => match direction {
                Direction::Up => plan.calls.up_may_fail,
                Direction::Down => plan.calls.down_may_fail,
            },
        }
    }
}

impl VariantsPlan {
    fn may_fail(&self, direction: Direction) -> bool {
        self.cases.iter().any(|case| case.may_fail(direction))
    }
}

impl Case {
    fn may_fail(&self, direction: Direction) -> bool {
        let leads_nowhere = self.variants.of(direction.to()).is_none()
            && self.variants.of(direction.from()).is_some();
        match &self.content {
            _ if leads_nowhere => self.stand_in.is_none(),
            CaseContent::Unit => false,
            CaseContent::Newtype(node) => node.may_fail(direction),
            CaseContent::Fields(plan) => plan.steps.iter().any(|step| step.may_fail(direction)),
        }
    }
}
