//! An edit changes at other versions what it says there, and nothing else, however much was kept.

use serde_json::Value;

use super::{
    Broken, Subject,
    place::{Change, Path, Segment, at, changes, fallen, keyed, leaves, shown},
    tied::are_tied,
};
use crate::{
    convert::laws::violation::{Law, Violation},
    generate::Generator,
};

/// How many other values show what a place has to do with.
const PROBES: u64 = 12;

/// A value that is written in place of another.
pub(super) struct Edit<'s> {
    at: Path,
    value: Value,
    schema: &'s Value,
}

impl<'s> Edit<'s> {
    /// Another value in place of a number, text, truth or null somewhere in an object. None that may tell one item of a list from
    /// another: with it, the item is another one.
    pub(super) fn of(object: &Value, schema: &'s Value, seed: u64) -> Option<Self> {
        let mut leaves = leaves(object, schema);
        // Of a product, the lower bits say less.
        let chosen = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let chosen = chosen.checked_rem(u64::try_from(leaves.len()).ok()?)?;
        let (at, schema) = leaves.swap_remove(usize::try_from(chosen).ok()?);
        let value = Generator::new(seed ^ 0x000e_d170).value(schema);
        Some(Self { at, value, schema })
    }
}

impl Subject<'_> {
    /// What an edit changes is what it would change if nothing were kept. Steps of several values, or with a stand-in, and whole
    /// variants, may give up what was kept of one of them for an edit of another.
    pub(super) fn untouched(
        &self,
        object: &Value,
        version: &str,
        other: &str,
        edit: &Edit<'_>,
    ) -> Broken {
        let there = self.along(object, &[other]).ok()?;
        let edited = |value: &Value| {
            let mut edited = there.clone();
            *at(&mut edited, &edit.at)? = value.clone();
            Some(edited)
        };
        let stored = edited(&edit.value)?;
        if !self.is_complete(other, &stored) {
            return None;
        }
        let (_, schema) = self.versions.iter().find(|(name, _)| name == version)?;
        let compared = |mut object: Value| {
            self.drop_annotation(&mut object);
            self.sort(&mut object, version);
            keyed(&object, schema)
        };
        let back = self.along(&stored, &[version]).ok()?;
        let mut lost = changes(&compared(object.clone()), &compared(back));
        // What was not there may come to be around an edit.
        lost.retain(|change| change.before.as_ref().is_some_and(|value| !value.is_null()));
        let without = |object: &Value| {
            let mut object = object.clone();
            self.drop_annotation(&mut object);
            self.along(&object, &[version]).ok().map(compared)
        };
        let before = without(&there)?;
        let values = std::iter::once(edit.value.clone()).chain(std::iter::once(Value::Null));
        let probes = (0..PROBES).map(|seed| Generator::new(seed).value(edit.schema));
        for value in values.chain(probes) {
            if lost.is_empty() {
                return None;
            }
            if let Some(after) = without(&edited(&value)?) {
                let touched = changes(&before, &after);
                lost.retain(|lost| {
                    !touched.iter().any(|change| {
                        let at = if change.after.is_some() {
                            &change.at
                        } else {
                            fallen(&change.at, schema, &after)
                        };
                        overlap(at, &lost.at)
                    })
                });
            }
        }
        if !lost.is_empty() {
            let plan = self.plan.get_or_init(|| self.converter.plan());
            lost.retain(|lost| !are_tied(plan, &edit.at, &lost.at));
        }
        let lost = lost.into_iter().next()?;
        Some(Box::new(Violation {
            law: Law::Untouched,
            route: [version, other, version].map(str::to_owned).to_vec(),
            path: shown(&lost.at),
            expected: Change::shown(lost.before),
            actual: Change::shown(lost.after),
            object: object.clone(),
            error: String::new(),
            edit: format!("{} = {} at {other}", shown(&edit.at), edit.value),
            seed: 0,
        }))
    }
}

/// Whether one is of the other.
fn overlap(a: &[Segment], b: &[Segment]) -> bool {
    a.starts_with(b) || b.starts_with(a)
}
