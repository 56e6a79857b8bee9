//! What must be kept beside a converted object, as the way back shows.

use super::{
    Converter,
    hop::{Made, is_same, way_back},
    object::TAGS,
    route::Hop,
    whole::with_snapshot,
};
use crate::convert::{
    engine::Mode,
    json::{ByName, Json, Members, same_option},
    kept::{Keeping, Kept},
    memoryless::{COMMON, is_named},
};

/// The hop that asks what the first one did: where each makes of what the other made just that, all after it ask the same again,
/// to and fro, without an end. Nothing contradicts then that both make it by themselves.
const ASKED: usize = 3;

/// What is noted beside what is lost, where that is not enough.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Note {
    /// What comes back as something else.
    Differences,
    /// The object as a whole.
    Whole,
}

impl Note {
    /// What to try, in this order.
    pub(super) const ALL: [Self; 2] = [Self::Differences, Self::Whole];
}

impl Converter {
    /// What must be kept beside a converted object, if anything, for the way back to make what it was. No answer if it does not
    /// with any note.
    #[expect(
        clippy::option_option,
        reason = "no answer, or that nothing is to be kept"
    )]
    pub(super) fn noted(
        &self,
        hop: &Hop,
        json: &Json,
        kept: Option<&Kept>,
        made: &Made,
        mode: Mode,
        asked: usize,
    ) -> Option<Option<Kept>> {
        let (there, lost) = made;
        let (back, way) = way_back(hop, mode);
        let is_enough = |kept: Option<&Kept>| {
            let made = self.chosen(&back, &there.borrowed(), kept, way);
            made.is_ok_and(|(made, _)| is_same(&made, json))
        };
        // What is nothing much may come back by itself, as what a step makes of nothing, and so may what is there by default,
        // and what was made just as the way back makes it.
        let is_by_itself = |lost: &Kept| {
            let made_anew = || {
                if asked >= ASKED {
                    return true;
                }
                let made = self.hop_within(&back, there.borrowed(), None, way, asked + 1);
                made.is_ok_and(|(_, lost)| Kept::same(kept, lost.as_ref()))
            };
            lost.is_blank()
                || self.comes_by_default(hop.from, json, lost)
                || is_enough(None) && made_anew()
        };
        if lost.as_ref().is_none_or(is_by_itself) && is_enough(None) {
            return Some(None);
        }
        let mut notes = Note::ALL.into_iter();
        notes.find_map(|note| self.note(hop, json, made, note, mode, is_enough))
    }

    /// What is lost, with such a note beside it or without, if that is enough.
    #[expect(
        clippy::option_option,
        reason = "no answer, or that nothing is to be kept"
    )]
    pub(super) fn note(
        &self,
        hop: &Hop,
        json: &Json,
        (there, lost): &Made,
        note: Note,
        mode: Mode,
        is_enough: impl Fn(Option<&Kept>) -> bool,
    ) -> Option<Option<Kept>> {
        if note == Note::Differences && is_enough(lost.as_ref()) {
            return Some(lost.clone());
        }
        let noted = self.with_differences(hop, json, (there, lost.as_ref()), mode);
        let noted = match note {
            Note::Differences => noted.filter(|noted| is_enough(Some(noted))),
            Note::Whole => {
                let beside = noted.or_else(|| lost.clone());
                let mut whole = self.with_whole(hop, json, beside);
                whole.find(|noted| is_enough(Some(noted)))
            }
        };
        noted.map(Some)
    }

    /// What is kept, and beside it the object as a whole, without and with its status.
    fn with_whole(
        &self,
        hop: &Hop,
        json: &Json,
        beside: Option<Kept>,
    ) -> impl Iterator<Item = Kept> {
        // What lacks a default comes back with it. Parts of objects, as server-side apply sends them, get none.
        let comes_otherwise = is_named(json) && !self.is_as_stored(hop.from, json);
        let snapshots = [false, true].into_iter();
        snapshots
            .filter(move |_| !comes_otherwise)
            .map(move |of_status| with_snapshot(beside.clone(), json, of_status))
    }

    /// What is kept, and beside it what would come back as something else. Nothing where nothing would.
    fn with_differences(
        &self,
        hop: &Hop,
        json: &Json,
        (there, lost): (&Json, Option<&Kept>),
        mode: Mode,
    ) -> Option<Kept> {
        let (back, way) = way_back(hop, mode);
        let (made, _) = self.restored(&back, &there.borrowed(), lost, way).ok()?;
        let mut differences = Differences {
            noted: Keeping::of(lost.cloned()),
            path: Vec::new(),
            any: false,
        };
        let members = |object: &Json| {
            let mut members = object.borrowed().into_members().unwrap_or_default();
            members.retain(|(name, _)| !COMMON.contains(&&**name));
            Json::Object(members).into_owned()
        };
        differences.between(Some(&members(json)), Some(&members(&made)));
        for member in TAGS {
            let tags = |object: &Json| {
                let metadata = object.member("metadata")?;
                metadata.member(member).map(Json::into_owned)
            };
            differences.path = vec!["metadata".to_owned(), member.to_owned()];
            let nothing = Json::Object(Vec::new());
            let (before, after) = (tags(json), tags(&made));
            differences.between(
                Some(before.as_ref().unwrap_or(&nothing)),
                Some(after.as_ref().unwrap_or(&nothing)),
            );
        }
        differences
            .any
            .then(|| differences.noted.finish())
            .flatten()
    }
}

/// Notes what an object has that comes back as something else, member by member.
struct Differences {
    noted: Keeping,
    path: Vec<String>,
    any: bool,
}

impl Differences {
    fn between(&mut self, before: Option<&Json>, after: Option<&Json>) {
        if same_option(before, after) {
            return;
        }
        let (Some(own), Some(made)) = (before.and_then(members_of), after.and_then(members_of))
        else {
            self.any = true;
            self.noted.insert(&self.path, Kept::of(before));
            return;
        };
        let [of_own, of_made] = [&own, &made].map(ByName::new);
        let others = made.iter().filter(|(name, _)| of_own.get(name).is_none());
        for (name, _) in own.iter().chain(others) {
            self.path.push(name.to_string());
            self.between(of_own.get(name), of_made.get(name));
            self.path.pop();
        }
    }
}

fn members_of<'j>(json: &'j Json) -> Option<Members<'j>> {
    json.borrowed().into_members().ok()
}
