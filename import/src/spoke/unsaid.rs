//! What a field is where only one of two versions has it.

use super::pair::Solver;
use crate::attribute::Words;
use crate::default::{self, expression};
use crate::model::{Field, Presence, Shape, Ty};

/// What a field is of which only one of two versions knows.
pub(super) enum Unsaid {
    /// It need not be there, or is what a server fills in.
    Free,
    /// The same, but Rust has to be told what is filled in: its type has no default of its own.
    Default(String),
    /// It must be there, or nothing says in Rust what is filled in.
    Demanded,
}

impl<'t> Solver<'t, '_> {
    /// How the types of a side are named where the mapping is written, which is in this version: 0 is its own.
    pub(super) fn words_of(&self, side: usize) -> Words<'t> {
        Words {
            modules: (side == 1).then_some(self.modules),
            ..self.words
        }
    }

    /// What a field of a side is where the other side has none.
    pub(super) fn unsaid(&self, side: usize, field: &Field) -> Unsaid {
        let Some(value) = &field.place.default else {
            return match field.presence {
                Presence::Optional => Unsaid::Free,
                Presence::Required => Unsaid::Demanded,
            };
        };
        if default::is_option(field) {
            return Unsaid::Free;
        }
        let of_type = match &field.place.ty {
            Ty::Named(id) => self.types.get(*id),
            _ => None,
        };
        match of_type {
            Some(ty) if matches!(ty.shape, Shape::Enum(_)) => {
                Unsaid::Default(expression(&field.place.ty, value, &self.words_of(side)))
            }
            Some(ty) if !ty.has_default => Unsaid::Demanded,
            _ => Unsaid::Free,
        }
    }

    /// The key of a field that only one side has, with what it is there where Rust has to be told; nothing where that is to be decided.
    pub(super) fn said_by_itself(&self, key: &str, side: usize, field: &Field) -> Option<String> {
        match self.unsaid(side, field) {
            Unsaid::Free => Some(key.to_owned()),
            Unsaid::Default(value) => Some(format!("{key} = {value}")),
            Unsaid::Demanded => None,
        }
    }
}

/// Why something has to be said of it.
pub(super) fn why(field: &Field) -> &'static str {
    if field.place.default.is_some() {
        "its type has no default in Rust"
    } else {
        "it must be there"
    }
}
