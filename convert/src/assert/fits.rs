//! What goes from one place to one is of one type, and is there where it must be.

use super::{absent::must, opened, structure};
use crate::SpokeOf;
use crate::schema::Schema;
use crate::table::{List, Map, Scalar, Shape, Type};
use wheelwright_schema::assert::{Message, same};

/// A place of the spoke becomes one of the hub, of which at least one is further within or has a stand-in. What the macro call
/// sees of them: `lacks`, of here and there, that the place is in a struct which is absent with it; `stands`, up and down, that
/// something stands in for what is absent.
#[track_caller]
pub const fn moved<S: SpokeOf<H> + Schema, H: Schema>(
    names: [&str; 2],
    [from, to]: [&[&str]; 2],
    is_nested: bool,
    lacks: [bool; 2],
    stands: [bool; 2],
) {
    let (Some(here), Some(there)) = (Seen::at(S::TYPE, from), Seen::at(H::TYPE, to)) else {
        return;
    };
    if !is_nested {
        alike(names, [here.ty, there.ty]);
    }
    let refuses = [S::FALLIBLE_UP, S::FALLIBLE_DOWN];
    if here.may_be_absent && !stands[0] && !refuses[0] && there.must_be(lacks[1]) {
        lacking(names, true);
    } else if there.may_be_absent && !stands[1] && !refuses[1] && here.must_be(lacks[0]) {
        lacking(names, false);
    }
}

/// A field of the spoke becomes one of the hub, and nothing stands in for it. `refuses`, up and down: the mapping may refuse.
#[track_caller]
pub(super) const fn fits(
    names: [&str; 2],
    [here, there]: [&'static Type; 2],
    is_nested: bool,
    refuses: [bool; 2],
) {
    if !is_nested {
        alike(names, [here, there]);
    }
    if is_option(here) && !is_option(there) && must(there) && !refuses[0] {
        lacking(names, true);
    } else if is_option(there) && !is_option(here) && must(here) && !refuses[1] {
        lacking(names, false);
    }
}

/// What the tables tell of a place.
pub(super) struct Seen {
    pub(super) ty: &'static Type,
    /// It, or what it is in, may be.
    may_be_absent: bool,
    /// It is the entry of a map, which is there or not.
    is_entry: bool,
}

impl Seen {
    pub(super) const fn at(ty: &'static Type, path: &[&str]) -> Option<Self> {
        let mut seen = Self {
            ty,
            may_be_absent: false,
            is_entry: false,
        };
        let mut i = 0;
        while i < path.len() {
            if let Some(of) = structure(seen.ty) {
                let Some(found) = super::field(of, path[i]) else {
                    return None;
                };
                seen.ty = found;
                seen.is_entry = false;
            } else if let Shape::Map(map) = opened(seen.ty).shape {
                seen.ty = map.value;
                seen.is_entry = true;
            } else if let Some(item) = super::item_of(seen.ty, path[i]) {
                seen.ty = item;
                seen.is_entry = true;
            } else {
                return None;
            }
            seen.may_be_absent |= seen.is_entry || is_option(seen.ty);
            i += 1;
        }
        Some(seen)
    }

    const fn must_be(&self, lacks: bool) -> bool {
        !lacks && !self.is_entry && must(self.ty)
    }
}

/// What is copied is of the same type.
#[track_caller]
const fn alike([from, to]: [&str; 2], [here, there]: [&'static Type; 2]) {
    if may_be_alike(opened(here), opened(there)) {
        return;
    }
    let (one, other) = (&opened(here).shape, &opened(there).shape);
    let is_choice = matches!(
        (one, other),
        (Shape::Enum(_), Shape::Scalar(Scalar::Text(_)))
            | (Shape::Scalar(Scalar::Text(_)), Shape::Enum(_))
    );
    let mut message = Message::new("");
    message.quote(from).text(" is ");
    kind(&mut message, here);
    message.text(" here and ");
    if !same(from, to) {
        message.quote(to).text(" is ");
    }
    kind(&mut message, there);
    message
        .text(" in the hub; write how the one becomes the other")
        .text(if is_choice {
            ": `values(\"old\" = \"new\")` with what they are in objects, this version's first, `parsed` by `FromStr` and `Display`"
        } else {
            ", such as `coerced`, `parsed` or `values(…)`"
        })
        .text(", or `with = function, back = function`")
        .fail();
}

/// What may be absent here, or in the hub, and must be there on the other side.
#[track_caller]
const fn lacking([from, to]: [&str; 2], here: bool) {
    let mut message = Message::new("");
    let (lacks, must, key) = if here {
        (from, to, "or")
    } else {
        (to, from, "or_back")
    };
    let (side, other) = if here {
        ("here", "in the hub")
    } else {
        ("in the hub", "here")
    };
    message
        .quote(lacks)
        .text(" may be absent ")
        .text(side)
        .text(", and ");
    if !same(from, to) {
        message.quote(must).text(" ");
    }
    message
        .text("must be there ")
        .text(other)
        .text("; write `")
        .text(key)
        .text(if same(from, to) {
            " = …` on it, which"
        } else {
            " = …`, which"
        })
        .text(" stands in while its absence is kept, or `fallible(")
        .text(if here { "up" } else { "down" })
        .text(")` on the type")
        .fail();
}

/// Whether a value of the one may be one of the other. Only of standard types is it known that it is not.
const fn may_be_alike(left: &'static Type, right: &'static Type) -> bool {
    match (&left.shape, &right.shape) {
        (Shape::Scalar(left), Shape::Scalar(right)) => match (left, right) {
            (Scalar::Bool, Scalar::Bool)
            | (Scalar::Text(_), Scalar::Text(_))
            | (Scalar::Float(_), Scalar::Float(_))
            | (Scalar::IntOrString, Scalar::IntOrString) => true,
            (Scalar::Integer(left), Scalar::Integer(right)) => {
                left.min == right.min && left.max == right.max
            }
            _ => false,
        },
        (Shape::List(left), Shape::List(right)) => may_be_alike(left.items, right.items),
        (Shape::Map(left), Shape::Map(right)) => may_be_alike(left.value, right.value),
        (
            Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) | Shape::Struct(_),
            Shape::Scalar(_) | Shape::List(_) | Shape::Map(_),
        )
        | (Shape::Scalar(Scalar::Text(_)), Shape::Enum(_))
        | (Shape::Enum(_), Shape::Scalar(Scalar::Text(_)))
        | (Shape::Scalar(_) | Shape::List(_) | Shape::Map(_), Shape::Struct(_)) => false,
        _ => true,
    }
}

/// Appends what a type is.
const fn kind(message: &mut Message, ty: &'static Type) {
    let ty = opened(ty);
    message.quote(ty.name);
    if let Shape::List(List { items: held, .. }) | Shape::Map(Map { value: held, .. }) = &ty.shape {
        message.text(" of ");
        kind(message, held);
    }
}

const fn is_option(ty: &'static Type) -> bool {
    let mut at = ty;
    while let Shape::Same(inner) = at.shape {
        at = inner;
    }
    matches!(at.shape, Shape::Option(_))
}
