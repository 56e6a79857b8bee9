//! Live values that the schema of the version they are delivered at refuses, found without looking at what cannot be one.
//!
//! What a valid object satisfies where it comes from is followed through the mapping, and taken out of what it has to satisfy
//! where it goes to. Only the rest is tried on objects, and nothing is opened where no rest is.

mod compile;
pub(super) mod known;
mod test;

use super::{
    json::{Json, Kind, Member, get},
    plan::{Direction, FieldsPlan, SchemaText},
};
pub(super) use compile::{INT_OR_STRING, LIST_TYPE, RULES, holds};
use test::Test;

/// What is tried of a value, and of what is within it.
#[derive(Debug, Default)]
pub(crate) struct Unfit {
    /// Where it is: `.spec.toppings[*].name`. Keys of maps are contents, so they are `*` too.
    path: String,
    test: Option<Test>,
    /// Members that have to be there, and where.
    required: Vec<(String, String)>,
    /// Members that a whole object has: where one is missing, this is a part of one, as server-side apply has it.
    whole: Vec<String>,
    members: Vec<(String, Unfit)>,
    entries: Option<Entries>,
    items: Option<Box<Unfit>>,
}

/// What is tried of the entries of a map.
#[derive(Debug)]
struct Entries {
    /// Members that are none.
    others: Vec<String>,
    each: Box<Unfit>,
}

impl Unfit {
    /// What is to be tried of objects that come this way; nothing where all that is valid stays so.
    pub(crate) fn of_route<'p>(
        route: impl Iterator<Item = (&'p FieldsPlan, Direction)>,
        from: &SchemaText,
        to: &SchemaText,
    ) -> Option<Self> {
        let known = route.fold(from.read(), |schema, (plan, direction)| {
            known::of_fields(plan, direction, &schema)
        });
        compile::root(to.read(), &known)
    }

    /// Names each place where the schema refuses what is there, or that nothing is there.
    pub(crate) fn find<'u>(&'u self, value: &Json, found: &mut impl FnMut(&'u str)) {
        if self.test.as_ref().is_some_and(|test| !test.passes(value)) {
            found(&self.path);
            return;
        }
        match (value.kind(), &self.items) {
            (Kind::Object, _) if self.is_of_objects() => {
                let members = value.members().unwrap_or_default();
                self.find_in_members(&members, found);
            }
            (Kind::Array, Some(each)) => {
                for item in value.items().unwrap_or_default().iter() {
                    each.find(item, found);
                }
            }
            _ => {}
        }
    }

    const fn is_of_objects(&self) -> bool {
        !self.members.is_empty() || !self.required.is_empty() || self.entries.is_some()
    }

    fn find_in_members<'u>(&'u self, members: &[Member], found: &mut impl FnMut(&'u str)) {
        let is_there = |name: &str| get(members, name).is_some();
        for (name, path) in &self.required {
            if !is_there(name) && self.whole.iter().all(|name| is_there(name)) {
                found(path);
            }
        }
        for (name, unfit) in &self.members {
            if let Some(value) = get(members, name) {
                unfit.find(value, found);
            }
        }
        let Some(Entries { others, each }) = &self.entries else {
            return;
        };
        for (name, value) in members {
            if !others.iter().any(|other| other == name) {
                each.find(value, found);
            }
        }
    }
}
