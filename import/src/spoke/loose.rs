//! Places that moved from one mapped struct into another, or into or out of one: neither of the structs by itself has both, the one
//! around them has. There a step maps them, and the structs leave them to it.

use super::evidence::{self, Move};
use super::mapping::{Loose, Mapping};
use super::pair::{At, Solver, rust_path};
use super::unsaid::Unsaid;
use super::{named, stand_in};
use crate::attribute::Doc;
use crate::model::{Field, Ty};
use crate::text;

/// A place that only one of the versions has, in a struct that is mapped.
struct End<'t> {
    /// The mapping, by its number.
    of: usize,
    /// From the struct of that mapping.
    local: Loose<'t>,
    /// From the struct around.
    path: Vec<&'t Field>,
}

impl End<'_> {
    /// How many structs around the place are mapped.
    fn floor(&self) -> usize {
        self.path.len() - self.local.path.len()
    }

    fn holds(&self, path: &[&Field]) -> bool {
        evidence::is_within(path, &self.path)
    }
}

impl<'t, 'p> Solver<'t, 'p> {
    /// Finds such places in all mappings, the innermost first.
    pub(super) fn tie(&mut self) {
        for at in (0..self.all.len()).rev() {
            self.tie_within(at);
        }
    }

    fn tie_within(&mut self, at: usize) {
        let mut ends = [Vec::new(), Vec::new()];
        self.ends(at, [&[], &[]], &mut vec![at], &mut ends);
        let [own, theirs] = ends;
        let is_nested = |end: &End<'_>| end.of != at;
        if !own.iter().chain(&theirs).any(is_nested) {
            return;
        }
        let Some(around) = self.all.get(at) else {
            return;
        };
        let seen = around.seen.clone();
        let [here, there] = around.at.clone();
        let places: Vec<Vec<&Field>> = theirs
            .iter()
            .flat_map(|end| evidence::places(self.types, &end.path))
            .collect();
        let end_of =
            |ends: &[End<'t>], path: &[&Field]| ends.iter().position(|end| end.holds(path));
        // Within one mapping all was tried.
        let may_be = |one: &[&Field], other: &[&Field]| {
            let (one, other) = (end_of(&own, one), end_of(&theirs, other));
            one.zip(other)
                .is_some_and(|(one, other)| own[one].of != theirs[other].of)
        };
        let starts: Vec<Vec<&Field>> = own.iter().map(|end| end.path.clone()).collect();
        let mut found =
            evidence::search(self.types, starts.clone(), &places, &seen, 0, &may_be).found;
        let is_known = |path: &[&Field], found: &[Move<'_>], side: usize| {
            found.iter().any(|found| {
                let of = if side == 0 { &found.own } else { &found.path };
                evidence::is_within(of, path)
            })
        };
        let starts: Vec<Vec<&Field>> = starts
            .into_iter()
            .filter(|path| !is_known(path, &found, 0))
            .collect();
        let rest: Vec<Vec<&Field>> = places
            .iter()
            .filter(|path| !is_known(path, &found, 1))
            .cloned()
            .collect();
        let by_name = named::search(self.types, &starts, &rest, &seen, &may_be);
        self.named.extend(by_name.iter().map(|found| {
            let [own, there] = [(&here, &found.own), (&there, &found.path)]
                .map(|(at, path)| format!("`{at}.{}`", evidence::joined(path)));
            format!("{own} to {there}")
        }));
        found.extend(by_name);
        let found: Vec<([usize; 2], Move<'t>)> = found
            .into_iter()
            .filter_map(|found| {
                let ends = [end_of(&own, &found.own)?, end_of(&theirs, &found.path)?];
                Some((ends, found))
            })
            .filter(|([one, other], found)| {
                let ends = [&own[*one], &theirs[*other]];
                let is_direct = ends[0].of == at && ends[0].local.path.len() == 1;
                // What a mapped struct has in an unmapped one is left to it, as is what needs a value that nothing says.
                let is_left = ends.iter().all(|end| {
                    end.of == at
                        || end
                            .local
                            .path
                            .last()
                            .is_some_and(|field| self.is_left(end, field, ends[0].of == end.of))
                });
                let needs_types = found.own.len() > 1 && !is_direct && !is_plain(found);
                is_left && !needs_types
            })
            .collect();
        if found.is_empty() {
            return;
        }
        let mut mapping = self.take(at);
        let place = At {
            own: &here,
            there: &there,
            seen: &seen,
        };
        for ([one, other], found) in &found {
            for (side, end) in [&own[*one], &theirs[*other]].into_iter().enumerate() {
                self.leave(&mut mapping, at, side, end);
            }
            if found.own.len() == 1 {
                let paths = [found.own.as_slice(), &found.path];
                self.maps(&mut mapping, paths, Some(&found.found), place);
            } else {
                self.steps(&mut mapping, found, place);
            }
        }
        // The parts of each place by themselves, as floors differ.
        let mut groups: Vec<([usize; 2], Vec<&Move<'t>>)> = Vec::new();
        for ([one, other], found) in &found {
            let floors = [own[*one].floor(), theirs[*other].floor()];
            match groups.iter_mut().find(|(known, _)| *known == floors) {
                Some((_, all)) => all.push(found),
                None => groups.push((floors, vec![found])),
            }
        }
        for (floors, moves) in groups {
            let own = moves.iter().map(|found| found.own.as_slice()).collect();
            let theirs = moves.iter().map(|found| found.path.as_slice()).collect();
            self.parts(&mut mapping, [own, theirs], floors, place);
        }
        self.all[at] = mapping;
    }

    /// Takes a mapping out, for as long as it is added to.
    fn take(&mut self, at: usize) -> Mapping<'t, 'p> {
        let types = self.all[at].types;
        let empty = Mapping::new(types, ["", ""], &Vec::new());
        std::mem::replace(&mut self.all[at], empty)
    }

    /// The places that only one version has, of a mapping and of those within it that are asked nowhere else.
    fn ends(
        &self,
        at: usize,
        around: [&[&'t Field]; 2],
        open: &mut Vec<usize>,
        ends: &mut [Vec<End<'t>>; 2],
    ) {
        let Some(mapping) = self.all.get(at) else {
            return;
        };
        for (side, loose) in [&mapping.lost, &mapping.new].into_iter().enumerate() {
            ends[side].extend(loose.iter().map(|local| End {
                of: at,
                local: local.clone(),
                path: [around[side], &local.path].concat(),
            }));
        }
        for [own, their] in &mapping.structs {
            let types = [own, their].map(|path| path.last().map(|field| named_type(field)));
            let [Some(Some(one)), Some(Some(other))] = types else {
                continue;
            };
            let inner = self
                .all
                .iter()
                .position(|known| known.types == (one, other) && known.uses == 1);
            let Some(inner) = inner.filter(|inner| !open.contains(inner)) else {
                continue;
            };
            open.push(inner);
            let around = [
                [around[0], own.as_slice()].concat(),
                [around[1], their.as_slice()].concat(),
            ];
            self.ends(inner, [&around[0], &around[1]], open, ends);
        }
    }

    /// Whether the struct of a place can leave it to the one around.
    fn is_left(&self, end: &End<'_>, field: &Field, is_own: bool) -> bool {
        let is_here = end.local.path.len() == 1;
        let side = usize::from(!is_own);
        let (schema, words) = (self.schemas[side], self.words_of(side));
        let value = || stand_in::of(schema, &end.local.place, &field.place.ty, &words);
        let is_demanded = matches!(self.unsaid(side, field), Unsaid::Demanded);
        (is_here || !is_own) && (!is_demanded || value() != "value")
    }

    /// Leaves a place to the struct around.
    fn leave(&mut self, around: &mut Mapping<'t, 'p>, at: usize, side: usize, end: &End<'t>) {
        let Some(field) = end.local.path.last() else {
            return;
        };
        let words = self.words_of(side);
        let value = match self.unsaid(side, field) {
            Unsaid::Free => None,
            Unsaid::Default(value) => Some(value),
            Unsaid::Demanded => Some(stand_in::of(
                self.schemas[side],
                &end.local.place,
                &field.place.ty,
                &words,
            )),
        };
        let is_outer = end.of == at;
        let mapping = if is_outer {
            around
        } else {
            let Some(mapping) = self.all.get_mut(end.of) else {
                return;
            };
            mapping
        };
        let loose = if side == 0 {
            &mut mapping.lost
        } else {
            &mut mapping.new
        };
        let count = loose.len();
        loose.retain(|loose| rust_path(&loose.path) != rust_path(&end.local.path));
        // Of several places within it, the first has said so.
        if is_outer || loose.len() == count {
            return;
        }
        if side == 0 {
            let key = value.map_or_else(
                || "elsewhere".to_owned(),
                |value| format!("elsewhere = {value}"),
            );
            mapping
                .fields
                .insert(field.wire.clone(), vec![Doc::of(key)]);
        } else {
            let name = match *end.local.path {
                [field] => crate::name::escape(&field.name),
                _ => text::literal(&rust_path(&end.local.path)),
            };
            let said = value.map_or_else(|| name.clone(), |value| format!("{name} = {value}"));
            let key = Doc::Call("elsewhere".to_owned(), vec![Doc::Atom(said)]);
            mapping.keys.push(key);
        }
    }
}

/// Whether no mapping of types is asked of a step.
fn is_plain(found: &Move<'_>) -> bool {
    use super::evidence::Way;
    match (&found.found.way, found.own.last(), found.path.last()) {
        (Way::Alike, Some(own), Some(their)) => {
            super::ways::peeled(&own.place.ty) == super::ways::peeled(&their.place.ty)
        }
        (way, ..) => matches!(way, Way::Key(_)),
    }
}

fn named_type(field: &Field) -> Option<usize> {
    match super::ways::peeled(&field.place.ty) {
        Ty::Named(id) => Some(*id),
        _ => None,
    }
}
