//! One hop between two versions. Where steps reach into objects that others map, what is lost depends on all of them, so the
//! hop is run back at once: what need not be kept is not, and what would come back as something else is kept as a whole.

use std::cell::Cell;

use super::{
    Converter,
    object::{COMMON, is_named},
    route::Hop,
};
use crate::convert::{
    ConversionError,
    engine::{self, Mode, paths},
    json::{Json, Members, get, same, same_option},
    kept::{Keeping, Kept},
};

/// Members of `metadata` that steps may read and write.
const TAGS: [&str; 2] = ["labels", "annotations"];

type Hopped<'a> = Result<(Json<'a>, Option<Kept>), ConversionError>;

/// How the way back is run that is looked at.
#[derive(Clone, Copy)]
enum Back {
    /// As it will be, with a look at the way there from it.
    Chosen,
    /// Once.
    Restored,
}

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
        let (converted, needed) = self.chosen(hop, &json, kept, mode, Back::Chosen);
        if let (Ok((there, _)), Some(needed)) = (&converted, needed) {
            return Ok((there.clone(), needed));
        }
        let without = || {
            let kept = kept.filter(|kept| kept.has_absence())?;
            let without = kept.without_absence();
            self.restored(hop, json.clone(), without.as_ref(), mode)
                .ok()
        };
        let (there, lost) = converted?;
        if let Some(noted) = self.noted(hop, &json, (&there, lost.as_ref()), mode) {
            return Ok((there, Some(noted)));
        }
        if let Some((there, lost)) = without()
            && let Some(noted) = self.noted(hop, &json, (&there, lost.as_ref()), mode)
        {
            return Ok((there, Some(noted)));
        }
        Ok((there, lost))
    }

    /// What is lost, and besides what must be kept for the way back to make what it was: labels and annotations that would
    /// come back as others, then the object as a whole, and its status. Nothing if it does not even with that.
    fn noted(
        &self,
        hop: &Hop,
        json: &Json,
        (there, lost): (&Json, Option<&Kept>),
        mode: Mode,
    ) -> Option<Kept> {
        let is_enough =
            |kept: &Kept| self.comes_back(hop, json, there, Some(kept), mode, Back::Chosen);
        let tagged = self.with_tags(hop, json, (there, lost), mode);
        if let Some(noted) = tagged.as_ref().filter(|noted| is_enough(noted)) {
            return Some(noted.clone());
        }
        // What lacks a default comes back with it. Parts of objects, as server-side apply sends them, get none.
        if is_named(json) && !self.is_as_stored(hop.from, json) {
            return None;
        }
        let beside = tagged.or_else(|| lost.cloned());
        let mut snapshots = [false, true].into_iter();
        snapshots.find_map(|of_status| {
            let noted = with_snapshot(beside.clone(), json, of_status);
            is_enough(&noted).then_some(noted)
        })
    }

    /// Converts an object by a mapping, without what says that nothing stood somewhere if the way back makes something else
    /// otherwise: that may contradict an edit next to it. Beside it what must be kept, if the way back is right.
    #[expect(
        clippy::option_option,
        reason = "no answer, or that nothing is to be kept"
    )]
    fn chosen<'a>(
        &self,
        hop: &Hop<'a>,
        json: &Json<'a>,
        kept: Option<&Kept>,
        mode: Mode,
        back: Back,
    ) -> (Hopped<'a>, Option<Option<Kept>>) {
        let converted = self.restored(hop, json.clone(), kept, mode);
        if let Ok(made) = &converted
            && let Some(needed) = self.needed(hop, json, made, mode, back)
        {
            return (converted, Some(needed));
        }
        let without = kept.filter(|kept| kept.has_absence());
        if let Some(without) = without.map(Kept::without_absence)
            && let Ok(made) = self.restored(hop, json.clone(), without.as_ref(), mode)
            && let Some(needed) = self.needed(hop, json, &made, mode, back)
        {
            return (Ok(made), Some(needed));
        }
        (converted, None)
    }

    /// What must be kept beside a converted object, if anything, for the way back to make what it was. Nothing if it does not
    /// even with all that would be kept.
    #[expect(
        clippy::option_option,
        reason = "no answer, or that nothing is to be kept"
    )]
    fn needed(
        &self,
        hop: &Hop,
        json: &Json,
        (there, lost): &(Json, Option<Kept>),
        mode: Mode,
        back: Back,
    ) -> Option<Option<Kept>> {
        let is_enough = |kept: Option<&Kept>| self.comes_back(hop, json, there, kept, mode, back);
        // What is nothing much may come back by itself, as what a step makes of nothing, and so may what is there by default.
        let is_by_itself =
            |lost: &Kept| lost.is_blank() || self.comes_by_default(hop.from, json, lost);
        if lost.as_ref().is_none_or(is_by_itself) && is_enough(None) {
            return Some(None);
        }
        (lost.is_some() && is_enough(lost.as_ref())).then(|| lost.clone())
    }

    /// Whether the way back makes of a converted object what it was.
    fn comes_back(
        &self,
        hop: &Hop,
        json: &Json,
        there: &Json,
        kept: Option<&Kept>,
        mode: Mode,
        back: Back,
    ) -> bool {
        let way = hop.back();
        let mode = Mode::whole(way.direction, true).called(mode.called);
        let made = match back {
            Back::Chosen if kept.is_some_and(Kept::has_absence) => {
                let (made, _) = self.chosen(&way, &there.borrowed(), kept, mode, Back::Restored);
                made
            }
            _ => self.restored(&way, there.borrowed(), kept, mode),
        };
        made.is_ok_and(|(made, _)| is_same(&made, json))
    }

    /// What is kept, and beside it the labels and annotations that would come back as others. Nothing where none would.
    fn with_tags(
        &self,
        hop: &Hop,
        json: &Json,
        (there, lost): (&Json, Option<&Kept>),
        mode: Mode,
    ) -> Option<Kept> {
        let back = hop.back();
        let mode = Mode::whole(back.direction, true).called(mode.called);
        let (made, _) = self.restored(&back, there.borrowed(), lost, mode).ok()?;
        let mut noted = Keeping::of(lost.cloned());
        let mut differs = false;
        for member in TAGS {
            let tags = |object: &Json| -> Members<'static> {
                let tags = object
                    .member("metadata")
                    .and_then(|of| of.member(member).map(Json::into_owned));
                tags.and_then(|tags| tags.into_members().ok())
                    .unwrap_or_default()
            };
            let (before, after) = (tags(json), tags(&made));
            for (name, _) in before.iter().chain(&after) {
                let value = get(&before, name);
                if !same_option(value, get(&after, name)) {
                    differs = true;
                    let path = ["metadata", member, name].map(str::to_owned);
                    noted.insert(&path, Kept::of(value));
                }
            }
        }
        differs.then(|| noted.finish()).flatten()
    }

    /// Converts an object by a mapping. That nothing stood somewhere is not heeded where a valid object would lack what it
    /// must have: an edit is what it stands in.
    pub(super) fn restored<'a>(
        &self,
        hop: &Hop<'a>,
        json: Json<'a>,
        kept: Option<&Kept>,
        mode: Mode,
    ) -> Hopped<'a> {
        let Some(absence) = kept.filter(|kept| kept.has_absence() && is_named(&json)) else {
            return self.replaced(hop, json, kept, mode);
        };
        let made = self.replaced(hop, json.clone(), kept, mode);
        let lacks = |made: &(Json, Option<Kept>)| self.lacks(hop.to, &made.0);
        if made.as_ref().is_ok_and(lacks) && !self.lacks(hop.from, &json) {
            let without = absence.without_absence();
            let other = self.replaced(hop, json, without.as_ref(), mode);
            if other.as_ref().is_ok_and(|other| !lacks(other)) {
                return other;
            }
        }
        made
    }

    /// Converts an object by a mapping, and takes what it was as a whole in place of what becomes of it, where that is kept and
    /// the live object is made of it.
    fn replaced<'a>(
        &self,
        hop: &Hop<'a>,
        json: Json<'a>,
        kept: Option<&Kept>,
        mode: Mode,
    ) -> Hopped<'a> {
        let Some(snapshot) = kept.and_then(Kept::itself) else {
            return engine::fields(hop.plan, json, kept, mode);
        };
        let way = Mode::whole(hop.direction.reverse(), true).called(mode.called);
        let is_made_of = |candidate: &Json<'a>, kept: Option<&Kept>| {
            self.takes(hop.to, candidate)
                && engine::fields(hop.plan, candidate.clone(), kept, way)
                    .is_ok_and(|(made, _)| is_same(&made, &json))
        };
        match engine::fields(hop.plan, json.clone(), kept, mode) {
            Ok((there, lost)) => {
                for parts in Parts::of(snapshot, &there) {
                    let Some(candidate) = with_parts(&there, snapshot, kept, *parts) else {
                        continue;
                    };
                    // What is lost was of the object in whose place it stands.
                    if is_made_of(&candidate, None) {
                        return Ok((candidate, None));
                    }
                    if is_made_of(&candidate, lost.as_ref()) {
                        return Ok((candidate, lost));
                    }
                }
                Ok((there, lost))
            }
            Err(error) => {
                let mut candidates = Parts::of(snapshot, &json)
                    .iter()
                    .filter_map(|parts| with_parts(&json, snapshot, kept, *parts));
                let candidate = candidates.find(|candidate| is_made_of(candidate, None));
                candidate.map(|candidate| (candidate, None)).ok_or(error)
            }
        }
    }
}

/// Whether two objects are the same, apart from the version, and from whether one has metadata without members.
fn is_same(a: &Json, b: &Json) -> bool {
    same(&compared(a), &compared(b))
}

fn compared<'j>(json: &'j Json) -> Json<'j> {
    let mut members = json.borrowed().into_members().unwrap_or_default();
    members
        .retain(|(name, value)| name != "apiVersion" && (name != "metadata" || !value.is_empty()));
    Json::Object(members)
}

/// What is kept, and beside it what the object was as a whole, with its status or without.
fn with_snapshot(lost: Option<Kept>, json: &Json, of_status: bool) -> Kept {
    let parts = if of_status {
        Parts::All
    } else {
        Parts::WithoutStatus
    };
    let mut members = json.borrowed().into_members().unwrap_or_default();
    members.retain(|(name, _)| parts.have(name));
    let lost = lost.unwrap_or_else(|| Kept::Members(Vec::new()));
    Kept::with_itself(Some(lost), &Json::Object(members))
}

/// An object with what another was, and with the labels and annotations that are kept of that.
fn with_parts<'a>(
    json: &Json<'a>,
    snapshot: &Json<'static>,
    kept: Option<&Kept>,
    parts: Parts,
) -> Option<Json<'a>> {
    let mut members = json.clone().into_members().ok()?;
    let mut others = snapshot.clone().into_members().ok()?;
    members.retain(|(name, _)| !parts.have(name));
    others.retain(|(name, _)| parts.have(name));
    members.extend(others);
    for member in TAGS {
        let path = ["metadata", member].map(str::to_owned);
        let Some(Kept::Members(tags)) = kept.and_then(|kept| kept.get(&path)) else {
            continue;
        };
        for (name, kept) in tags {
            let path = ["metadata", member, name].map(str::to_owned);
            match kept.leaf() {
                Some(Some(value)) => {
                    paths::write(&mut members, &path, value.clone());
                }
                Some(None) => paths::remove(&mut members, &path),
                None => {}
            }
        }
    }
    Some(Json::Object(members))
}

/// What an object that was kept as a whole stands in place of. One of spec and status may have been written since.
#[derive(Clone, Copy)]
enum Parts {
    All,
    WithoutStatus,
    Status,
}

impl Parts {
    /// What to try. A status only comes back where there is one.
    fn of(snapshot: &Json, there: &Json) -> &'static [Self] {
        let has_status = |json: &Json| json.member("status").is_some();
        if has_status(snapshot) && has_status(there) {
            &[Self::All, Self::WithoutStatus, Self::Status]
        } else {
            &[Self::WithoutStatus]
        }
    }

    fn have(self, name: &str) -> bool {
        match self {
            Self::All => !COMMON.contains(&name),
            Self::WithoutStatus => name != "status" && !COMMON.contains(&name),
            Self::Status => name == "status",
        }
    }
}
