//! The fields of the hub are those that the steps are about, and what is copied is of one type.

use super::{absent::must, field, has, opened, structure};
use crate::assert::message::{Message, same};
use crate::convert::SpokeOf;
use crate::schema::Schema;
use crate::table::{List, Map, Scalar, Shape, Struct, Type};

/// Every field of the hub has a step, and every field that is copied a counterpart of its type. `names` has what is not copied
/// under the same name, parted by spaces: `here>there`, with `?` before where it maps by itself (`?both`), `-here` where nothing
/// becomes of it that the tables tell, and `>there` where another step is about it.
///
/// What this makes is in a type, of which rustc says nothing where this fails: neither that a field is missing nor that there is
/// none, nor that one is of another type; and where the mapping has errors of its own.
#[track_caller]
#[must_use]
pub const fn mapped<S: SpokeOf<H> + Schema, H: Schema>(names: &str) -> usize {
    let (Some(spoke), Some(hub)) = (structure(S::TYPE), structure(H::TYPE)) else {
        return 0;
    };
    let names = Names {
        spoke,
        at: 0,
        all: names,
        rest: names,
    };
    let mut message = Message::new("");
    nothing_there(&mut message, names, H::TYPE.name, hub);
    nothing_here(&mut message, names, H::TYPE.name, hub);
    unlike(&mut message, names, hub);
    if !message.as_str().is_empty() {
        message.fail();
    }
    told::<S, H>()
}

/// Has a value where the mapping has. By itself, for what a function names is there before it runs.
const fn told<S: SpokeOf<H>, H>() -> usize {
    const { &S::MAPPING };
    0
}

/// What is copied has a counterpart.
const fn nothing_there(message: &mut Message, mut names: Names<'_>, hub_name: &str, hub: &Struct) {
    while let Some(name) = names.next() {
        if name.from.is_empty() || name.to.is_empty() || name.is_nested {
            continue;
        }
        if field(hub, name.to).is_some() {
            continue;
        }
        begin(message);
        message.text("nothing in the hub is called ").quote(name.to);
        if same(name.from, name.to) {
            message.text(" as the field here is");
        }
        message.text("; ");
        has(message, hub_name, hub);
        message.text("; write where it goes: `rename = \"field\"`, `to = \"field.inner\"`, or `removed` where the hub has nothing like it");
    }
}

/// Every field of the hub is made of something.
const fn nothing_here(message: &mut Message, names: Names<'_>, hub_name: &str, hub: &Struct) {
    let mut first = "";
    let mut i = 0;
    while i < hub.fields.len() {
        let ident = hub.fields.ident(i);
        i += 1;
        if is_named(names, ident) {
            continue;
        }
        if first.is_empty() {
            first = ident;
            begin(message);
            message.text("nothing maps to ");
        } else {
            message.text(", ");
        }
        message.quote(ident);
    }
    if !first.is_empty() {
        message
            .text(" of the hub ")
            .quote(hub_name)
            .text("; write `rename = \"")
            .text(first)
            .text("\"` or `to = \"")
            .text(first)
            .text("\"` on the field that becomes it, or what it is for older objects: `added(")
            .text(first)
            .text(" = value)` on the type");
    }
}

/// What is copied is of the same type.
const fn unlike(message: &mut Message, mut names: Names<'_>, hub: &Struct) {
    while let Some(name) = names.next() {
        let (Some(from), Some(to)) = (field(names.spoke, name.from), field(hub, name.to)) else {
            continue;
        };
        let (here, there) = (is_option(from), is_option(to));
        let (opened_here, opened_there) = (opened(from), opened(to));
        if !name.is_nested && !may_be_alike(opened_here, opened_there) {
            begin(message);
            message.quote(name.from).text(" is ");
            kind(message, from);
            message.text(" here and ");
            kind(message, to);
            message.text(" in the hub; write how the one becomes the other, such as `coerced`, `parsed` or `values(…)`, or `with = function, back = function`");
        } else if here && !there && must(to) {
            begin(message);
            message
                .quote(name.from)
                .text(" may be absent here, and must be there in the hub; write `or = …` on it, which stands in while its absence is kept");
        } else if there && !here && must(from) {
            begin(message);
            message
                .quote(name.from)
                .text(" may be absent in the hub, and must be there here; write `or_back = …` on it, which stands in while its absence is kept");
        }
    }
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

/// A new sentence.
const fn begin(message: &mut Message) {
    if !message.as_str().is_empty() {
        message.text(". Besides, ");
    }
}

/// A field of the spoke and the hub's that it becomes; either is empty where there is none.
struct Name<'n> {
    from: &'n str,
    to: &'n str,
    is_nested: bool,
}

/// The fields of the spoke's table that are not among the names, and the names.
#[derive(Clone, Copy)]
struct Names<'n> {
    spoke: &'n Struct,
    at: usize,
    all: &'n str,
    rest: &'n str,
}

impl<'n> Names<'n> {
    const fn next(&mut self) -> Option<Name<'n>> {
        while self.at < self.spoke.fields.len() {
            let ident = self.spoke.fields.ident(self.at);
            self.at += 1;
            if !is_listed(self.all, ident) {
                return Some(Name {
                    from: ident,
                    to: ident,
                    is_nested: false,
                });
            }
        }
        let Some((name, behind)) = read(self.rest) else {
            return None;
        };
        self.rest = behind;
        Some(name)
    }
}

/// Whether something becomes the hub's field.
const fn is_named(names: Names<'_>, ident: &str) -> bool {
    let mut rest = names.all;
    while let Some((name, behind)) = read(rest) {
        if same(name.to, ident) {
            return true;
        }
        rest = behind;
    }
    field(names.spoke, ident).is_some() && !is_listed(names.all, ident)
}

/// Whether something is said of the spoke's field.
const fn is_listed(names: &str, ident: &str) -> bool {
    let mut rest = names;
    while let Some((name, behind)) = read(rest) {
        if same(name.from, ident) {
            return true;
        }
        rest = behind;
    }
    false
}

/// The first name, and what is behind it.
const fn read(names: &str) -> Option<(Name<'_>, &str)> {
    if names.is_empty() {
        return None;
    }
    let (name, behind) = cut(names, b' ');
    let first = name.as_bytes()[0];
    let name = match first {
        b'?' | b'-' => name.split_at(1).1,
        _ => name,
    };
    let (from, to) = cut(name, b'>');
    let is_nested = first == b'?';
    let to = if is_nested && to.is_empty() { from } else { to };
    Some((
        Name {
            from,
            to,
            is_nested,
        },
        behind,
    ))
}

/// What is before a byte, and what behind it.
const fn cut(text: &str, at: u8) -> (&str, &str) {
    let bytes = text.as_bytes();
    let mut end = 0;
    while end < bytes.len() {
        if bytes[end] == at {
            return (text.split_at(end).0, text.split_at(end + 1).1);
        }
        end += 1;
    }
    (text, "")
}
