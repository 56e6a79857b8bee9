//! Structs that map to each other within structs that do, and steps that reach into them.

use super::{
    maker::{Holder, Left, Level, Maker, between, nest, stand_ins, step},
    types::{Presence, TEXT, leak, leaked, list, map},
};
use crate::{
    generate::random::Random,
    table::{Field, How, Mapping, Shape, Side, Spot, Through, Type},
};

impl Maker<'_> {
    /// A field of one side that a step further out maps.
    pub(super) fn leave(&mut self, random: &mut Random, level: &mut Level) -> Option<()> {
        let ty = self.shared(random)?;
        let presence = Presence::any(random, ty);
        let name = self.name();
        let field = self.field(random, name, ty, presence)?;
        let side = self.side(random, level);
        let holder = level.holder(side);
        let path = [&*holder.path, &[name]].concat();
        let is_optional = holder.is_optional;
        level.push_alone(side, field, How::Elsewhere);
        level.left.push(Left {
            side,
            path,
            ty,
            is_option: presence.is_option(),
            is_optional,
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
        let how = nest(mapping, through);
        if self.of.reach() && !left.is_empty() {
            // What a step takes a part of has no stand-in.
            let is_optional = level.spoke.is_optional || level.hub.is_optional;
            let presence = if is_optional || random.one_in(2) {
                Presence::option(random)
            } else {
                Presence::Plain
            };
            self.fields(random, level, types, [presence; 2], how)?;
        } else {
            self.value(random, level, types, how)?;
        }
        let [Spot::Field(here), Spot::Field(there)] =
            *[level.steps.last()?.spoke, level.steps.last()?.hub].concat()
        else {
            return None;
        };
        let is_option = |holder: &Holder| {
            holder.is_optional
                || holder
                    .fields
                    .last()
                    .is_some_and(|field| matches!(field.ty.shape, Shape::Option(_)))
        };
        let optional = [is_option(&level.spoke), is_option(&level.hub)];
        for left in left {
            let around = match left.side {
                Side::Spoke => (here, optional[0]),
                Side::Hub => (there, optional[1]),
            };
            self.reach(random, level, left, around)?;
        }
        Some(())
    }

    /// A step that takes a field which a nested mapping leaves, or leaves it to the steps around this struct.
    fn reach(
        &mut self,
        random: &mut Random,
        level: &mut Level,
        mut left: Left,
        (around, is_optional): (&[&'static str], bool),
    ) -> Option<()> {
        left.path = [around, &left.path].concat();
        left.is_optional |= is_optional;
        if level.may_leave && random.one_in(3) {
            level.left.push(left);
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
        let holder = level.holder(left.side.other());
        let spot = holder.spot(name);
        let is_optional = holder.is_optional;
        holder.fields.push(own);
        let far = Spot::Field(leaked(left.path));
        let how = nest(&Mapping::Same, &[]);
        let mut step = between(left.side, vec![far], vec![spot], how);
        let (fields, optional) = match left.side {
            Side::Spoke => ([&other, &own], [left.is_optional, is_optional]),
            Side::Hub => ([&own, &other], [is_optional, left.is_optional]),
        };
        stand_ins(random, &mut step, fields, optional)?;
        level.steps.push(step);
        Some(())
    }
}
