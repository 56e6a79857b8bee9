//! What a handler changed, as a JSON Patch of the object as it came.

mod align;
mod diff;
mod merge;
mod moved;
mod set;

pub(super) use diff::diff;
pub(super) use merge::{Lists, Merge};
