//! Structs of one side alone, whose fields are mapped one by one.

use super::{
    maker::{Level, Maker, Side},
    types::{Presence, defaults, leaked, structure, tree},
};
use crate::{
    generate::random::Random,
    table::{Field, Flag, Flags, Key, Shape},
};

impl Maker<'_> {
    pub(super) fn part(
        &mut self,
        random: &mut Random,
        depth: usize,
        level: &mut Level,
    ) -> Option<()> {
        let in_hub = random.one_in(2);
        let presence = match random.below(4) {
            0 => Presence::Plain,
            1 => Presence::Default,
            _ => Presence::option(random),
        };
        let is_flat = matches!(presence, Presence::Plain | Presence::Optional) && random.one_in(3);
        let before = self.without_defaults;
        // The API server sets them in the object around, so that such a struct is never absent.
        self.without_defaults |= is_flat && presence.is_option();
        let name = self.name();
        let side = if in_hub {
            &mut level.hub
        } else {
            &mut level.spoke
        };
        let mut path = side.path.clone();
        path.push(name);
        let inner = Side {
            fields: Vec::new(),
            path,
            is_optional: side.is_optional || presence.is_option(),
        };
        let around = std::mem::replace(side, inner);
        let count = 1 + random.below(3);
        let seed = random.next();
        for nth in 0..count {
            if let Some(mut random) = self.slot(seed, nth) {
                self.fill(&mut random, depth - 1, level)?;
            }
        }
        let side = if in_hub {
            &mut level.hub
        } else {
            &mut level.spoke
        };
        let inner = std::mem::replace(side, around);
        if inner.fields.is_empty() {
            self.without_defaults = before;
            return Some(());
        }
        self.without_defaults = before;
        // A default that says more than those of its members is noted where it need not be: an edit that makes the struct
        // would lose the rest of it otherwise.
        let presence = if inner.fields.iter().all(may_be_left_out) {
            presence
        } else {
            presence.without_default()
        };
        let default = defaults(&inner.fields);
        let ty = structure(self.type_name(), inner.fields);
        let mut field = self.field(random, name, ty, presence)?;
        if presence != presence.without_default() {
            field.keys = leaked(vec![Key::Default(tree(&default))]);
        }
        if is_flat {
            // Nothing is left out of what has no name.
            field.flags = Flags::of(&[Flag::Flatten]);
            field.keys = &[] as &[Key];
        }
        let side = if in_hub {
            &mut level.hub
        } else {
            &mut level.spoke
        };
        side.fields.push(field);
        Some(())
    }
}

/// Whether a default of the struct around it says no more of a field than its own.
fn may_be_left_out(field: &Field) -> bool {
    let has_default = field.keys.iter().any(|key| matches!(key, Key::Default(_)));
    has_default || matches!(field.ty.shape, Shape::Option(_)) && field.flags.has(Flag::SkipIf)
}
