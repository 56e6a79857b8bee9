//! Places that are not one field: steps between them, and the structs that they lie in.

use std::collections::BTreeMap;

use super::evidence::{self, Move, Way};
use super::mapping::{Loose, Mapping};
use super::pair::{At, Site, Solver, rust_path, said};
use super::ways;
use crate::attribute::Doc;
use crate::default;
use crate::model::{Field, Ty};
use crate::text;

impl<'t, 'p> Solver<'t, 'p> {
    /// A step between a place within a field and one of the hub.
    pub(super) fn steps(
        &mut self,
        mapping: &mut Mapping<'t, 'p>,
        found: &Move<'t>,
        at: At<'_, 'p>,
    ) {
        let (Some(field), Some(their)) = (found.own.last(), found.path.last()) else {
            return;
        };
        let [own, there] = [(at.own, &found.own), (at.there, &found.path)]
            .map(|(at, path)| format!("{at}.{}", evidence::joined(path)));
        let seen = evidence::of_paths(at.seen, &found.own, &found.path);
        let at = At {
            own: &own,
            there: &there,
            seen: &seen,
        };
        self.moved.push(said(&at, &found.found));
        let from = Doc::Atom(text::literal(&rust_path(&found.own)));
        let mut keys = vec![
            Doc::Call("from".to_owned(), vec![from]),
            Doc::said("to", &rust_path(&found.path)),
        ];
        if let Way::Key(key) = &found.found.way {
            mapping.refuses(key.refuses);
            keys.push(Doc::of(key.in_step()));
        }
        let lacks = [&found.own, &found.path].map(|path| evidence::may_lack(path));
        match self.stand_in([field, their], lacks, at) {
            Ok(key) => keys.extend(key),
            Err(differs) => {
                let (place, why) = (differs.at.clone(), differs.why.clone());
                self.note(place, why, Some(Site::Type));
                let ways = differs.ways.join("; ");
                if self.is_lossy {
                    keys.push(self.lossy_stand_in(lacks, at));
                } else {
                    let text = format!("`{}`: {}; in its `step`, {ways}", differs.at, differs.why);
                    mapping.open.push(text);
                }
            }
        }
        mapping.steps.push(Doc::Call("step".to_owned(), keys));
    }

    /// The structs that places of both versions lie in, and what else is in those. `floors`: how many structs around the places are
    /// mapped themselves.
    pub(super) fn parts(
        &mut self,
        mapping: &mut Mapping<'t, 'p>,
        sides: [Vec<&[&'t Field]>; 2],
        floors: [usize; 2],
        at: At<'_, 'p>,
    ) {
        // Which of the keys is of the hub.
        for (side, (paths, floor)) in sides.into_iter().zip(floors).enumerate() {
            let mut structs: BTreeMap<String, Vec<&'t Field>> = BTreeMap::new();
            for path in &paths {
                for length in floor + 1..path.len() {
                    let around = path[..length].to_vec();
                    structs.insert(evidence::joined(&around), around);
                }
            }
            let is_taken = |path: &[&Field]| {
                let place = evidence::joined(path);
                structs.contains_key(&place)
                    || paths.iter().any(|path| evidence::joined(path) == place)
            };
            for path in structs.values() {
                let Some(field) = path.last() else { continue };
                let Ty::Named(id) = ways::peeled(&field.place.ty) else {
                    continue;
                };
                let Some(ty) = self.types.get(*id) else {
                    continue;
                };
                let is_here = side == 0
                    && self
                        .types
                        .get(mapping.types.0)
                        .is_some_and(|own| own.module == ty.module);
                let module = self.modules.get(ty.module).map_or("", String::as_str);
                let name = if is_here {
                    ty.name.clone()
                } else {
                    format!("super::{module}::{}", ty.name)
                };
                let name = if default::is_option(field) {
                    format!("Option<{name}>")
                } else {
                    name
                };
                mapping.parts[1 - side].insert(rust_path(path), name);
                let inner = ways::members(ways::peeled(&field.place.ty), self.types);
                for field in inner.unwrap_or_default() {
                    let path = [path.as_slice(), &[field]].concat();
                    if is_taken(&path) {
                        continue;
                    }
                    let around = if side == 0 { at.own } else { at.there };
                    let place = format!("{around}.{}", evidence::joined(&path));
                    let loose = Loose { path, place };
                    if side == 0 {
                        mapping.lost.push(loose);
                    } else {
                        mapping.new.push(loose);
                    }
                }
            }
        }
    }
}
