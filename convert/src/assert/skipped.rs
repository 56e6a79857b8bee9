//! Fields of the hub that serde skips: they are in no version, and only `From` has to put something there.

use super::{has_name, structure};
use crate::table::{How, Spot, Step, Struct, Type};
use wheelwright_schema::assert::Message;

/// Nothing but `added` says what becomes of one. Of a field that becomes one by itself, and of what is further within, it is said
/// at the key.
#[track_caller]
pub const fn skipped(hub: &'static Type, steps: &[Step]) {
    let Some(of) = structure(hub) else { return };
    if of.skipped.is_empty() {
        return;
    }
    let mut i = 0;
    while i < steps.len() {
        if !matches!(steps[i].how, How::Only(_) | How::Default(_) | How::Nest(_)) {
            none_of(of, steps[i].hub);
        }
        i += 1;
    }
}

#[track_caller]
const fn none_of(of: &Struct, spots: &[Spot]) {
    let mut i = 0;
    while i < spots.len() {
        if let Spot::Field([name]) = spots[i]
            && has_name(of.skipped, name)
        {
            Message::new("serde skips ")
                .quote(name)
                .text(" of the hub, so that it is in no version, and what would become it would be lost; write `removed` here, and on the type what conversions of Rust values put there: `added(")
                .text(name)
                .text(" = value)`")
                .fail();
        }
        i += 1;
    }
}
