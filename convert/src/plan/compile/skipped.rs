//! Fields that serde skips: they are in no object, and only values of Rust have something there.

use super::Holder;
use crate::{
    plan::member::is_skipped,
    table::{How, Spot, Step},
};

impl Holder {
    /// Whether a step of the hub alone is about such a field.
    pub(super) fn skips(self, step: &Step) -> bool {
        match (self, &step.how, step.hub) {
            (Self::Type(ty), How::Only(_) | How::Default(_), [Spot::Field(names)]) => {
                is_skipped(ty, names)
            }
            _ => false,
        }
    }
}
