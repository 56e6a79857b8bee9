//! Literal values, such as defaults, against the type they are for.

use super::limits;
use super::message::{Message, same};
use super::trail::Trail;
use super::walk::{Json, Position, Step, is_surely_required};
use crate::table::{
    Content, Enum, Flag, Integer, Key, List, Scalar, Shape, Struct, Tagging, Tree, Type,
};

/// `default`: the value passes the type's schema.
#[track_caller]
pub const fn default(ty: &'static Type, value: Tree) {
    if let Some(mut message) = refusal("default", ty, &value) {
        if !message.quotes_server() {
            message.text("; the API server refuses a default that its own schema does not take");
        }
        message.fail();
    }
}

/// `enum_values`: each passes the type's schema.
#[track_caller]
pub const fn enum_values(ty: &'static Type, values: &[Tree]) {
    let mut i = 0;
    while i < values.len() {
        if let Some(message) = refusal("enum_values", ty, &values[i]) {
            message.fail();
        }
        i += 1;
    }
}

/// What is wrong with the value. Composed only when something is: the buffer costs more than the look.
const fn refusal(key: &str, ty: &'static Type, value: &Tree) -> Option<Message> {
    if is_plainly_fine(ty, value) || passes(Trail::START, value, Position::of(ty), &mut None) {
        return None;
    }
    let mut start = Message::new(key);
    start.text(": ");
    let mut message = Some(start);
    passes(Trail::START, value, Position::of(ty), &mut message);
    message
}

/// The common case, at a tenth of the cost.
const fn is_plainly_fine(ty: &'static Type, value: &Tree) -> bool {
    match (&ty.shape, value) {
        (Shape::Scalar(Scalar::Bool), Tree::Bool(_)) => true,
        (Shape::Scalar(Scalar::Integer(range)), Tree::Int(number)) => {
            *number >= range.min && *number <= range.max
        }
        (Shape::Scalar(Scalar::Text(text)), Tree::Str(_)) => {
            text.min_length.is_none() && text.max_length.is_none() && text.values.is_empty()
        }
        _ => false,
    }
}

/// Whether the value passes; if not, the message says why.
const fn passes(
    trail: Trail<'_>,
    value: &Tree,
    at: Position,
    message: &mut Option<Message>,
) -> bool {
    // Only known at run time.
    if let Tree::Run(_) = value {
        return true;
    }
    if let Tree::Null = value
        && at.is_nullable()
    {
        return true;
    }
    let Some(ty) = at.opened() else { return true };
    if matches!(at.json(), Json::IntOrString) {
        return matches!(value, Tree::Int(_) | Tree::Str(_)) || trail.wrong(value, at, message);
    }
    let fits = match &ty.shape {
        Shape::Scalar(of) => scalar(trail, value, of, at, message),
        Shape::List(of) => list(trail, value, of, at, message),
        Shape::Map(_) => map(trail, value, at, message),
        Shape::Struct(of) => structure(trail, value, of, at, message),
        Shape::Enum(of) => enumeration(trail, value, of, at, message),
        Shape::Option(_)
        | Shape::Same(_)
        | Shape::Null
        | Shape::Any
        | Shape::Given(_)
        | Shape::Foreign(_) => true,
    };
    fits && keys(trail, value, at.keys(), message) && type_keys(trail, value, at.ty(), message)
}

const fn scalar(
    trail: Trail<'_>,
    value: &Tree,
    scalar: &Scalar,
    at: Position,
    message: &mut Option<Message>,
) -> bool {
    match (scalar, value) {
        (Scalar::Bool, Tree::Bool(_)) | (Scalar::Float(_), Tree::Int(_) | Tree::Float(_)) => true,
        (Scalar::Integer(range), Tree::Int(number)) => {
            *number >= range.min && *number <= range.max
                || out_of_range(trail, value, *range, at, message)
        }
        (Scalar::Text(text), Tree::Str(string)) => {
            limits::is_text(string, text) || no_value(trail, value, at, message)
        }
        _ => trail.wrong(value, at, message),
    }
}

const fn out_of_range(
    trail: Trail<'_>,
    value: &Tree,
    range: Integer,
    at: Position,
    message: &mut Option<Message>,
) -> bool {
    if let Some(message) = message {
        trail.about(value, message);
        message
            .text(", but ")
            .quote(at.type_name())
            .text(" goes from ");
        message.number(range.min).text(" to ").number(range.max);
    }
    false
}

const fn no_value(
    trail: Trail<'_>,
    value: &Tree,
    at: Position,
    message: &mut Option<Message>,
) -> bool {
    if let Some(message) = message {
        trail.about(value, message);
        message
            .text(", which is no value of ")
            .quote(at.type_name());
    }
    false
}

const fn list(
    trail: Trail<'_>,
    value: &Tree,
    list: &List,
    at: Position,
    message: &mut Option<Message>,
) -> bool {
    let Tree::Array(items) = value else {
        return trail.wrong(value, at, message);
    };
    if let Some(len) = list.len
        && items.len() != len
    {
        if let Some(message) = message {
            trail.about(value, message);
            message
                .text(" of ")
                .number(items.len() as i128)
                .text(", but the array has ")
                .number(len as i128);
        }
        return false;
    }
    let Step::To(item, _) = at.item() else {
        return true;
    };
    let mut i = 0;
    while i < items.len() {
        if !passes(trail.to("[]"), &items[i], item, message) {
            return false;
        }
        i += 1;
    }
    true
}

const fn map(trail: Trail<'_>, value: &Tree, at: Position, message: &mut Option<Message>) -> bool {
    let Tree::Object(members) = value else {
        return trail.wrong(value, at, message);
    };
    let mut i = 0;
    while i < members.len() {
        let (name, value) = &members[i];
        if let Step::To(held, _) = at.member(name)
            && !passes(trail.to(name), value, held, message)
        {
            return false;
        }
        i += 1;
    }
    true
}

const fn structure(
    trail: Trail<'_>,
    value: &Tree,
    of: &Struct,
    at: Position,
    message: &mut Option<Message>,
) -> bool {
    let Tree::Object(members) = value else {
        return trail.wrong(value, at, message);
    };
    let mut i = 0;
    while i < members.len() {
        let (name, value) = &members[i];
        match at.member(name) {
            Step::To(member, _) => {
                if !passes(trail.to(name), value, member, message) {
                    return false;
                }
            }
            Step::Missing => {
                if let Some(message) = message {
                    trail.within(message);
                    message
                        .quote(name)
                        .text(" is not a field of ")
                        .quote(at.type_name())
                        .text(", which has ");
                    at.name_members(message);
                    message.text(" (the API server: `must not have unknown fields`)");
                }
                return false;
            }
            Step::Unknown => {}
        }
        i += 1;
    }
    has_required(trail, members, of, at, message)
}

/// The API server does not fill in what is nested before it looks.
const fn has_required(
    trail: Trail<'_>,
    members: &[(&str, Tree)],
    of: &Struct,
    at: Position,
    message: &mut Option<Message>,
) -> bool {
    let mut i = 0;
    while i < of.fields.len() {
        let field = &of.fields.at(i);
        if !field.flags.has(Flag::Flatten)
            && is_surely_required(field, of.default.is_some())
            && !has_member(members, field.wire)
        {
            if let Some(message) = message {
                trail.within(message);
                message
                    .quote(field.wire)
                    .text(" is missing, and ")
                    .quote(at.type_name());
                message.text(" requires it; write it out, or give the field a schema default");
            }
            return false;
        }
        i += 1;
    }
    true
}

/// Only enums of unit variants are looked into.
const fn enumeration(
    trail: Trail<'_>,
    value: &Tree,
    of: &Enum,
    at: Position,
    message: &mut Option<Message>,
) -> bool {
    if !matches!(of.tagging, Tagging::External) {
        return true;
    }
    let mut i = 0;
    while i < of.variants.len() {
        let variant = &of.variants[i];
        if variant.untagged || variant.other || !matches!(variant.content, Content::Unit) {
            return true;
        }
        if let Tree::Str(name) = value
            && same(name, variant.wire)
        {
            return true;
        }
        i += 1;
    }
    if let Some(message) = message {
        trail.about(value, message);
        message
            .text(", but ")
            .quote(at.type_name())
            .text(" is one of ");
        let mut i = 0;
        while i < of.variants.len() {
            message
                .text(if i == 0 { "" } else { ", " })
                .quote(of.variants[i].wire);
            i += 1;
        }
    }
    false
}

/// The keys on the type and on what it wraps.
const fn type_keys(
    trail: Trail<'_>,
    value: &Tree,
    ty: &'static Type,
    message: &mut Option<Message>,
) -> bool {
    let mut ty = ty;
    loop {
        if !keys(trail, value, ty.keys, message) {
            return false;
        }
        match &ty.shape {
            Shape::Option(inner) | Shape::Same(inner) => ty = inner,
            _ => return true,
        }
    }
}

const fn keys(trail: Trail<'_>, value: &Tree, keys: &[Key], message: &mut Option<Message>) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if let Some(name) = limits::refusing(&keys[i], value) {
            if let Some(message) = message {
                trail.about(value, message);
                message.text(", which its ").quote(name).text(" refuses");
            }
            return false;
        }
        i += 1;
    }
    true
}

const fn has_member(members: &[(&str, Tree)], name: &str) -> bool {
    let mut i = 0;
    while i < members.len() {
        if same(members[i].0, name) {
            return true;
        }
        i += 1;
    }
    false
}
