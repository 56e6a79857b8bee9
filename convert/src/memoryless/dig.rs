//! What steps want from within the members of an object.

use super::fields::Work;
use crate::{json::Json, plan::Read};

impl<'a> Work<'a, '_> {
    /// Reads what steps want from within a member.
    pub(super) fn dig(&mut self, read: &'a Read, value: &Json<'a>) {
        let mut cursor = 0;
        for (name, value) in value.to_members().unwrap_or_default().iter() {
            let Some(read) = read.below.find(name, &mut cursor) else {
                continue;
            };
            if !read.below.is_empty() {
                self.dig(read, value);
            }
            if let Some((step, place)) = read.taken {
                self.built.slots.set(step, place, value.clone());
            }
        }
    }
}
