//! One hop between two versions. Where steps reach into objects that others map, what is lost depends on all of them, so the
//! hop is run back at once, which shows what was kept of use and what need be kept.

use std::cell::Cell;

use super::{Converter, choice::without_contradictions, route::Hop};
use crate::convert::{
    ConversionError,
    engine::{self, Mode},
    json::{Json, same},
    kept::Kept,
    memoryless::{self, Called, Hole, Objects, is_named},
};

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
        self.hop_within(hop, json, kept, mode, 0)
    }

    /// The same, where so many hops to and fro ask what becomes of it.
    pub(super) fn hop_within<'a>(
        &self,
        hop: &Hop<'a>,
        json: Json<'a>,
        kept: Option<&Kept>,
        mode: Mode,
        asked: usize,
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
        let made = self.chosen(hop, &json, kept, mode)?;
        if let Some(noted) = self.noted(hop, &json, kept, &made, mode, asked) {
            return Ok((made.0, noted));
        }
        // An object that was kept as a whole came back because nothing was edited, and as what was promised when it was kept.
        let came_back = |kept: &Kept| {
            let is_whole = |whole: &Json| made.1.is_none() && is_of(whole, &made.0);
            kept.itself().is_some_and(is_whole)
        };
        let less = kept.filter(|kept| !came_back(kept)).and_then(|kept| {
            self.with_less(hop, &json, kept, mode, |made| {
                let noted = self.noted(hop, &json, Some(kept), &made, mode, asked)?;
                Some((made.0, noted))
            })
        });
        Ok(less.unwrap_or(made))
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
        Ok((self.both_objects(hop).defaulted(json, there), lost))
    }

    /// Translates an object by a mapping, whatever was kept, and without a look at what is lost. Returns it, and the holes in it.
    pub(super) fn translated<'a>(
        &self,
        hop: &Hop<'a>,
        json: Json<'a>,
        called: Called,
    ) -> (Json<'a>, Vec<Hole>) {
        let mode = memoryless::Mode::whole(hop.direction).called(called);
        let objects = hop.reaches.then(|| self.both_objects(hop));
        memoryless::translate(hop.plan, objects, json, mode)
    }

    fn both_objects(&self, hop: &Hop) -> Objects<'_> {
        Objects {
            from: self.objects(hop.from),
            to: self.objects(hop.to),
        }
    }
}

/// The way back of a hop, and how it will be run.
pub(super) fn way_back<'c, 'm>(hop: &Hop<'c>, mode: Mode<'m>) -> (Hop<'c>, Mode<'m>) {
    let back = hop.back();
    let way = Mode::whole(back.direction, true).called(mode.called);
    (back, way)
}

/// Whether two objects are the same, apart from the version, and from whether one has metadata without members.
pub(super) fn is_same(a: &Json, b: &Json) -> bool {
    same(&compared(a), &compared(b))
}

/// Whether an object is what one was as a whole, apart from its status.
fn is_of(whole: &Json, json: &Json) -> bool {
    let members = whole.borrowed().into_members().unwrap_or_default();
    let mut own = members.iter().filter(|(name, _)| name != "status");
    own.all(|(name, value)| json.member(name).is_some_and(|member| same(&member, value)))
}

fn compared<'j>(json: &'j Json) -> Json<'j> {
    let mut members = json.borrowed().into_members().unwrap_or_default();
    members
        .retain(|(name, value)| name != "apiVersion" && (name != "metadata" || !value.is_empty()));
    Json::Object(members)
}
