//! Pairs of structs and the steps between them, slot by slot.

use std::collections::BTreeSet;

use super::{
    chain::Chain,
    items, pool, steps,
    types::{Presence, leak, leaked, sample, structure},
    variants,
};
use crate::{
    generate::random::Random,
    table::{
        self, Field, Fields, How, Mapping, Nest, Place, Root, RootMapping, Run, Shape, Side,
        SpecPlace, Spot, Step, Through, Type,
    },
};

/// Two versions and how they map, or a chain of three.
pub(super) struct Pair {
    /// The hub first.
    pub(super) roots: Vec<&'static Root>,
    /// The furthest from the hub first.
    pub(super) mappings: Vec<&'static RootMapping>,
    /// The slots that it is made of.
    pub(super) slots: Vec<u64>,
}

/// What a pair is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed {
    pub(super) seed: u64,
    pub(super) of: Steps,
}

/// Which steps a pair is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    All,
    /// A third of them name items of lists by their keys.
    WithItems,
    /// They only call fields otherwise, and some fields are of one side alone.
    Moves,
    /// Most reach into structs within structs, or are left to the structs around.
    Reaching,
    /// They reach so, and make no other value of one.
    ReachingMoves,
    /// All, but none that writes into a struct which another one maps.
    Apart,
}

impl Steps {
    /// Whether most reach into structs within structs.
    pub(super) const fn reach(self) -> bool {
        matches!(self, Self::Reaching | Self::ReachingMoves)
    }
}

/// Makes pairs: the same for the same seed and the same slots that are left out.
pub(super) struct Maker<'d> {
    pub(super) of: Steps,
    dropped: &'d BTreeSet<u64>,
    slots: Vec<u64>,
    names: usize,
    /// No field has a default in its schema.
    pub(super) without_defaults: bool,
}

/// The struct of one side that a mapping is made of, or one within it.
#[derive(Default)]
pub(super) struct Holder {
    pub(super) fields: Vec<Field>,
    /// Where the struct is, from the one that the mapping is of.
    pub(super) path: Vec<&'static str>,
    /// It may be absent.
    pub(super) is_optional: bool,
}

/// The mapping of a struct that is being made.
#[derive(Default)]
pub(super) struct Level {
    pub(super) spoke: Holder,
    pub(super) hub: Holder,
    pub(super) steps: Vec<Step>,
    /// Fields that are left to the steps of the struct around it.
    pub(super) left: Vec<Left>,
    /// Whether fields may be left so.
    pub(super) may_leave: bool,
    /// Of one object there may be several, and of a label there is one.
    pub(super) is_one: bool,
}

/// A field that is left to steps further out.
pub(super) struct Left {
    pub(super) side: Side,
    pub(super) path: Vec<&'static str>,
    pub(super) ty: &'static Type,
    pub(super) is_option: bool,
    pub(super) is_optional: bool,
}

impl Level {
    pub(super) const fn holder(&mut self, side: Side) -> &mut Holder {
        match side {
            Side::Spoke => &mut self.spoke,
            Side::Hub => &mut self.hub,
        }
    }

    /// Adds a field of one side, and a step of it alone.
    pub(super) fn push_alone(&mut self, side: Side, field: Field, how: How) {
        let holder = self.holder(side);
        let spot = holder.spot(field.ident);
        holder.fields.push(field);
        self.steps.push(between(side, vec![spot], vec![], how));
    }
}

impl Holder {
    pub(super) fn spot(&self, name: &'static str) -> Spot {
        let mut path = self.path.clone();
        path.push(name);
        Spot::Field(leaked(path))
    }
}

pub(super) fn step(spoke: Vec<Spot>, hub: Vec<Spot>, how: How) -> Step {
    Step {
        spoke: leaked(spoke),
        hub: leaked(hub),
        own: &[],
        how,
        up_or: None,
        down_or: None,
        line: 1,
    }
}

/// A step of places of one side, and of the other.
pub(super) fn between(side: Side, own: Vec<Spot>, other: Vec<Spot>, how: How) -> Step {
    match side {
        Side::Spoke => step(own, other, how),
        Side::Hub => step(other, own, how),
    }
}

/// Either side.
pub(super) fn side(random: &mut Random) -> Side {
    [Side::Spoke, Side::Hub][random.below(2)]
}

pub(super) const fn nest(mapping: &'static Mapping, through: &'static [Through]) -> How {
    How::Nest(Nest { through, mapping })
}

impl<'d> Maker<'d> {
    pub(super) fn pair(of: Seed, dropped: &'d BTreeSet<u64>) -> Option<Pair> {
        pool::clear();
        let Seed { seed, of } = of;
        let mut maker = Self {
            of,
            dropped,
            slots: Vec::new(),
            names: 0,
            without_defaults: false,
        };
        let mut random = Random::new(seed);
        let count = 2 + random.below(3);
        let is_chain = random.one_in(4);
        let depth = if of.reach() { 4 } else { 3 };
        let spec = maker.structs(seed, depth, count, is_chain)?;
        let status = if random.one_in(4) {
            Some(maker.structs(!seed, 1, 2, is_chain)?)
        } else {
            None
        };
        let mut roots = Vec::new();
        for (nth, (ty, version)) in spec.types.iter().zip(["v1", "v2", "v3"]).enumerate() {
            let mut root = Root::new(SpecPlace::Spec(ty), Place::NONE);
            root.version = version;
            root.storage = nth + 1 == spec.types.len();
            (root.group, root.kind, root.list_kind) = ("example.com", "Kiln", "KilnList");
            (root.plural, root.singular) = ("kilns", "kiln");
            root.status = status.as_ref().map(|status| status.types[nth]);
            let mut random = Random::new(seed ^ 0x05bec ^ nth as u64);
            if random.one_in(6) {
                root.absent_spec = pool::run(sample(ty, &mut random));
                if root.absent_spec.is_some() {
                    root.schema.spec = table::Presence::Optional;
                }
            }
            roots.push(leak(root));
        }
        let mappings = spec.mappings.iter().enumerate().map(|(nth, spec)| {
            leak(RootMapping {
                spoke: roots[nth],
                hub: roots[nth + 1],
                spec,
                status: status.as_ref().map(|status| status.mappings[nth]),
                up_or: None,
                down_or: None,
            })
        });
        let mappings = mappings.collect();
        roots.reverse();
        Some(Pair {
            roots,
            mappings,
            slots: maker.slots,
        })
    }

    /// Either side, and of a mapping that reaches rather the one that holds more structs in structs here.
    pub(super) fn side(&self, random: &mut Random, level: &Level) -> Side {
        let [spoke, hub] = [&level.spoke, &level.hub].map(|holder| holder.path.len());
        if self.of.reach() && spoke != hub && !random.one_in(4) {
            [Side::Spoke, Side::Hub][usize::from(hub > spoke)]
        } else {
            side(random)
        }
    }

    pub(super) fn name(&mut self) -> &'static str {
        self.names += 1;
        format!("f{}", self.names).leak()
    }

    pub(super) fn type_name(&mut self) -> &'static str {
        self.names += 1;
        format!("T{}", self.names).leak()
    }

    /// The seed of a slot, unless it is left out.
    pub(super) fn slot(&mut self, seed: u64, nth: usize) -> Option<Random> {
        let slot = Random::new(seed ^ (nth as u64 + 1).wrapping_mul(0x9e37_79b9)).next();
        if self.dropped.contains(&slot) {
            return None;
        }
        self.slots.push(slot);
        Some(Random::new(slot))
    }

    /// The struct of a spec or status, at all versions.
    fn structs(&mut self, seed: u64, depth: usize, count: usize, is_chain: bool) -> Option<Chain> {
        let level = self.level(seed, depth, count, false, true)?;
        if is_chain {
            return self.chain(seed.rotate_left(17), depth, level);
        }
        let (spoke, hub, mapping) = self.finished(level);
        Some(Chain {
            types: vec![spoke, hub],
            mappings: vec![mapping],
        })
    }

    pub(super) fn level(
        &mut self,
        seed: u64,
        depth: usize,
        count: usize,
        may_leave: bool,
        is_one: bool,
    ) -> Option<Level> {
        let mut level = Level {
            may_leave: may_leave && self.of != Steps::Apart,
            is_one,
            ..Level::default()
        };
        for nth in 0..count {
            if let Some(mut random) = self.slot(seed, nth) {
                self.fill(&mut random, depth, &mut level)?;
            }
        }
        Some(level)
    }

    pub(super) fn finished(
        &mut self,
        level: Level,
    ) -> (&'static Type, &'static Type, &'static Mapping) {
        let spoke = structure(self.type_name(), level.spoke.fields);
        let hub = structure(self.type_name(), level.hub.fields);
        let mapping = Mapping::Fields(Fields {
            spoke,
            hub,
            steps: leaked(level.steps),
            place: Place::NONE,
        });
        (spoke, hub, leak(mapping))
    }

    pub(super) fn fill(
        &mut self,
        random: &mut Random,
        depth: usize,
        level: &mut Level,
    ) -> Option<()> {
        match self.of {
            Steps::WithItems if random.one_in(3) => return items::fill(self, random, level),
            Steps::Moves => return self.moved(random, depth, level),
            of if of.reach() => return self.reaching(random, depth, level),
            _ => {}
        }
        match random.below(if depth == 0 { 8 } else { 16 }) {
            0..=1 => {
                let ty = self.shared(random)?;
                self.value(random, level, [ty, ty], nest(&Mapping::Same, &[]))
            }
            2 if level.may_leave => self.leave(random, level),
            2 | 3 => self.alone(random, level),
            4..=7 => steps::fill(self, random, level),
            8..=10 => self.nested(random, depth, level),
            11 => variants::fill(self, random, depth, level),
            _ => self.part(random, depth, level),
        }
    }

    /// A field of each side that differ in how they are called, one of one side alone, or one of a type that maps itself.
    fn moved(&mut self, random: &mut Random, depth: usize, level: &mut Level) -> Option<()> {
        match random.below(if depth == 0 { 7 } else { 10 }) {
            0..=4 => {
                let ty = self.shared(random)?;
                let how = nest(&Mapping::Same, &[]);
                if random.one_in(4) {
                    return self.value(random, level, [ty, ty], how);
                }
                let presence = [Presence::option(random), Presence::plain(random, ty)];
                let presence = presence[random.below(2)];
                self.fields(random, level, [ty, ty], [presence; 2], how)
            }
            5..=6 => self.alone(random, level),
            _ => self.nested(random, depth, level),
        }
    }

    /// Fields that a struct within a struct holds at one side, and that steps of several structs write.
    fn reaching(&mut self, random: &mut Random, depth: usize, level: &mut Level) -> Option<()> {
        match random.below(if depth == 0 { 5 } else { 12 }) {
            0..=1 if level.may_leave => self.leave(random, level),
            1 if self.of == Steps::Reaching => steps::fill(self, random, level),
            0..=1 => self.alone(random, level),
            2..=4 => {
                let ty = self.shared(random)?;
                let how = nest(&Mapping::Same, &[]);
                if random.one_in(2) {
                    return self.value(random, level, [ty, ty], how);
                }
                // There is nothing to make it of, and it must be there.
                let absent = [Presence::SerdeDefault, Presence::option(random)][random.below(2)];
                let presences = match self.side(random, level) {
                    Side::Spoke => [Presence::Plain, absent],
                    Side::Hub => [absent, Presence::Plain],
                };
                self.fields(random, level, [ty, ty], presences, how)
            }
            5..=7 => self.nested(random, depth, level),
            _ => self.part(random, depth, level),
        }
    }

    /// One field of each side, with stand-ins where one may be absent and the other must be there.
    pub(super) fn value(
        &mut self,
        random: &mut Random,
        level: &mut Level,
        [spoke, hub]: [&'static Type; 2],
        how: How,
    ) -> Option<()> {
        let presences = if random.one_in(3) {
            [Presence::any(random, spoke), Presence::any(random, hub)]
        } else if random.one_in(2) {
            [Presence::option(random), Presence::option(random)]
        } else {
            [Presence::plain(random, spoke), Presence::plain(random, hub)]
        };
        self.fields(random, level, [spoke, hub], presences, how)
    }

    /// A field on each side, which may be absent as is given.
    pub(super) fn fields(
        &mut self,
        random: &mut Random,
        level: &mut Level,
        [spoke, hub]: [&'static Type; 2],
        presences: [Presence; 2],
        how: How,
    ) -> Option<()> {
        let [name, other] = if random.one_in(2) {
            [self.name(), self.name()]
        } else {
            [self.name(); 2]
        };
        let here = self.field(random, name, spoke, presences[0])?;
        let there = self.field(random, other, hub, presences[1])?;
        let spots = [level.spoke.spot(name), level.hub.spot(other)];
        let mut step = step(vec![spots[0]], vec![spots[1]], how);
        stand_ins(
            random,
            &mut step,
            [&here, &there],
            [level.spoke.is_optional, level.hub.is_optional],
        )?;
        level.spoke.fields.push(here);
        level.hub.fields.push(there);
        level.steps.push(step);
        Some(())
    }

    /// A field of one side alone.
    fn alone(&mut self, random: &mut Random, level: &mut Level) -> Option<()> {
        let ty = self.shared(random)?;
        let presence = Presence::any(random, ty);
        let name = self.name();
        let field = self.field(random, name, ty, presence)?;
        let value = pool::run(serde_json::json!([sample(field.ty, random)]))?;
        let how = if random.one_in(2) {
            How::Only(Some(value))
        } else {
            How::Default(value)
        };
        let side = self.side(random, level);
        level.push_alone(side, field, how);
        Some(())
    }
}

/// What stands in for what may be absent, or for what a step may refuse.
pub(super) fn stand_ins(
    random: &mut Random,
    step: &mut Step,
    [spoke, hub]: [&Field; 2],
    optional: [bool; 2],
) -> Option<()> {
    let is_option = |field: &Field| matches!(field.ty.shape, Shape::Option(_));
    let must = |field: &Field| !is_option(field) && field.default.is_none();
    let refuses = steps::refuses(&step.how);
    let lacks = |from: &Field, from_optional: bool, to: &Field| {
        (is_option(from) || from_optional) && must(to)
    };
    let run = |random: &mut Random, to: &Field| -> Option<Run> {
        let value = sample(to.ty, random);
        pool::run(serde_json::json!([value]))
    };
    if refuses[0] || lacks(spoke, optional[0], hub) && (!optional[1] || random.one_in(2)) {
        step.up_or = Some(run(random, hub)?);
    }
    if refuses[1] || lacks(hub, optional[1], spoke) && (!optional[0] || random.one_in(2)) {
        step.down_or = Some(run(random, spoke)?);
    }
    Some(())
}
