//! One hop between two versions. Where steps reach into objects that others map, what is lost depends on all of them, so the
//! hop is run back at once: what need not be kept is not, and what would come back as something else is kept as a whole.

use super::{Converter, object::COMMON, route::Hop};
use crate::convert::{
    ConversionError,
    engine::{self, Mode},
    json::{Json, same},
    kept::Kept,
};

type Hopped<'a> = Result<(Json<'a>, Option<Kept>), ConversionError>;

impl Converter {
    /// Converts an object by a mapping. Returns it, and what the version it comes from loses.
    pub(super) fn hop<'a>(
        &self,
        hop: &Hop<'a>,
        json: Json<'a>,
        kept: Option<&Kept>,
        mode: Mode,
    ) -> Hopped<'a> {
        if !hop.reaches || mode.passing.is_some() {
            return engine::fields(hop.plan, json, kept, mode);
        }
        let converted = self.restored(hop, json.clone(), kept, mode);
        if let Ok(converted) = &converted
            && let Some(needed) = self.needed(hop, &json, converted, mode)
        {
            return Ok((converted.0.clone(), needed));
        }
        // That nothing stood somewhere may contradict an edit next to it.
        let without = kept.and_then(Kept::without_absence);
        if let Some(kept) = without
            && let Ok(converted) = self.restored(hop, json.clone(), Some(&kept), mode)
            && let Some(needed) = self.needed(hop, &json, &converted, mode)
        {
            return Ok((converted.0, needed));
        }
        let (there, lost) = converted?;
        if !self.is_as_stored(hop.from, &json) {
            return Ok((there, lost));
        }
        let noted = with_snapshot(lost.clone(), &json);
        let is_enough = self.comes_back(hop, &json, &there, Some(&noted), mode);
        Ok((there, if is_enough { Some(noted) } else { lost }))
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
    ) -> Option<Option<Kept>> {
        // What is nothing much may come back by itself, as a default or as what a step makes of nothing.
        if lost.as_ref().is_none_or(Kept::is_blank) && self.comes_back(hop, json, there, None, mode)
        {
            return Some(None);
        }
        let is_enough = lost.is_some() && self.comes_back(hop, json, there, lost.as_ref(), mode);
        is_enough.then(|| lost.clone())
    }

    /// Whether the way back makes of a converted object what it was.
    fn comes_back(
        &self,
        hop: &Hop,
        json: &Json,
        there: &Json,
        kept: Option<&Kept>,
        mode: Mode,
    ) -> bool {
        let back = hop.back();
        let mode = Mode::whole(back.direction, true).called(mode.called);
        self.restored(&back, there.borrowed(), kept, mode)
            .is_ok_and(|(back, _)| is_same(&back, json))
    }

    /// Converts an object by a mapping, and takes what it was as a whole in place of what becomes of it, where that is kept and
    /// the live object is made of it.
    fn restored<'a>(
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
                let candidate = replaced(&there, snapshot);
                Ok(match candidate {
                    Some(candidate) if is_made_of(&candidate, lost.as_ref()) => (candidate, lost),
                    _ => (there, lost),
                })
            }
            Err(error) => {
                let candidate = replaced(&json, snapshot);
                let candidate = candidate.filter(|candidate| is_made_of(candidate, None));
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

/// What is kept, and beside it what the object was as a whole.
fn with_snapshot(lost: Option<Kept>, json: &Json) -> Kept {
    let mut members = json.borrowed().into_members().unwrap_or_default();
    members.retain(|(name, _)| is_in_snapshot(name));
    let lost = lost.unwrap_or_else(|| Kept::Members(Vec::new()));
    Kept::with_itself(Some(lost), &Json::Object(members))
}

/// An object with what another was.
fn replaced<'a>(json: &Json<'a>, snapshot: &Json<'static>) -> Option<Json<'a>> {
    let mut members = json.clone().into_members().ok()?;
    let mut others = snapshot.clone().into_members().ok()?;
    members.retain(|(name, _)| !is_in_snapshot(name));
    others.retain(|(name, _)| is_in_snapshot(name));
    members.extend(others);
    Some(Json::Object(members))
}

/// Whoever may write annotations may not write the status.
fn is_in_snapshot(name: &str) -> bool {
    name != "status" && !COMMON.contains(&name)
}
