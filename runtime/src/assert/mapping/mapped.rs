//! The fields of the hub are those that the steps are about, and what is copied is of one type.

use super::{absent::must, field, has, opened, structure};
use crate::assert::message::{Message, same};
use crate::convert::SpokeOf;
use crate::schema::Schema;
use crate::table::{List, Map, Scalar, Shape, Struct, Type};

/// What is in a type where the two versions fit, and of which rustc says nothing where they do not: neither that a field is
/// missing nor that there is none, nor that one is of another type; and where the mapping has errors of its own.
#[must_use]
pub const fn told<S: SpokeOf<H>, H, const FIELDS: usize>(_: [(); FIELDS]) -> usize {
    const { &S::MAPPING };
    0
}

/// The field that is written has one in the hub that it becomes, of its type unless it maps by itself.
#[track_caller]
pub const fn carried<S: Schema, H: Schema>(from: &str, to: &str, is_nested: bool) {
    let (Some(spoke), Some(hub)) = (structure(S::TYPE), structure(H::TYPE)) else {
        return;
    };
    match (field(spoke, from), field(hub, to)) {
        (Some(here), Some(there)) => fits(from, here, there, is_nested),
        (_, None) if !is_nested && same(from, to) => nothing_there(to, true, H::TYPE.name, hub),
        _ => {}
    }
}

/// The field that a key names is in the hub.
#[track_caller]
pub const fn there<H: Schema>(name: &str) {
    if let Some(hub) = structure(H::TYPE)
        && field(hub, name).is_none()
    {
        nothing_there(name, false, H::TYPE.name, hub);
    }
}

/// Every field of the hub is made of something: `alike` has those that are made of fields of the same name.
#[track_caller]
pub const fn covered<H: Schema>(alike: &[&str], others: &[&str]) {
    let Some(hub) = structure(H::TYPE) else {
        return;
    };
    let mut message = Message::new("");
    let mut first = "";
    let mut next = 0;
    let mut i = 0;
    while i < hub.fields.len() {
        let ident = hub.fields.ident(i);
        i += 1;
        // Mostly both are in the same order.
        if next < alike.len() && same(alike[next], ident) {
            next += 1;
            continue;
        }
        if has_name(alike, ident) || has_name(others, ident) {
            continue;
        }
        if first.is_empty() {
            first = ident;
            message.text("nothing maps to ");
        } else {
            message.text(", ");
        }
        message.quote(ident);
    }
    if !first.is_empty() {
        message
            .text(" of the hub ")
            .quote(H::TYPE.name)
            .text("; write `rename = \"")
            .text(first)
            .text("\"` or `to = \"")
            .text(first)
            .text("\"` on the field that becomes it, or what it is for older objects: `added(")
            .text(first)
            .text(" = value)` on the type")
            .fail();
    }
}

#[track_caller]
const fn nothing_there(name: &str, is_here: bool, hub_name: &str, hub: &Struct) {
    let mut message = Message::new("nothing in the hub is called ");
    message.quote(name);
    if is_here {
        message.text(" as the field here is");
    }
    message.text("; ");
    has(&mut message, hub_name, hub);
    message
        .text("; write where it goes: `rename = \"field\"`, `to = \"field.inner\"`, or `removed` where the hub has nothing like it")
        .fail();
}

/// What is copied is of the same type.
#[track_caller]
const fn fits(name: &str, from: &'static Type, to: &'static Type, is_nested: bool) {
    let (here, there) = (is_option(from), is_option(to));
    if !is_nested && !may_be_alike(opened(from), opened(to)) {
        let mut message = Message::new("");
        message.quote(name).text(" is ");
        kind(&mut message, from);
        message.text(" here and ");
        kind(&mut message, to);
        message.text(" in the hub; write how the one becomes the other, such as `coerced`, `parsed` or `values(…)`, or `with = function, back = function`").fail();
    } else if here && !there && must(to) {
        absent(
            name,
            " may be absent here, and must be there in the hub; write `or = …` on it, which stands in while its absence is kept",
        );
    } else if there && !here && must(from) {
        absent(
            name,
            " may be absent in the hub, and must be there here; write `or_back = …` on it, which stands in while its absence is kept",
        );
    }
}

#[track_caller]
const fn absent(name: &str, what: &str) {
    Message::new("").quote(name).text(what).fail();
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
