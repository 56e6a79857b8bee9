//! Structs of one side alone, whose fields are mapped one by one.

use super::{
    maker::{Holder, Level, Maker, Steps},
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
        let side = self.side(random, level);
        let is_within = !level.holder(side).path.is_empty();
        let presence = match random.below(5) {
            2 if self.of.reach() && is_within => Presence::Plain,
            0 => Presence::Plain,
            1 => Presence::Default,
            4 if self.of != Steps::ReachingMoves => Presence::SerdeDefault,
            _ => Presence::option(random),
        };
        let is_flat = matches!(presence, Presence::Plain | Presence::Optional) && random.one_in(3);
        let before = self.without_defaults;
        // The API server sets them in the object around, so that such a struct is never absent.
        self.without_defaults |= is_flat && presence.is_option();
        let name = self.name();
        let holder = level.holder(side);
        let mut path = holder.path.clone();
        path.push(name);
        let inner = Holder {
            fields: Vec::new(),
            path,
            is_optional: holder.is_optional || presence.is_option(),
        };
        let around = std::mem::replace(holder, inner);
        let count = 1 + random.below(3);
        let seed = random.next();
        for nth in 0..count {
            if let Some(mut random) = self.slot(seed, nth) {
                self.fill(&mut random, depth - 1, level)?;
            }
        }
        let holder = level.holder(side);
        let inner = std::mem::replace(holder, around);
        self.without_defaults = before;
        if inner.fields.is_empty() {
            return Some(());
        }
        let default = if inner.fields.iter().all(may_be_left_out) && random.one_in(2) {
            Some(defaults(&inner.fields))
        } else {
            None
        };
        let ty = structure(self.type_name(), inner.fields);
        let mut field = self.field(random, name, ty, presence)?;
        if let Some(default) = default.filter(|_| presence != presence.without_default()) {
            field.keys = leaked(vec![Key::Default(tree(&default))]);
        }
        if is_flat {
            // Nothing is left out of what has no name.
            field.flags = Flags::of(&[Flag::Flatten]);
            field.keys = &[];
        }
        level.holder(side).fields.push(field);
        Some(())
    }
}

/// Whether a default of the struct around it says no more of a field than its own.
fn may_be_left_out(field: &Field) -> bool {
    let has_default = field.keys.iter().any(|key| matches!(key, Key::Default(_)));
    has_default || matches!(field.ty.shape, Shape::Option(_)) && field.flags.has(Flag::SkipIf)
}
