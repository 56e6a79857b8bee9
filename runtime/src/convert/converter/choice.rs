//! Which of what was kept of a version counts where the object was edited since: what contradicts the edit does not.

use super::{
    Converter,
    hop::{Hopped, is_same},
    route::Hop,
};
use crate::convert::{engine::Mode, json::Json, kept::Kept};

/// So often is tried what contradicts an edit. Beyond it, nothing that was not found to agree is heeded.
const TRIES: usize = 32;

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
        let converted = self.restored(hop, json.clone(), kept, mode);
        let Some(kept) = kept else {
            return converted;
        };
        if let Ok(made) = &converted
            && self.is_undone(hop, json, made, Note::Differences, mode)
        {
            return converted;
        }
        let undone = |kept: Option<&Kept>, note: Note| {
            let made = self.restored(hop, json.clone(), kept, mode).ok()?;
            self.is_undone(hop, json, &made, note, mode).then_some(made)
        };
        let less = kept.has_absence().then(|| kept.without_absence());
        for note in [Note::Differences, Note::Whole] {
            if note == Note::Whole
                && let Ok(made) = &converted
                && self.is_undone(hop, json, made, note, mode)
            {
                return converted;
            }
            let without = less.as_ref().and_then(|less| undone(less.as_ref(), note));
            if let Some(made) = without.or_else(|| with_most(kept, |kept| undone(kept, note))) {
                return Ok(made);
            }
        }
        converted
    }

    /// Whether the way back makes of a converted object what it was, with what is lost and such a note.
    fn is_undone(
        &self,
        hop: &Hop,
        json: &Json,
        (there, lost): &(Json, Option<Kept>),
        note: Note,
        mode: Mode,
    ) -> bool {
        let back = hop.back();
        let way = Mode::whole(back.direction, true).called(mode.called);
        let makes_it = |kept: Option<&Kept>| {
            let made = self.restored(&back, there.borrowed(), kept, way);
            made.is_ok_and(|(made, _)| is_same(&made, json))
        };
        if note == Note::Differences && makes_it(lost.as_ref()) {
            return true;
        }
        let noted = self.with_differences(hop, json, (there, lost.as_ref()), mode);
        match note {
            Note::Differences => noted.is_some_and(|noted| makes_it(Some(&noted))),
            Note::Whole => {
                let beside = noted.or_else(|| lost.clone());
                let mut whole = self.with_whole(hop, json, beside);
                whole.any(|noted| makes_it(Some(&noted)))
            }
        }
    }
}

/// What is noted beside what is lost.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Note {
    /// What comes back as something else.
    Differences,
    /// The object as a whole.
    Whole,
}

/// What is made with the largest part of what was kept that is found to make anything, if nothing of it does.
fn with_most<T>(kept: &Kept, make: impl Fn(Option<&Kept>) -> Option<T>) -> Option<T> {
    let mut made = make(None)?;
    let all = kept.leaves();
    let mut chosen = vec![false; all];
    let mut left = vec![0..all];
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
