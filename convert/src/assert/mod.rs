//! What a mapping says is what the two versions' tables have.

mod absent;
mod covered;
mod fits;
mod items;
mod keys;
mod lacked;
mod mapped;
mod skipped;
mod sole_members;
mod steps;
mod variants;

pub use absent::absent;
#[cfg(test)]
pub(crate) use absent::absent_in;
pub use covered::{covered, part_of_hub, part_of_spoke};
pub use fits::moved;
pub use items::{item_of_hub, item_of_spoke};
pub use keys::{each, keyed_items};
pub use lacked::lacked;
pub(crate) use lacked::schema_default;
pub use mapped::{carried, there, valid_mapping};
pub use skipped::skipped;
pub use steps::{counted, counting, keyed, one_value, values as mapped_values};
pub use variants::{covers_variants, variant};

use crate::SpokeOf;
use crate::schema::Schema;
use crate::table::{Field, Key, Mapping, Members, Shape, Spot, Struct, Tree, Type, item::is_item};
use items::{Listed, item_of, named};
use wheelwright_grammar::suggest::nearness;
use wheelwright_schema::assert::{Message, same};

/// The mapping of a status. What it may refuse, the object may refuse.
#[must_use]
#[track_caller]
pub const fn status<S: SpokeOf<H>, H>(up: bool, down: bool) -> &'static Mapping {
    if S::FALLIBLE_UP && !up {
        Message::new("a status may have no counterpart in the hub; write `fallible(up)` on the mapping of the spec, too, for it is the object's").fail();
    }
    if S::FALLIBLE_DOWN && !down {
        Message::new("a status of the hub may have no counterpart here; write `fallible(down)` on the mapping of the spec, too, for it is the object's").fail();
    }
    const { &S::MAPPING }
}

/// What `added` names is there, or skipped by serde: conversions of Rust values put something there. For a type of which rustc
/// says nothing where this fails.
#[must_use]
#[track_caller]
pub const fn added<T: Schema>(path: &[&str]) -> usize {
    find::<T>(path, true);
    0
}

/// A place that a key names is there.
#[track_caller]
pub const fn place<T: Schema>(path: &[&str]) {
    find::<T>(path, false);
}

#[track_caller]
const fn find<T: Schema>(path: &[&str], made: bool) {
    let ty = T::TYPE;
    let mut at = ty;
    let mut keys: &'static [Key] = &[];
    let mut i = 0;
    while i < path.len() {
        let name = path[i];
        at = match opened(at).shape {
            Shape::Struct(ref of) => {
                let Some(found) = member(of.fields, name) else {
                    let is_skipped = has_name(of.skipped, name);
                    if is_skipped && made && i + 1 == path.len() {
                        return;
                    }
                    let mut message = Message::new(if is_skipped {
                        "serde skips "
                    } else {
                        "there is no field "
                    });
                    message.quote(name).text(if is_skipped {
                        ", so that it is in no version; "
                    } else {
                        "; "
                    });
                    match meant(of, name) {
                        Some(meant) if !is_skipped => {
                            message.text("did you mean ").quote(meant).text("?");
                        }
                        _ => has(&mut message, opened(at).name, of),
                    }
                    message.fail();
                };
                keys = found.keys;
                found.ty
            }
            Shape::Map(map) => {
                if is_item(name) {
                    Message::new("")
                        .quote(if i == 0 { ty.name } else { path[i - 1] })
                        .text(" is a map, whose entries have no fields that tell them apart; write the key of the entry in the brackets")
                        .fail();
                }
                map.value
            }
            Shape::List(list) if is_item(name) => {
                let of = Listed {
                    name: if i == 0 { ty.name } else { path[i - 1] },
                    items: list.items,
                    keys,
                    own_keys: opened(at).keys,
                };
                named(of, name);
                list.items
            }
            Shape::Scalar(_) | Shape::List(_) | Shape::Null => {
                let mut message = Message::new("");
                message.quote(if i == 0 { ty.name } else { path[i - 1] });
                message
                    .text(match opened(at).shape {
                        Shape::List(_) => " is a list, whose items have no names; of a list with keys write those of the item in brackets, `[name=value]`, else map it with a type of its own, or with functions: `with = function, back = function`",
                        _ => " holds no fields, so there is nothing further within",
                    })
                    .fail();
            }
            _ => return,
        };
        i += 1;
    }
}

const fn names(spots: &[Spot], ident: &str) -> bool {
    let mut i = 0;
    while i < spots.len() {
        if let Spot::Field([first, ..]) = spots[i]
            && same(first, ident)
        {
            return true;
        }
        i += 1;
    }
    false
}

/// Without what is not seen on the wire.
const fn opened(ty: &'static Type) -> &'static Type {
    let mut at = ty;
    while let Shape::Option(inner) | Shape::Same(inner) = at.shape {
        at = inner;
    }
    at
}

/// Whether nothing is known of what the type holds.
const fn is_open(ty: &Type) -> bool {
    matches!(ty.shape, Shape::Any | Shape::Given(_) | Shape::Foreign(_))
}

const fn structure(ty: &'static Type) -> Option<&'static Struct> {
    match &opened(ty).shape {
        Shape::Struct(of) => Some(of),
        _ => None,
    }
}

/// The type of the field, by its Rust name.
const fn field(of: &Struct, name: &str) -> Option<&'static Type> {
    match member(of.fields, name) {
        Some(field) => Some(field.ty),
        None => None,
    }
}

/// The field of that Rust name.
const fn member(of: Members, name: &str) -> Option<Field> {
    let mut i = 0;
    while i < of.len() {
        if same(of.ident(i), name) {
            return Some(of.at(i));
        }
        i += 1;
    }
    None
}

const fn ident_of(of: &Struct, wire: &str) -> Option<&'static str> {
    let mut i = 0;
    while i < of.fields.len() {
        if same(of.fields.wire(i), wire) {
            return Some(of.fields.ident(i));
        }
        i += 1;
    }
    None
}

/// The type of a place, where the tables tell.
const fn reach(ty: &'static Type, path: &[&str]) -> Option<&'static Type> {
    let mut at = ty;
    let mut i = 0;
    while i < path.len() {
        at = match opened(at).shape {
            Shape::Struct(ref of) => match field(of, path[i]) {
                Some(found) => found,
                None => return None,
            },
            Shape::Map(map) => map.value,
            _ => match item_of(at, path[i]) {
                Some(item) => item,
                None => return None,
            },
        };
        i += 1;
    }
    Some(at)
}

/// The field that a name was meant to be.
const fn meant(of: &Struct, name: &str) -> Option<&'static str> {
    let mut best = None;
    let mut least = usize::MAX;
    let mut i = 0;
    while i < of.fields.len() {
        if let Some(distance) = nearness(name, of.fields.ident(i))
            && distance < least
        {
            (best, least) = (Some(of.fields.ident(i)), distance);
        }
        i += 1;
    }
    best
}

/// Whether a field is what one of the names was meant to be that are no fields.
const fn is_meant(of: &Struct, names: &[&str], ident: &str) -> bool {
    let mut i = 0;
    while i < names.len() {
        if field(of, names[i]).is_none()
            && !has_name(of.skipped, names[i])
            && let Some(meant) = meant(of, names[i])
            && same(meant, ident)
        {
            return true;
        }
        i += 1;
    }
    false
}

/// Appends what a struct has.
const fn has(message: &mut Message, name: &str, of: &Struct) {
    message.quote(name).text(" has ");
    if of.fields.is_empty() {
        message.text("no fields");
    }
    let mut i = 0;
    while i < of.fields.len() {
        message
            .text(if i == 0 { "" } else { ", " })
            .quote(of.fields.ident(i));
        i += 1;
    }
}

/// Whether two values of a table of values are the same.
const fn equal(left: Option<&Tree>, right: Option<&Tree>) -> bool {
    match (left, right) {
        (None, None) | (Some(Tree::Null), Some(Tree::Null)) => true,
        (Some(Tree::Str(left)), Some(Tree::Str(right))) => same(left, right),
        (Some(Tree::Int(left)), Some(Tree::Int(right))) => *left == *right,
        (Some(Tree::Bool(left)), Some(Tree::Bool(right))) => *left == *right,
        _ => false,
    }
}

const fn has_name(names: &[&str], ident: &str) -> bool {
    let mut i = 0;
    while i < names.len() {
        if same(names[i], ident) {
            return true;
        }
        i += 1;
    }
    false
}
