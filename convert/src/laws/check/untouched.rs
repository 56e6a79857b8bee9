//! An edit changes at other versions what it says there, and nothing else that can stand beside it, however much was kept.

use serde_json::Value;

use super::{
    Broken, Subject,
    place::{
        Change, Path, Segment, at, changes, fallen, is_of_union, keyed, leaves, missing, put,
        shown, unkeyed,
    },
};
use crate::{
    generate::Generator,
    json::{Json, same},
    laws::violation::{Law, Violation},
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
    /// What an edit changes is what it, or another of that place, would change if nothing were kept. All else is as it was, unless
    /// it cannot be: with it put back, the version of the edit would not read the edited object.
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
        let back = self.along(&stored, &[version]).ok()?;
        let (was, is) = (
            self.compared(object, version),
            self.compared(&back, version),
        );
        let mut lost = changes(&was, &is);
        // What was not there may come to be around an edit.
        lost.retain(|change| change.before.as_ref().is_some_and(|value| !value.is_null()));
        if lost.is_empty() {
            return None;
        }
        let without = |object: &Value| {
            let mut object = object.clone();
            self.drop_annotation(&mut object);
            let back = self.along(&object, &[version]).ok()?;
            Some(self.compared(&back, version))
        };
        let before = without(&there)?;
        let schema = self.schema(version)?;
        let values = std::iter::once(edit.value.clone()).chain(std::iter::once(Value::Null));
        let probes = (0..PROBES).map(|seed| Generator::new(seed).value(edit.schema));
        for value in values.chain(probes) {
            if lost.is_empty() {
                return None;
            }
            let Some(after) = without(&edited(&value)?) else {
                continue;
            };
            let touched = changes(&before, &after);
            lost.retain(|lost| {
                !touched.iter().any(|change| {
                    let at = if change.after.is_some() {
                        &change.at
                    } else {
                        fallen(&change.at, schema, &after)
                    };
                    overlap(item(at), &lost.at) || is_of_union(&lost.at, &change.at, schema)
                })
            });
        }
        let places: Vec<&[Segment]> = lost.iter().map(|lost| missing(&is, &lost.at)).collect();
        // What came back, with what was lost at these places.
        let restored = |places: &[&[Segment]]| {
            let mut restored = is.clone();
            for place in places {
                put(&mut restored, place, &was)?;
            }
            let mut restored = unkeyed(restored, schema);
            self.annotate_as(&mut restored, &back);
            Some(restored)
        };
        let can_stand = |places: &[&[Segment]]| {
            restored(places).is_some_and(|restored| {
                self.is_complete(version, &restored) && self.is_read_as(&restored, &stored, other)
            })
        };
        let one = places.iter().position(|place| can_stand(&[place]));
        let first = one.or_else(|| can_stand(&places).then_some(0))?;
        let lost = lost.into_iter().nth(first)?;
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

    /// Whether an object is another one at that one's version, whatever travels.
    fn is_read_as(&self, object: &Value, other: &Value, version: &str) -> bool {
        self.along(object, &[version]).is_ok_and(|read| {
            let [read, other] = [&read, other].map(|object| self.compared(object, version));
            same(&Json::of_value(&read), &Json::of_value(&other))
        })
    }

    /// An object of a version as it is compared: without what travels, its lists by what tells their items apart.
    fn compared(&self, object: &Value, version: &str) -> Value {
        let mut object = object.clone();
        self.drop_annotation(&mut object);
        self.sort(&mut object, version);
        keyed(&object, self.schema(version).unwrap_or(&Value::Null))
    }

    fn schema(&self, version: &str) -> Option<&Value> {
        let (_, schema) = self.versions.iter().find(|(name, _)| name == version)?;
        Some(schema)
    }

    /// With what travels with another object.
    fn annotate_as(&self, object: &mut Value, other: &Value) {
        let name = self.converter.annotation();
        if let Some(kept) = other["metadata"]["annotations"].get(name) {
            object["metadata"]["annotations"][name] = kept.clone();
        }
    }
}

/// The item of a list without keys that a place is in, which is another one when it is edited; else the place.
fn item(at: &[Segment]) -> &[Segment] {
    let item = at
        .iter()
        .position(|segment| matches!(segment, Segment::Item(_)));
    item.map_or(at, |item| &at[..=item])
}

/// Whether one is of the other.
fn overlap(a: &[Segment], b: &[Segment]) -> bool {
    a.starts_with(b) || b.starts_with(a)
}
