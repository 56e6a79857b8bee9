//! What makes an object complete, so that what is absent from it may be filled in.

use crate::{
    json::{Json, Member, get},
    plan::SidePlan,
};

/// Whether an object has all members that a complete one has.
pub(crate) fn is_complete(side: &SidePlan, members: &[Member]) -> bool {
    side.complete
        .iter()
        .all(|name| get(members, name).is_some())
        && (!side.is_root || has_name(members))
}

/// Whether the root object has a name, or is to get one: every object of a client does, and parts of objects may not.
fn has_name(members: &[Member]) -> bool {
    get(members, "metadata").is_some_and(is_name_in)
}

/// The members by which metadata has a name, or asks for one.
const NAMES: [&str; 2] = ["name", "generateName"];

/// Whether metadata has a name, or asks for one.
pub(crate) fn is_name_in(metadata: &Json) -> bool {
    let mut members = metadata.each_member();
    members.any(|(member, _)| NAMES.contains(&&*member))
}

/// Of metadata no more than by which it has a name, or asks for one. None of what is no object.
pub(crate) fn names_in<'a>(metadata: &Json<'a>) -> Option<Json<'a>> {
    let found = metadata.clone().into_members_of(NAMES).ok()?;
    let named = NAMES.into_iter().zip(found);
    let there = named.filter_map(|(name, value)| Some((name.into(), value?)));
    Some(Json::Object(there.collect()))
}
