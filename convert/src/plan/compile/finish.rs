//! What an object has on each side, once all its steps are known.

use serde_json::Value;

use super::{
    Builder, Result, mirrored,
    schema::{member_schema, required_of},
};
use crate::{
    plan::{FieldsPlan, Node, Place, StepPlan, reads::Reads},
    steps::is_required,
    table::Side,
};

impl Builder<'_> {
    pub(super) fn finish(mut self, is_root: bool) -> Result<FieldsPlan> {
        self.taken_twice()?;
        self.reached_whole()?;
        if is_root {
            self.tagged_twice()?;
            mirrored::add(&mut self.plan.steps);
        }
        let claimed = self.claim();
        self.required_among();
        for side in [Side::Spoke, Side::Hub] {
            let schema = *self.schemas.of(side);
            let keyword = |name: &str| schema.and_then(|schema| schema.get(name));
            let mut complete = required_of(schema);
            for (name, schema) in keyword("properties")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
            {
                if schema.get("default").is_some() && !complete.contains(name) {
                    complete.push(name.clone());
                }
            }
            let depth = |index: &usize| {
                let step = self.plan.steps.get(*index);
                let places = step.map(|step| step.places.of(side).as_slice());
                let depths = places
                    .unwrap_or_default()
                    .iter()
                    .map(|place| place.path.len());
                depths.max().unwrap_or(0)
            };
            let mut order: Vec<usize> = (0..self.plan.steps.len()).collect();
            order.sort_by_key(depth);
            let plan = self.plan.sides.of_mut(side);
            plan.order = order;
            plan.complete = complete;
            plan.is_root = is_root;
            plan.preserves = schema.is_none()
                || keyword("x-kubernetes-preserve-unknown-fields").and_then(Value::as_bool)
                    == Some(true)
                || keyword("additionalProperties")
                    .is_some_and(|value| value != &Value::Bool(false));
            let mut reads = std::mem::take(&mut plan.reads);
            for (index, step) in self.plan.steps.iter().enumerate() {
                for (position, place) in step.places.of(side).iter().enumerate() {
                    reads.take(place, index, position);
                }
                copied(step, side, &mut reads);
            }
            if is_root && let Some(read) = reads.at(&["apiVersion".to_owned()]) {
                read.elsewhere = true;
            }
            for left in claimed.iter().filter(|left| left.side == side) {
                reads.claim(&left.path);
            }
            let plan = self.plan.sides.of_mut(side);
            let parents = reads.parents();
            let inside = [Vec::new()].into_iter().chain(parents.iter().cloned());
            plan.others = inside.filter_map(|path| others(schema, path)).collect();
            let (made, flat) = if is_root {
                (
                    self.made_of_tags(side, schema),
                    self.flat_ones(side).collect(),
                )
            } else {
                let mut made = self.made(side, schema);
                made.extend(self.flat_ones(side));
                (made, Vec::new())
            };
            let plan = self.plan.sides.of_mut(side);
            (plan.made, plan.flat) = (made, flat);
            let steps = self.plan.steps.iter();
            let places: Vec<&Place> = steps.flat_map(|step| step.places.of(side)).collect();
            let read = |path: &[String]| {
                let mut within = places.iter().filter(|place| place.is_below(path));
                within.find_map(|place| place.serde_default_around(path.len()))
            };
            let parents = parents.into_iter().map(|path| {
                let member = |schema, name: &String| member_schema(schema, name);
                let at = |path: &[String]| {
                    schema.and_then(|schema| path.iter().try_fold(schema, member))
                };
                let around = path.split_last().and_then(|(_, around)| at(around));
                let own = at(&path);
                let read = read(&path);
                let parent = Place::new(path, own).within(around);
                parent.read_by_serde_as(vec![read])
            });
            let parents = parents.collect();
            let plan = self.plan.sides.of_mut(side);
            (plan.parents, plan.reads) = (parents, reads);
        }
        self.note_required();
        self.plan.note_moves();
        Ok(self.plan)
    }

    /// Notes which places are in objects that must all be there.
    pub(super) fn note_required(&mut self) {
        for side in [Side::Spoke, Side::Hub] {
            let schema = *self.schemas.of(side);
            let steps = self.plan.steps.iter_mut();
            for place in steps.flat_map(|step| step.places.of_mut(side)) {
                let around = place.path.len().saturating_sub(1);
                place.is_within_required = must_stand(schema, place.path.iter().take(around));
                place.is_within_default = is_within_default(schema, place.path.iter().take(around));
            }
        }
    }
}

/// Whether each of the members that lead somewhere must be there, and none is by itself.
fn must_stand<'n>(schema: Option<&Value>, path: impl IntoIterator<Item = &'n String>) -> bool {
    let mut around = schema;
    path.into_iter().all(|name| {
        let own = around.and_then(|schema| member_schema(schema, name));
        let must_be = is_required(around, name);
        around = own;
        must_be && own.is_none_or(|own| own.get("default").is_none())
    })
}

/// Whether one of the members that lead somewhere stands by default.
fn is_within_default<'n>(
    schema: Option<&Value>,
    path: impl IntoIterator<Item = &'n String>,
) -> bool {
    let mut around = schema;
    path.into_iter().any(|name| {
        around = around.and_then(|schema| member_schema(schema, name));
        around.is_some_and(|own| own.get("default").is_some_and(Value::is_object))
    })
}

/// What the object at a path takes beside what it knows: its place is that of the object.
fn others(schema: Option<&Value>, path: Vec<String>) -> Option<Place> {
    let schema = match schema {
        Some(schema) => path
            .iter()
            .try_fold(schema, |schema, name| member_schema(schema, name))?,
        // Nothing is known of it.
        None => return Some(Place::new(path, None)),
    };
    let keyword = |name: &str| schema.get(name);
    match keyword("additionalProperties") {
        Some(values) if values.is_object() => Some(Place::new(path, Some(values))),
        Some(Value::Bool(true)) => Some(Place::new(path, None)),
        _ => {
            let preserves = keyword("x-kubernetes-preserve-unknown-fields");
            (preserves == Some(&Value::Bool(true))).then(|| Place::new(path, None))
        }
    }
}

/// Notes which members are copied without being looked at.
fn copied(step: &StepPlan, side: Side, reads: &mut Reads) {
    let other = side.other();
    let (Some(Node::Copy), [from], [to]) = (
        step.nest(),
        &**step.places.of(side),
        &**step.places.of(other),
    ) else {
        return;
    };
    if from.path.len() == 1
        && to.path.len() == 1
        && (to.nullable || !from.nullable)
        && !to.drops_empty
        && !from.drops_empty
        && (from.leaves_empty_out() || !to.leaves_empty_out())
        && let Some(read) = reads.at(&from.path)
    {
        read.copied = Some(to.name().to_owned());
    }
}
