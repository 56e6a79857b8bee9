//! An object that is kept as a whole, in place of what becomes of the live one.

use super::{
    Converter,
    hop::{Hopped, is_same, way_back},
    object::TAGS,
    route::Hop,
};
use crate::convert::{
    engine::{Lists, Mode, merge, merge_wholes},
    json::{Json, same},
    kept::Kept,
    memoryless::{COMMON, paths},
    plan::Place,
};

impl Converter {
    /// Converts an object by a mapping, and takes what it was as a whole in place of what becomes of it, where that is kept and
    /// the live object is made of it.
    pub(super) fn replaced<'a>(
        &self,
        hop: &Hop<'a>,
        json: &Json<'a>,
        kept: Option<&Kept>,
        mode: Mode,
    ) -> Hopped<'a> {
        let Some(snapshot) = kept.and_then(Kept::itself) else {
            return self.outcome(hop, json, kept, mode);
        };
        let (back, way) = way_back(hop, mode);
        let is_made_of = |candidate: &Json<'a>, kept: Option<&Kept>| {
            self.takes(hop.to, candidate)
                && self
                    .outcome(&back, candidate, kept, way)
                    .is_ok_and(|(made, _)| is_same(&made, json))
        };
        match self.outcome(hop, json, kept, mode) {
            Ok((there, lost)) => {
                let edited = || self.edited(hop, json, &there, snapshot, mode);
                let edited = std::iter::once_with(edited).flatten().flatten();
                for (snapshot, base) in std::iter::once((snapshot.clone(), None)).chain(edited) {
                    for parts in Parts::of(&snapshot, &there) {
                        let Some(candidate) = with_parts(&there, &snapshot, kept, *parts) else {
                            continue;
                        };
                        // What is lost was of the object in whose place it stands, but for the part that stays and for what
                        // was edited.
                        let rest = lost.clone().and_then(|lost| parts.not_of(lost));
                        let since = base.as_ref().and_then(|base| lost.clone()?.beside(base));
                        let all = [rest, since, lost.clone()].into_iter().flatten().map(Some);
                        let mut all = std::iter::once(None).chain(all);
                        if let Some(lost) = all.find(|lost| is_made_of(&candidate, lost.as_ref())) {
                            return Ok((candidate, lost));
                        }
                    }
                }
                Ok((there, lost))
            }
            Err(error) => {
                let mut candidates = Parts::of(snapshot, json)
                    .iter()
                    .filter_map(|parts| with_parts(json, snapshot, kept, *parts));
                let candidate = candidates.find(|candidate| is_made_of(candidate, None));
                candidate.map(|candidate| (candidate, None)).ok_or(error)
            }
        }
    }

    /// An object that was kept as a whole, and an edit since: where that makes nothing else of the live object than of what the
    /// kept one became, it is as it was. With it, what was lost of what the kept one became.
    fn edited<'a>(
        &self,
        hop: &Hop<'a>,
        json: &Json<'a>,
        there: &Json<'a>,
        snapshot: &Json<'a>,
        mode: Mode,
    ) -> Option<impl Iterator<Item = (Json<'a>, Option<Kept>)> + use<'a>> {
        let whole = with_parts(there, snapshot, None, *Parts::of(snapshot, there).first()?)?;
        let translated = |hop: &Hop<'a>, json: Json<'a>| {
            let (json, holes) = self.translated(hop, json, mode.called);
            holes.is_empty().then_some(json)
        };
        let before = translated(&hop.back(), whole)?;
        let (base, lost) = self.outcome(hop, &before, None, mode).ok()?;
        let now = translated(hop, json.clone())?;
        let [base, now] = [base, now].map(|json| {
            let mut members = json.into_members().unwrap_or_default();
            members.retain(|(name, _)| !COMMON.contains(&&**name));
            Json::Object(members)
        });
        let schema = self.objects(hop.to).and_then(Place::schema);
        // Where something of it was edited, an object may be another one: of another variant, which has members of its own.
        let (parts, wholes) = (
            merge(schema.as_ref(), Lists::Paired, [&base, snapshot, &now]),
            merge_wholes(schema.as_ref(), [&base, snapshot, &now]),
        );
        let wholes = (!same(&wholes, &parts)).then_some(wholes);
        let agreed = wholes.clone();
        let agreed = agreed.map(|wholes| with_agreed(wholes, snapshot, there));
        let all = std::iter::once(parts).chain(agreed).chain(wholes);
        Some(all.map(move |together| (together, lost.clone())))
    }
}

/// An object with what the one that was kept and what becomes of the live one have both: no edit touched that.
fn with_agreed<'a>(json: Json<'a>, kept: &Json<'a>, there: &Json<'_>) -> Json<'a> {
    let (mut members, others) = match (json.into_members(), kept.clone().into_members()) {
        (Ok(members), Ok(others)) => (members, others),
        (Ok(members), Err(_)) => return Json::Object(members),
        (Err(json), _) => return json,
    };
    for (name, kept) in others {
        let Some(there) = there.member(&name) else {
            continue;
        };
        let place = members.iter_mut().find(|(member, _)| *member == name);
        match place {
            Some((_, value)) if same(&kept, &there) => *value = kept,
            Some((_, value)) => {
                let own = std::mem::replace(value, Json::NULL);
                *value = with_agreed(own, &kept, &there);
            }
            None if same(&kept, &there) => members.push((name, kept)),
            None => {}
        }
    }
    Json::Object(members)
}

/// What is kept, and beside it what the object was as a whole, with its status or without.
pub(super) fn with_snapshot(lost: Option<Kept>, json: &Json, of_status: bool) -> Kept {
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
    snapshot: &Json<'a>,
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

    /// What is kept of the other parts.
    fn not_of(self, kept: Kept) -> Option<Kept> {
        let Kept::Members(mut members) = kept else {
            return None;
        };
        members.retain(|(name, _)| !self.have(name));
        (!members.is_empty()).then_some(Kept::Members(members))
    }

    fn have(self, name: &str) -> bool {
        match self {
            Self::All => !COMMON.contains(&name),
            Self::WithoutStatus => name != "status" && !COMMON.contains(&name),
            Self::Status => name == "status",
        }
    }
}
