//! Objects with members that map.

use std::cell::Cell;

use super::{
    Converted, Mode, Result,
    child::child,
    holder,
    items::{as_lists, as_maps, kept_of_maps, with_orders},
    paths,
    standing::Stood,
    step::run_step,
};
use crate::convert::{
    ConversionError,
    json::{Json, get},
    kept::{Keeping, Kept},
    memoryless::{Building, Ends, NOTHING, becomes_complete, is_complete, named},
    plan::{FieldsPlan, Node, Place, Read, StepPlan},
};

/// Converts an object; lists of which its steps name items are maps for them.
pub(crate) fn fields<'a>(
    plan: &'a FieldsPlan,
    json: Json<'a>,
    kept: Option<&Kept>,
    mode: Mode,
) -> Result<Converted<'a>> {
    let [from, to] = [mode.direction.from(), mode.direction.to()].map(|side| plan.lists.of(side));
    if from.is_empty() && to.is_empty() {
        return members(plan, json, kept, mode);
    }
    let (json, orders) = as_maps(from, json);
    let kept = kept.map(|kept| kept_of_maps(to, kept));
    let (json, lost) = members(plan, json, kept.as_ref(), mode)?;
    let lost = if mode.keeping {
        with_orders(lost, orders)
    } else {
        lost
    };
    Ok((as_lists(to, json, kept.as_ref()), lost))
}

/// Converts an object, again where it turns out that what was taken for granted of the other side is not so.
fn members<'a>(
    plan: &'a FieldsPlan,
    json: Json<'a>,
    kept: Option<&Kept>,
    mode: Mode,
) -> Result<Converted<'a>> {
    let again = mode.keeping.then(|| json.clone());
    let as_part = Cell::new(false);
    let noting = Mode {
        as_part: Some(&as_part),
        ..mode
    };
    let round = round(plan, json, again.as_ref(), kept, noting)?;
    let Some(json) = again.filter(|_| mode.back_complete && round.of_complete) else {
        return Ok(round.converted);
    };
    if !round.is_complete {
        // The way back will find parts only and fill in nothing, so what it would fill in is to be kept as well.
        let mode = Mode {
            back_complete: false,
            ..mode
        };
        return members(plan, json, kept, mode);
    }
    if as_part.get() {
        // The way back will not take as a part what came back as one.
        let whole = self::round(plan, json.clone(), Some(&json), kept, mode.unnoted())?;
        if whole.is_complete {
            return Ok(whole.converted);
        }
    }
    Ok(round.converted)
}

/// What became of an object, and whether the two were complete.
struct Round<'a> {
    converted: Converted<'a>,
    of_complete: bool,
    is_complete: bool,
}

/// Converts an object once. `object`: the same one, if what is lost is wanted.
fn round<'a>(
    plan: &'a FieldsPlan,
    json: Json<'a>,
    object: Option<&Json<'a>>,
    kept: Option<&Kept>,
    mode: Mode,
) -> Result<Round<'a>> {
    let to = plan.sides.of(mode.direction.to());
    let copy = (object.is_none() && !to.made.is_empty()).then(|| json.clone());
    let members = match json.into_members() {
        Ok(members) => members,
        Err(json) => {
            return Ok(Round {
                converted: (json, None),
                of_complete: false,
                is_complete: false,
            });
        }
    };
    let from = plan.sides.of(mode.direction.from());
    let mode = Mode {
        complete: mode.complete && is_complete(from, &members),
        // Which objects are within this one is known when its steps have run.
        deep: false,
        ..mode
    };
    let kept = kept.filter(|kept| matches!(kept, Kept::Members(_)));
    let mut work = Work {
        mode,
        kept,
        built: Building::new(plan, mode.direction, members.len()),
        keeping: Keeping::default(),
        reached: Vec::new(),
        absent: Vec::new(),
        stood: Vec::new(),
        preserves: to.preserves,
    };
    let (members, left) = work.without_defaults(members);
    let whole = object;
    // What was taken out is not there for any step.
    let object = object.map(|object| left.as_ref().unwrap_or(object));
    let mut cursor = 0;
    let mut empty_parents = Vec::new();
    for (name, value) in members {
        let Some(read) = from.reads.find(&name, &mut cursor) else {
            work.unknown(name, value);
            continue;
        };
        if let (Some(to), true) = (&read.copied, read.below.is_empty())
            && (kept.is_none() || !work.is_kept(read))
        {
            if let Some((step, _)) = read.taken {
                work.built.mark(step);
            }
            work.built.out.push((to.as_str().into(), value));
            continue;
        }
        if !read.below.is_empty() {
            let mut path = vec![name.clone().into_owned()];
            work.dig(read, &value, &mut path, true, &mut empty_parents);
        }
        if let Some((step, place)) = read.taken {
            work.take(step, place, value)?;
        }
    }
    work.rest(object)?;
    work.remake(object);
    work.retain(object)?;
    work.retain_among(object)?;
    work.leftovers(&to.reads);
    work.parents(&to.parents, empty_parents, object);
    work.stood(object)?;
    work.deep_defaults(object);
    work.make_wanted(whole)?;
    work.unmake(object, object.or(left.as_ref()).or(copy.as_ref()))?;
    work.forget(object);
    work.stand_beside()?;
    work.reached();
    work.fill(object);
    let Work { built, keeping, .. } = work;
    let out = built.out;
    Ok(Round {
        of_complete: mode.complete,
        is_complete: becomes_complete(to, &out),
        converted: (Json::Object(out), keeping.finish()),
    })
}

/// An object that is being converted.
pub(super) struct Work<'a, 'k> {
    pub(super) mode: Mode<'k>,
    /// What was kept of the side that is converted to.
    pub(super) kept: Option<&'k Kept>,
    pub(super) built: Building<'a>,
    /// What the side that is converted from loses.
    pub(super) keeping: Keeping,
    /// What values lose into which steps of this object reach, by the step of the value.
    pub(super) reached: Vec<(usize, Kept)>,
    /// Values that came back as absent, where steps of this object may reach into them yet, by the step of the value.
    pub(super) absent: Vec<(usize, Json<'a>)>,
    /// Values of which nothing was said, and into which steps reach.
    pub(super) stood: Vec<Stood<'a>>,
    preserves: bool,
}

impl<'a, 'k> Work<'a, 'k> {
    pub(super) fn step(&self, step: usize) -> Option<&'a StepPlan> {
        self.built.plan.steps.get(step)
    }

    pub(super) fn kept_at(&self, path: &[String]) -> Option<&'k Kept> {
        self.kept.and_then(|kept| kept.get(path))
    }

    fn is_kept(&self, read: &Read) -> bool {
        read.taken
            .and_then(|(step, _)| self.step(step))
            .is_some_and(|step| {
                self.built
                    .target(step)
                    .iter()
                    .any(|place| self.kept_at(&place.path).is_some())
            })
    }

    /// A member that no step reads.
    fn unknown(&mut self, name: std::borrow::Cow<'a, str>, value: Json<'a>) {
        if self.preserves && get(&self.built.out, &name).is_none() {
            self.built.out.push((name, value));
        } else if self.mode.keeping
            && self
                .built
                .plan
                .sides
                .of(self.mode.direction.from())
                .preserves
        {
            let kept = Kept::of(Some(&value));
            self.keeping.insert(&[name.into_owned()], kept);
        }
    }

    /// A member at a step's place: run at once if it is all that the step needs.
    fn take(&mut self, index: usize, place: usize, value: Json<'a>) -> Result<()> {
        if let Some((node, from, to)) = self.built.at_once(index) {
            return self.nest(index, node, from, to, Some(value));
        }
        self.built.slots.set(index, place, value);
        Ok(())
    }

    /// A step of one place each.
    fn nest(
        &mut self,
        index: usize,
        node: &'a Node,
        from: &'a Place,
        to: &'a Place,
        input: Option<Json<'a>>,
    ) -> Result<()> {
        self.built.mark(index);
        let kept = self
            .kept_at(&to.path)
            .or_else(|| self.absent_around(&to.path));
        let ends = Ends::places(from, to);
        // Defaults below objects that are not there wait until it is known whether they are.
        let mode = Mode {
            complete: self.mode.complete && (input.is_some() || to.path.len() == 1),
            ..self.mode
        };
        let is_unsaid = input.is_none();
        // Without the object that it would be in, nothing need stand there.
        let is_missing = to.path.len() > 1 && input.as_ref().is_some_and(Json::is_null);
        let was_absent = matches!(kept, Some(Kept::Absent)).then(|| input.clone());
        let (output, lost) = named(child(node, ends, input, kept, mode), &from.path.join("."))?;
        if let (None, Some(input)) = (&output, was_absent.flatten()) {
            self.absent.push((index, input));
        }
        if output.is_none()
            && mode.complete
            && !is_missing
            && to.is_required
            && (self.step(index)).is_some_and(|step| step.maps_each() || step.lacks(mode.direction))
        {
            return named(Err(ConversionError::new(NOTHING)), &from.path.join("."));
        }
        self.lose(index, lost);
        if let Some(output) = output {
            if is_unsaid {
                self.note_stood(index, node, ends, kept, &output);
            }
            self.built.put(&to.path, output);
        }
        Ok(())
    }

    /// The steps that did not run while members were read. `object`: whose members they are, if what is lost is wanted.
    fn rest(&mut self, object: Option<&Json>) -> Result<()> {
        let plan = self.built.plan;
        for index in plan
            .sides
            .of(self.mode.direction.to())
            .order
            .iter()
            .copied()
        {
            let Some(step) = plan.steps.get(index) else {
                continue;
            };
            if self.built.done.get(index).copied().unwrap_or(true) {
                continue;
            }
            let mut inputs = self.built.slots.take(index, self.built.source(step).len());
            if let (Some(node), [from], [to]) = (
                step.nest(),
                self.built.source(step),
                self.built.target(step),
            ) && !to.is_metadata
            {
                let input = inputs.pop().flatten();
                let wanted = input.is_some()
                    || (self.mode.complete && (to.has_default || to.is_required))
                    || self.kept_at(&to.path).is_some();
                if wanted {
                    self.nest(index, node, from, to, input)?;
                }
                continue;
            }
            self.built.mark(index);
            let direction = self.mode.direction;
            if holder::is_missing(plan, step, direction, object, &self.built.out)
                || self.is_among_nothing(step, object)
                || object.is_some_and(|object| {
                    holder::is_nowhere(plan, step, direction, object, &self.built.out)
                })
            {
                continue;
            }
            let kept: Vec<Option<&Kept>> = self
                .built
                .target(step)
                .iter()
                .map(|place| {
                    self.kept_at(&place.path)
                        .or_else(|| self.absent_around(&place.path))
                })
                .collect();
            let is_within = object.is_none_or(|object| self.is_within(step, object));
            let mode = Mode {
                deep: self.built.stands_among(step),
                ..self.mode
            };
            let (outputs, lost) = run_step(step, &inputs, &kept, is_within, mode)?;
            for (place, output) in self.built.target(step).iter().zip(outputs) {
                match output {
                    // What the object is called makes no object by itself.
                    Some(_)
                        if step.is_own()
                            && kept.iter().all(Option::is_none)
                            && !paths::has_parent(&self.built.out, &place.path) => {}
                    Some(output) => self.built.put(&place.path, output),
                    // It was copied with the rest of the metadata.
                    None if place.is_metadata => paths::remove(&mut self.built.out, &place.path),
                    None => {}
                }
            }
            let places = self.built.source(step).iter();
            let lost = match object {
                Some(object) if step.is_own() => places
                    .zip(lost)
                    .map(|(place, lost)| self.lost_of_own(lost, object, place))
                    .collect(),
                _ => lost,
            };
            self.keep(step, lost);
        }
        Ok(())
    }
}
