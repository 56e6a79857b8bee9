//! Objects that need not be there, and that steps make by reaching into them.

use super::Place;
use crate::json::{Json, Kind};

/// An object that need not be there, with members that must be where it is.
#[derive(Debug)]
pub(crate) struct MadeObject {
    pub(crate) path: Vec<String>,
    /// Its members where they stand among those of the object at the path: it is flattened.
    pub(crate) among: Option<Vec<String>>,
    /// What must be there where it is: members, and those of objects within it that must be there too.
    pub(crate) required: Vec<Vec<String>>,
    /// The steps that reach into it.
    pub(crate) steps: Vec<usize>,
    /// The step that maps it, if one does.
    pub(crate) holder: Option<usize>,
}

impl MadeObject {
    /// It, of the value at its path.
    pub(crate) fn of<'a>(&self, value: Json<'a>) -> Option<Json<'a>> {
        let Some(names) = &self.among else {
            return Some(value);
        };
        let mut members = value.into_members().ok()?;
        members.retain(|(name, _)| names.iter().any(|own| own == name));
        (!members.is_empty()).then_some(Json::Object(members))
    }

    /// Whether it has not all that it must have.
    pub(crate) fn lacks(&self, object: &Json) -> bool {
        self.required.iter().any(|path| is_missing(object, path))
    }

    /// The paths of what it must have, outer ones first.
    pub(crate) fn required_paths(&self) -> Vec<Vec<String>> {
        let paths = self.required.iter();
        let mut paths: Vec<_> = paths.map(|own| [&*self.path, own].concat()).collect();
        paths.sort_by_key(Vec::len);
        paths
    }

    /// Whether a place is one that it must have, and does not, or is within such a one.
    pub(crate) fn lacks_at(&self, place: &Place, object: &Json) -> bool {
        let mut required = self.required.iter();
        let within = place.path.strip_prefix(&*self.path);
        within.is_some_and(|path| {
            required.any(|own| path.starts_with(own) && is_missing(object, own))
        })
    }

    /// Whether a place is one that it must have, and does not, or is a member of such an object.
    pub(crate) fn asks_for(&self, place: &Place, object: &Json) -> bool {
        let Some(path) = place.path.strip_prefix(&*self.path) else {
            return false;
        };
        let around = path.split_last().map(|(_, around)| around);
        let mut required = self.required.iter();
        required.any(|own| (path == own || around == Some(own)) && is_absent(object, own))
    }

    /// Whether a place is within it.
    pub(crate) fn has(&self, place: &Place) -> bool {
        let rest = place.path.strip_prefix(&*self.path);
        rest.and_then(<[_]>::first).is_some_and(|name| {
            let names = self.among.as_ref();
            names.is_none_or(|names| names.contains(name))
        })
    }
}

/// Whether there is nothing at a path.
fn is_absent(object: &Json, path: &[String]) -> bool {
    path.split_first().is_some_and(|(name, rest)| {
        let member = object.member(name);
        member.is_none_or(|member| is_absent(&member, rest))
    })
}

/// Whether the object that would hold a member is there, and the member is not.
fn is_missing(object: &Json, path: &[String]) -> bool {
    match path {
        [] => false,
        [name] => object.kind() == Kind::Object && object.member(name).is_none(),
        [name, rest @ ..] => object
            .member(name)
            .is_some_and(|inner| is_missing(&inner, rest)),
    }
}
