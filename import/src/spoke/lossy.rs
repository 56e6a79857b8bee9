//! What stands in place of what is undecided where a mapping is only measured: it compiles, and loses the values.

use super::pair::{At, Solver, rust_path};
use super::stand_in;
use crate::attribute::Doc;
use crate::model::Field;
use crate::name;
use crate::text;

impl Solver<'_, '_> {
    /// The key of a field of this version that is lost.
    pub(super) fn lost(&self, field: &Field, place: &str) -> Doc {
        if let Some(said) = self.said_by_itself("removed", 0, field) {
            return Doc::of(said);
        }
        let value = stand_in::in_json(self.schemas[0], place);
        Doc::Atom(format!("removed = {value}"))
    }

    /// The key of a place of the hub that is lost.
    pub(super) fn place(&self, path: &[&Field], place: &str) -> Doc {
        let name = match path {
            [their] => name::escape(&their.name),
            path => text::literal(&rust_path(path)),
        };
        let said = path
            .last()
            .and_then(|their| self.said_by_itself(&name, 1, their));
        let said = said.unwrap_or_else(|| {
            let value = stand_in::in_json(self.schemas[1], place);
            format!("{name} = {value}")
        });
        Doc::Call("added".to_owned(), vec![Doc::Atom(said)])
    }

    pub(super) fn lossy_stand_in(&self, lacks: [bool; 2], at: At<'_, '_>) -> Doc {
        let [own_schema, their_schema] = self.schemas;
        let (schema, place, key) = if lacks[0] {
            (their_schema, at.there, "or")
        } else {
            (own_schema, at.own, "or_back")
        };
        Doc::Atom(format!("{key} = {}", stand_in::in_json(schema, place)))
    }
}
