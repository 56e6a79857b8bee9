//! Places that only one of the versions has: what is said of each, or has to be decided.

use super::mapping::Loose;
use super::pair::{Site, Solver, differs, rust_path};
use super::{stand_in, unsaid, ways};
use crate::attribute::Doc;
use crate::model::Field;
use crate::name;
use crate::text;

impl<'t> Solver<'t, '_> {
    /// Says what is left of each mapping: what only one of the versions has.
    pub(super) fn close(&mut self) {
        for at in 0..self.all.len() {
            let lost = std::mem::take(&mut self.all[at].lost);
            let new = std::mem::take(&mut self.all[at].new);
            let alone: Vec<&Field> = new
                .iter()
                .filter_map(|loose| match *loose.path {
                    [field] => Some(field),
                    _ => None,
                })
                .collect();
            for loose in &lost {
                self.removed(at, loose, &alone);
            }
            for loose in &new {
                self.added(at, loose);
            }
        }
    }

    /// A place that only this version has.
    fn removed(&mut self, at: usize, loose: &Loose<'t>, alone: &[&Field]) {
        let Some(field) = loose.path.last() else {
            return;
        };
        let doubt = match *loose.path {
            [field] if self.is_draft && !self.is_lossy => self.all[at].ambiguous.get(&field.wire),
            _ => None,
        };
        let key = if let Some(doubt) = doubt.cloned() {
            let ways = [
                "`rename` or `to` says which",
                "`removed` keeps it by itself",
            ];
            let ways = ways.map(str::to_owned).to_vec();
            self.open(differs(&loose.place, &doubt, ways))
        } else if let Some(key) = self.said_by_itself("removed", 0, field) {
            Doc::of(key)
        } else {
            let why = format!("only this version has it, and {}", unsaid::why(field));
            let value = stand_in::of(self.schemas[0], &loose.place, &field.place.ty, &self.words);
            if loose.path.len() == 1 {
                let ways = ways::of_lost(field, alone, self.types, &value);
                let open = self.open(differs(&loose.place, &why, ways));
                if self.is_lossy {
                    self.lost(field, &loose.place)
                } else {
                    open
                }
            } else {
                self.note(loose.place.clone(), why, Some(Site::Type));
                if !self.is_lossy {
                    let from = rust_path(&loose.path);
                    let text = format!(
                        "`{from}` must be there; `step(from({from:?}), removed = {value})`, or the place of the hub, `to = …`"
                    );
                    self.all[at].open.push(text);
                    return;
                }
                self.lost(field, &loose.place)
            }
        };
        let mapping = &mut self.all[at];
        if loose.path.len() == 1 {
            mapping.fields.insert(field.wire.clone(), vec![key]);
            return;
        }
        let from = Doc::Atom(text::literal(&rust_path(&loose.path)));
        let from = Doc::Call("from".to_owned(), vec![from]);
        let step = Doc::Call("step".to_owned(), vec![from, key]);
        mapping.steps.push(step);
    }

    /// A place that only the hub has.
    fn added(&mut self, at: usize, loose: &Loose<'t>) {
        let Some(their) = loose.path.last() else {
            return;
        };
        let name = match *loose.path {
            [their] => name::escape(&their.name),
            _ => text::literal(&rust_path(&loose.path)),
        };
        if let Some(said) = self.said_by_itself(&name, 1, their) {
            let key = Doc::Call("added".to_owned(), vec![Doc::Atom(said)]);
            self.all[at].keys.push(key);
            return;
        }
        let why = format!("only the stored version has it, and {}", unsaid::why(their));
        let words = self.words_of(1);
        let value = stand_in::of(self.schemas[1], &loose.place, &their.place.ty, &words);
        self.note(loose.place.clone(), why, Some(Site::Type));
        if self.is_lossy {
            let key = self.place(&loose.path, &loose.place);
            self.all[at].keys.push(key);
            return;
        }
        let quoted = their.name.as_str();
        self.all[at].open.push(format!(
            "the hub must have `{quoted}`; `added({name} = {value})`, or `rename = \"{quoted}\"` on the field that it was"
        ));
    }
}
