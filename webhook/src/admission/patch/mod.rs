//! What a handler changed, as a JSON Patch of the object as it came.

mod diff;
mod items;
mod merge;
mod set;

pub(super) use diff::diff;
pub(super) use merge::{Lists, Merge};
