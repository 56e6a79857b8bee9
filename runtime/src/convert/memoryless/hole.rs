//! What a translation leaves out because a step refuses it.

use super::{Mode, Result};
use crate::convert::ConversionError;

/// A step that refuses its values, and has no stand-in.
#[derive(Clone, Debug)]
pub(crate) struct Hole {
    /// What is refused, and why.
    pub(crate) error: ConversionError,
    /// Where on the other side something of it would stand.
    pub(crate) places: Vec<Vec<Segment>>,
}

/// One step on the way to a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Segment {
    Member(String),
    Item(usize),
}

impl Segment {
    /// A path of members.
    pub(crate) fn members(path: &[String]) -> Vec<Self> {
        path.iter().cloned().map(Self::Member).collect()
    }
}

impl Mode<'_> {
    /// What is made within a value, and the holes that it has, seen from around the value: errors, and the way to it on the
    /// other side.
    pub(super) fn seen_from<T>(
        self,
        outer: impl Fn(ConversionError) -> ConversionError,
        to: &[Segment],
        made: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let Some(holes) = self.holes else {
            return made().map_err(outer);
        };
        let before = holes.borrow().len();
        let made = made();
        for hole in holes.borrow_mut().iter_mut().skip(before) {
            let error = std::mem::replace(&mut hole.error, ConversionError::new(""));
            hole.error = outer(error);
            for place in &mut hole.places {
                place.splice(..0, to.iter().cloned());
            }
        }
        made.map_err(outer)
    }

    /// What is made, or what is left where it is refused and holes are noted.
    pub(super) fn or_hole<T>(
        self,
        made: Result<T>,
        places: impl FnOnce() -> Vec<Vec<Segment>>,
        left: impl FnOnce() -> T,
    ) -> Result<T> {
        match (made, self.holes) {
            (Err(error), Some(holes)) => {
                let places = places();
                holes.borrow_mut().push(Hole { error, places });
                Ok(left())
            }
            (made, _) => made,
        }
    }
}
