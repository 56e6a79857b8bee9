//! Conversion by two memoryless translations, one difference and one relation.
//!
//! With `f` the translation to the next version and `g` the one back, a hop hands out `y`, which is `f(x)` with as much of what was
//! kept of that version laid over it as the [relation](relation) and the schema admit, and keeps `diff(g(y), x)`. On the
//! way back `g(y)` is the base again, so that all that was kept gives `x`; and it is admitted, for the relation says the same of
//! `y` and `x` as it said of `x` and `y`, and what the schema refuses of `x` is kept with a mark. So whatever `f` and `g` are, and
//! whatever is admitted, what is read comes back, as long as either makes the same of objects that are the same to the API
//! server: none of it depends on how well was searched for what to admit. Nothing is kept if and only if `g(y)` is `x`.

mod admit;
mod faults;
mod object;

use admit::Admission;

use super::{Converter, route::Hop};
use crate::convert::{
    ConversionError,
    complement::{Complement, Entry, diff, localize},
    json::{Json, same_option},
    memoryless::{Called, Hole, Segment, is_named},
};

impl Converter {
    /// Converts an object to the next version, with what was kept of that. Returns it, and what the version it comes from loses.
    /// `seen`: somebody sees it there, and not only what it becomes after that.
    fn lawful_hop<'a>(
        &self,
        hop: &Hop<'a>,
        live: &Json<'a>,
        kept: Option<&Complement>,
        (called, seen): (Called, bool),
    ) -> Result<(Json<'a>, Option<Complement>), ConversionError> {
        let (plain, holes) = self.translated(hop, live.clone(), called);
        let layout = self.layout(hop.to);
        let mut entries = kept.map_or_else(Vec::new, |kept| localize(kept, layout, Some(&plain)));
        let has_status =
            plain.member("status").is_some() || kept.is_some_and(Complement::makes_status);
        entries.retain(|entry| may_stand(hop, has_status, entry));
        let admission = Admission {
            converter: self,
            hop,
            live,
            called,
            seen,
            is_named: is_named(live),
        };
        let (made, admitted) = admission.of(plain, &entries);
        let made = made.into_owned();
        let back = self.translated(&hop.back(), made.clone(), called).0;
        // What is refused is no loss where something stands for it, or where it is what the way back makes of nothing.
        let is_filled = |hole: &Hole| {
            let mut places = hole.places.iter().filter(|place| !place.is_empty());
            let at = |object: &Json, source: &[Segment]| value_at(object, source);
            let is_made = |source: &Vec<Segment>| {
                let there = at(live, source);
                there.is_some() && same_option(there.as_ref(), at(&back, source).as_ref())
            };
            places.any(|place| admitted.iter().any(|entry| entry.meets(place)))
                || !hole.sources.is_empty() && hole.sources.iter().all(is_made)
        };
        if let Some(hole) = holes.into_iter().find(|hole| !is_filled(hole)) {
            return Err(hole.error);
        }
        let (base, value) = (comparable(&back), comparable(live));
        let layout = self.layout(hop.from);
        let lost = |refused: &[_]| diff(layout, Some(&base), Some(&value), refused);
        if lost(&[]).is_none() {
            return Ok((made, None));
        }
        let faults = self.faults(hop.from, live, admission.is_named, true);
        let refused: Vec<_> = faults.into_iter().map(|fault| fault.at).collect();
        let lost = lost(&refused);
        Ok((made, lost))
    }
}

/// Whether what was kept may stand there: nothing of what is the same at all versions but labels and annotations of steps,
/// and of an object that has no status none, unless it is kept that there was one where none is made.
fn may_stand(hop: &Hop, has_status: bool, entry: &Entry) -> bool {
    let [Segment::Member(first), rest @ ..] = &entry.at[..] else {
        return false;
    };
    match &**first {
        "apiVersion" | "kind" => false,
        "metadata" => {
            let mut places = hop
                .plan
                .steps
                .iter()
                .flat_map(|step| step.places.of(hop.direction.to()));
            let is_of = |path: &[String]| Segment::members(path).starts_with(&entry.at);
            rest.is_empty() || places.any(|place| place.is_metadata && is_of(&place.path))
        }
        "status" => has_status,
        _ => true,
    }
}

/// What stands at a path.
fn value_at(json: &Json, at: &[Segment]) -> Option<Json<'static>> {
    let Some((first, rest)) = at.split_first() else {
        return Some(json.clone().into_owned());
    };
    let within = match first {
        Segment::Member(name) => json.member(name)?.into_owned(),
        Segment::Item(index) => json.each_item().nth(*index)?.into_owned().into_owned(),
    };
    value_at(&within, rest)
}

/// An object as it is compared: apart from the version, and from whether it has metadata without members.
fn comparable<'j>(json: &'j Json) -> Json<'j> {
    let mut members = json.borrowed().into_members().unwrap_or_default();
    members
        .retain(|(name, value)| name != "apiVersion" && (name != "metadata" || !value.is_empty()));
    Json::Object(members)
}
