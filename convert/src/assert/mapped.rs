//! The fields that the steps name are the hub's.

use super::{field, fits::fits, has, has_name, meant, structure};
use crate::SpokeOf;
use crate::schema::Schema;
use crate::table::Struct;
use wheelwright_schema::assert::{Message, same};

/// What is in a type where the two versions fit, and of which rustc says nothing where they do not: neither that a field is
/// missing nor that there is none, nor that one is of another type; and where the mapping has errors of its own.
#[must_use]
pub const fn valid_mapping<S: SpokeOf<H>, H>() -> usize {
    const { &S::MAPPING };
    0
}

/// The field that is written has one in the hub that it becomes, of its type unless it maps by itself.
#[track_caller]
pub const fn carried<S: SpokeOf<H> + Schema, H: Schema>(from: &str, to: &str, is_nested: bool) {
    let (Some(spoke), Some(hub)) = (structure(S::TYPE), structure(H::TYPE)) else {
        return;
    };
    match (field(spoke, from), field(hub, to)) {
        (Some(here), Some(there)) => {
            let may_refuse = [S::FALLIBLE_UP, S::FALLIBLE_DOWN];
            fits([from, to], [here, there], is_nested, may_refuse);
        }
        (_, None) if !is_nested && same(from, to) => nothing_there(to, true, H::TYPE.name, hub),
        _ => {}
    }
}

/// The field that a key names is in the hub.
#[track_caller]
pub const fn there<H: Schema>(name: &str) {
    if let Some(hub) = structure(H::TYPE)
        && field(hub, name).is_none()
    {
        nothing_there(name, false, H::TYPE.name, hub);
    }
}

#[track_caller]
const fn nothing_there(name: &str, is_here: bool, hub_name: &str, hub: &Struct) {
    let is_skipped = has_name(hub.skipped, name);
    let mut message = Message::new(if is_skipped {
        "serde skips what in the hub is called "
    } else {
        "nothing in the hub is called "
    });
    message.quote(name);
    if is_here {
        message.text(" as the field here is");
    }
    message.text(if is_skipped {
        ", so that it is in no version; "
    } else {
        "; "
    });
    match meant(hub, name) {
        Some(meant) if !is_skipped && !is_here => {
            message.text("did you mean ").quote(meant).text("?").fail();
        }
        _ => has(&mut message, hub_name, hub),
    }
    message
        .text("; write where it goes: `rename = \"field\"`, `to = \"field.inner\"`, or `removed` where the hub has nothing like it")
        .fail();
}
