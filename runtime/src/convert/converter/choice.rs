//! Which of what was kept of a version counts where the object was edited since: what contradicts the edit does not.

use super::{
    Converter,
    hop::{Hopped, Made, is_same, way_back},
    notes::Note,
    route::Hop,
};
use crate::convert::{engine::Mode, json::Json, kept::Kept};

/// So often is tried what contradicts an edit. Beyond it, nothing that was not found to agree is heeded.
const TRIES: usize = 16;

impl Converter {
    /// Converts an object by a mapping, with all that was kept if the way back makes of that what it was. Otherwise without
    /// what says that nothing stood somewhere, which may contradict an edit next to it; and otherwise with as much as does not
    /// contradict it. How the way back chooses is not asked, so that it can be foretold by a call of this.
    pub(super) fn chosen<'a>(
        &self,
        hop: &Hop<'a>,
        json: &Json<'a>,
        kept: Option<&Kept>,
        mode: Mode,
    ) -> Hopped<'a> {
        let converted = self.restored(hop, json, kept, mode);
        let Some(kept) = kept else {
            return converted;
        };
        let is_undone = |made: &Made, note: Note| self.is_undone(hop, json, made, note, mode);
        for note in Note::ALL {
            if converted.as_ref().is_ok_and(|made| is_undone(made, note)) {
                break;
            }
            let accept = |made: Made<'a>| is_undone(&made, note).then_some(made);
            if let Some(made) = self.with_less(hop, json, kept, mode, accept) {
                return Ok(made);
            }
        }
        converted
    }

    /// Converts an object with less than all that was kept, such that something can be made of the result.
    pub(super) fn with_less<'a, T>(
        &self,
        hop: &Hop<'a>,
        json: &Json<'a>,
        kept: &Kept,
        mode: Mode,
        accept: impl Fn(Made<'a>) -> Option<T>,
    ) -> Option<T> {
        let with = |kept: Option<&Kept>| {
            let made = self.restored(hop, json, kept, mode).ok()?;
            accept(made)
        };
        without_contradictions(kept, with)
    }

    /// Whether the way back makes of a converted object what it was, with what is lost or with such a note.
    fn is_undone(&self, hop: &Hop, json: &Json, made: &Made, note: Note, mode: Mode) -> bool {
        let (back, way) = way_back(hop, mode);
        let makes_it = |kept: Option<&Kept>| {
            let returned = self.restored(&back, &made.0.borrowed(), kept, way);
            returned.is_ok_and(|(returned, _)| is_same(&returned, json))
        };
        self.note(hop, json, made, note, mode, makes_it).is_some()
    }
}

/// What is made with all that was kept but what says that nothing stood somewhere, or else with as much as anything is made
/// with.
pub(super) fn without_contradictions<T>(
    kept: &Kept,
    make: impl Fn(Option<&Kept>) -> Option<T>,
) -> Option<T> {
    let less = kept.has_absence().then(|| kept.without_absence());
    less.and_then(|less| make(less.as_ref()))
        .or_else(|| with_most(kept, make))
}

/// What is made with the largest part of what was kept that is found to make anything, if nothing of it does.
fn with_most<T>(kept: &Kept, make: impl Fn(Option<&Kept>) -> Option<T>) -> Option<T> {
    let mut made = make(None)?;
    let all = kept.leaves();
    let mut chosen = vec![false; all];
    let whole = 0..all;
    let mut left = vec![whole];
    let mut tries = 0;
    while let Some(range) = left.pop() {
        let is_all = range.len() == all;
        if !is_all && tries < TRIES {
            tries += 1;
            let mut with = chosen.clone();
            with.get_mut(range.clone())?.fill(true);
            if let Some(more) = make(kept.with_leaves(&with).as_ref()) {
                (made, chosen) = (more, with);
                continue;
            }
        }
        if range.len() > 1 && tries < TRIES {
            let middle = range.start + range.len() / 2;
            left.push(middle..range.end);
            left.push(range.start..middle);
        }
    }
    Some(made)
}
