//! Structs that map to each other within structs that do, and steps that reach into them.

use super::{
    maker::{Left, Level, Maker, Side, nest, stand_ins, step},
    types::{Presence, TEXT, leak, leaked, list, map},
};
use crate::{
    generate::random::Random,
    table::{Field, How, Mapping, Shape, Spot, Through, Type},
};

impl Maker<'_> {
    /// A field of one side that a step further out maps.
    pub(super) fn leave(&mut self, random: &mut Random, level: &mut Level) -> Option<()> {
        let ty = self.shared(random)?;
        let presence = Presence::any(random, ty);
        let name = self.name();
        let field = self.field(random, name, ty, presence)?;
        let in_hub = random.one_in(2);
        let side = if in_hub {
            &mut level.hub
        } else {
            &mut level.spoke
        };
        let spot = side.spot(name);
        let Spot::Field(path) = spot else { return None };
        let left = Left {
            path: path.to_vec(),
            ty,
            is_option: presence.is_option(),
            is_optional: side.is_optional,
        };
        side.fields.push(field);
        level.left.push((in_hub, left));
        level.steps.push(if in_hub {
            step(vec![], vec![spot], How::Elsewhere)
        } else {
            step(vec![spot], vec![], How::Elsewhere)
        });
        Some(())
    }

    /// A field of a type that maps itself.
    pub(super) fn nested(
        &mut self,
        random: &mut Random,
        depth: usize,
        level: &mut Level,
    ) -> Option<()> {
        let through: &'static [Through] = match random.below(6) {
            0 => &[Through::List],
            1 => &[Through::Map],
            _ => &[],
        };
        let count = 1 + random.below(3);
        let is_one = through.is_empty();
        let seed = random.next();
        let mut inner = self.level(seed, depth - 1, count, is_one, is_one && level.is_one)?;
        let left = std::mem::take(&mut inner.left);
        let keyed = through == [Through::List] && random.one_in(2);
        if keyed {
            let key = self.field(random, "key", TEXT, Presence::Plain)?;
            inner.spoke.fields.push(key);
            inner.hub.fields.push(key);
            let spot = vec![Spot::Field(&["key"])];
            inner
                .steps
                .push(step(spot.clone(), spot, nest(&Mapping::Same, &[])));
        }
        let (spoke, hub, mapping) = self.finished(inner);
        let types = match through {
            [Through::List] => [list(spoke), list(hub)],
            [Through::Map] => [map(spoke), map(hub)],
            _ => [spoke, hub],
        };
        self.value(random, level, types, nest(mapping, through))?;
        let [Spot::Field(here), Spot::Field(there)] =
            *[level.steps.last()?.spoke, level.steps.last()?.hub].concat()
        else {
            return None;
        };
        let is_option = |side: &Side| {
            side.is_optional
                || side
                    .fields
                    .last()
                    .is_some_and(|field| matches!(field.ty.shape, Shape::Option(_)))
        };
        let optional = [is_option(&level.spoke), is_option(&level.hub)];
        for (in_hub, left) in left {
            self.reach(random, level, in_hub, left, [here, there], optional)?;
        }
        Some(())
    }

    /// A step that takes a field which a nested mapping leaves, or leaves it to the steps around this struct.
    fn reach(
        &mut self,
        random: &mut Random,
        level: &mut Level,
        in_hub: bool,
        mut left: Left,
        around: [&'static [&'static str]; 2],
        optional: [bool; 2],
    ) -> Option<()> {
        let at = usize::from(in_hub);
        left.path = [around[at], &left.path].concat();
        left.is_optional |= optional[at];
        if level.may_leave && random.one_in(3) {
            level.left.push((in_hub, left));
            return Some(());
        }
        let presence = if left.is_option || random.one_in(4) {
            Presence::option(random)
        } else {
            Presence::plain(random, left.ty)
        };
        let name = self.name();
        let own = self.field(random, name, left.ty, presence)?;
        let mut other = Field::new("", left.ty, "1");
        if left.is_option {
            other.ty = leak(Type::of("Option", Shape::Option(left.ty)));
        }
        let side = if in_hub {
            &mut level.spoke
        } else {
            &mut level.hub
        };
        let spot = side.spot(name);
        let is_optional = side.is_optional;
        side.fields.push(own);
        let far = Spot::Field(leaked(left.path));
        let mut step = if in_hub {
            step(vec![spot], vec![far], nest(&Mapping::Same, &[]))
        } else {
            step(vec![far], vec![spot], nest(&Mapping::Same, &[]))
        };
        let (fields, optional) = if in_hub {
            ([&own, &other], [is_optional, left.is_optional])
        } else {
            ([&other, &own], [left.is_optional, is_optional])
        };
        stand_ins(random, &mut step, fields, optional)?;
        level.steps.push(step);
        Some(())
    }
}
