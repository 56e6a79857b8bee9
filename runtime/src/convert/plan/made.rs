//! Objects that need not be there, and that steps make by reaching into them.

use super::Place;
use crate::convert::json::Json;

/// An object that need not be there, with members that must be where it is.
#[derive(Debug)]
pub(crate) struct MadeObject {
    pub(crate) path: Vec<String>,
    /// Its members where they stand among those of the object at the path: it is flattened.
    pub(crate) among: Option<Vec<String>>,
    pub(crate) required: Vec<String>,
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
        let mut names = self.required.iter();
        names.any(|name| object.member(name).is_none())
    }

    /// Whether a place is one that it must have.
    pub(crate) fn requires(&self, place: &Place) -> bool {
        let is_in = |rest: &[String]| matches!(rest, [name] if self.required.contains(name));
        place.path.strip_prefix(&*self.path).is_some_and(is_in)
    }

    /// Whether a place is within it.
    pub(crate) fn has(&self, place: &Place) -> bool {
        let rest = place.path.strip_prefix(&*self.path);
        rest.and_then(<[_]>::first).is_some_and(|name| {
            let names = self.among.as_ref();
            names.is_none_or(|names| names.contains(name))
        })
    }

    /// Whether it is in the object at a place, or is that.
    pub(crate) fn is_within(&self, place: &Place) -> bool {
        self.path.starts_with(&place.path)
    }
}
