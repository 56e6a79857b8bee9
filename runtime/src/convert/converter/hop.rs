//! One hop between two versions. Where steps reach into objects that others map, what is lost depends on all of them, so the
//! hop is run back at once: what need not be kept is not, and what would come back as something else is kept as a whole.

use std::cell::Cell;

use super::{
    Converter,
    choice::without_contradictions,
    object::{COMMON, is_named},
    route::Hop,
    whole::with_snapshot,
};
use crate::convert::{
    ConversionError,
    engine::{self, Mode},
    json::{Json, Members, get, same, same_option},
    kept::{Keeping, Kept},
};

/// Members of `metadata` that steps may read and write.
pub(super) const TAGS: [&str; 2] = ["labels", "annotations"];

/// A converted object, and what the version it comes from loses.
pub(super) type Made<'a> = (Json<'a>, Option<Kept>);

pub(super) type Hopped<'a> = Result<Made<'a>, ConversionError>;

impl Converter {
    /// Converts an object by a mapping. Returns it, and what the version it comes from loses.
    pub(super) fn hop<'a>(
        &self,
        hop: &Hop<'a>,
        json: Json<'a>,
        kept: Option<&Kept>,
        mode: Mode,
    ) -> Hopped<'a> {
        if !hop.reaches {
            return engine::fields(hop.plan, json, kept, mode);
        }
        if let Some(passing) = mode.passing {
            let has_refused = Cell::new(false);
            let admitting = mode.passing(Some(&has_refused));
            let there = engine::fields(hop.plan, json.clone(), kept, admitting);
            if has_refused.get() {
                passing.set(true);
                return there;
            }
        }
        let mode = mode.passing(None);
        let (there, lost) = self.chosen(hop, &json, kept, mode)?;
        if let Some(noted) = self.noted(hop, &json, kept, (&there, lost.as_ref()), mode) {
            return Ok((there, noted));
        }
        // An object that was kept as a whole came back because nothing was edited, and as what was promised when it was kept.
        let less = kept
            .filter(|kept| kept.itself().is_none())
            .and_then(|kept| {
                self.with_less(hop, &json, kept, mode, |(there, lost)| {
                    let noted =
                        self.noted(hop, &json, Some(kept), (&there, lost.as_ref()), mode)?;
                    Some((there, noted))
                })
            });
        Ok(less.unwrap_or((there, lost)))
    }

    /// What must be kept beside a converted object, if anything, for the way back to make what it was: what is lost, and what
    /// would come back as something else, then the object as a whole, and its status. No answer if it does not even with that.
    #[expect(
        clippy::option_option,
        reason = "no answer, or that nothing is to be kept"
    )]
    fn noted(
        &self,
        hop: &Hop,
        json: &Json,
        kept: Option<&Kept>,
        (there, lost): (&Json, Option<&Kept>),
        mode: Mode,
    ) -> Option<Option<Kept>> {
        let back = hop.back();
        let way = Mode::whole(back.direction, true).called(mode.called);
        let is_enough = |kept: Option<&Kept>| {
            let made = self.chosen(&back, &there.borrowed(), kept, way);
            made.is_ok_and(|(made, _)| is_same(&made, json))
        };
        // What is nothing much may come back by itself, as what a step makes of nothing, and so may what is there by default,
        // and what was made just as the way back makes it.
        let is_by_itself = |lost: &Kept| {
            let made_anew = || {
                let made = self.hop(&back, there.borrowed(), None, way);
                made.is_ok_and(|(_, lost)| Kept::same(kept, lost.as_ref()))
            };
            lost.is_blank()
                || self.comes_by_default(hop.from, json, lost)
                || kept.is_some() && is_enough(None) && made_anew()
        };
        if lost.is_none_or(is_by_itself) && is_enough(None) {
            return Some(None);
        }
        if lost.is_some() && is_enough(lost) {
            return Some(lost.cloned());
        }
        let noted = self.with_differences(hop, json, (there, lost), mode);
        if noted.is_some() && is_enough(noted.as_ref()) {
            return Some(noted);
        }
        let beside = noted.or_else(|| lost.cloned());
        let mut whole = self.with_whole(hop, json, beside);
        whole.find(|noted| is_enough(Some(noted))).map(Some)
    }

    /// What is kept, and beside it the object as a whole, without and with its status.
    pub(super) fn with_whole(
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
    pub(super) fn with_differences(
        &self,
        hop: &Hop,
        json: &Json,
        (there, lost): (&Json, Option<&Kept>),
        mode: Mode,
    ) -> Option<Kept> {
        let back = hop.back();
        let mode = Mode::whole(back.direction, true).called(mode.called);
        let (made, _) = self.restored(&back, &there.borrowed(), lost, mode).ok()?;
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

    /// Converts an object by a mapping. What was kept is not heeded where a valid object would lack what it must have because of
    /// it: an edit is what it stands in.
    pub(super) fn restored<'a>(
        &self,
        hop: &Hop<'a>,
        json: &Json<'a>,
        kept: Option<&Kept>,
        mode: Mode,
    ) -> Hopped<'a> {
        let made = self.replaced(hop, json, kept, mode);
        if !is_named(json) {
            return made;
        }
        let tagged = |kept: &&Kept| kept.get(&["metadata".to_owned()]).is_some();
        let lacks = |made: &Made| self.lacks(hop.to, &made.0);
        match kept.filter(|kept| kept.has_absence() || tagged(kept)) {
            Some(kept) if made.as_ref().is_ok_and(lacks) && !self.lacks(hop.from, json) => {
                let less = without_contradictions(kept, |kept| {
                    let made = self.replaced(hop, json, kept, mode).ok()?;
                    (!lacks(&made)).then_some(made)
                });
                less.map_or(made, Ok)
            }
            _ => made,
        }
    }

    /// Converts an object by a mapping alone. Of a whole object, what stands there by default is there.
    pub(super) fn outcome<'a>(
        &self,
        hop: &Hop<'a>,
        json: &Json<'a>,
        kept: Option<&Kept>,
        mode: Mode,
    ) -> Hopped<'a> {
        let (there, lost) = engine::fields(hop.plan, json.clone(), kept, mode)?;
        let defaulted = is_named(json).then(|| self.defaulted(hop.to, &there));
        Ok(match defaulted.flatten() {
            Some(defaulted) if self.is_as_stored(hop.from, json) => (defaulted, lost),
            _ => (there, lost),
        })
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
        let others = made.iter().filter(|(name, _)| get(&own, name).is_none());
        for (name, _) in own.iter().chain(others) {
            self.path.push(name.to_string());
            self.between(get(&own, name), get(&made, name));
            self.path.pop();
        }
    }
}

fn members_of<'j>(json: &'j Json) -> Option<Members<'j>> {
    json.borrowed().into_members().ok()
}

/// Whether two objects are the same, apart from the version, and from whether one has metadata without members.
pub(super) fn is_same(a: &Json, b: &Json) -> bool {
    same(&compared(a), &compared(b))
}

fn compared<'j>(json: &'j Json) -> Json<'j> {
    let mut members = json.borrowed().into_members().unwrap_or_default();
    members
        .retain(|(name, value)| name != "apiVersion" && (name != "metadata" || !value.is_empty()));
    Json::Object(members)
}
