//! What makes an object complete, so that what is absent from it may be filled in.

use crate::{
    json::{Json, Members, get},
    plan::SidePlan,
};

/// Whether an object has all members that a complete one has.
pub(crate) fn is_complete(side: &SidePlan, members: &Members) -> bool {
    side.complete
        .iter()
        .all(|name| get(members, name).is_some())
        && (!side.is_root || has_name(members))
}

/// Whether the root object has a name, or is to get one: every object of a client does, and parts of objects may not.
fn has_name(members: &Members) -> bool {
    get(members, "metadata").is_some_and(is_name_in)
}

/// Whether metadata has a name, or asks for one.
pub(crate) fn is_name_in(metadata: &Json) -> bool {
    let mut members = metadata.each_member();
    members.any(|(member, _)| matches!(&*member, "name" | "generateName"))
}
