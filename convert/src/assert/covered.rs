//! Every field of what a mapping makes is made of something.

use super::{fits::Seen, has_name, is_meant, structure};
use crate::schema::Schema;
use crate::table::Type;
use wheelwright_schema::assert::{Message, same};

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
        if has_name(alike, ident) || has_name(others, ident) || is_meant(hub, others, ident) {
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

/// Every field of a struct that is made of what moves into it has something there. `made` has the names of those that do.
#[track_caller]
pub const fn part_of_hub<H: Schema>(text: &str, path: &[&str], made: &[&str]) {
    let Some(ident) = lacking(H::TYPE, path, made) else {
        return;
    };
    let mut message = Message::new("nothing maps to ");
    message.quote(ident).text(" of ").quote(text);
    message.text(" in the hub; write `to = \"");
    place(&mut message, text, ident)
        .text("\"` on the field that becomes it, or what it is for older objects: `added(\"");
    place(&mut message, text, ident)
        .text("\" = value)` on the type")
        .fail();
}

/// A struct on this side that is made of parts has no other fields that must be there.
#[track_caller]
pub const fn part_of_spoke<S: Schema>(text: &str, path: &[&str], made: &[&str]) {
    let Some(ident) = lacking(S::TYPE, path, made) else {
        return;
    };
    let mut message = Message::new("nothing becomes ");
    message.quote(ident).text(" of ").quote(text);
    message.text(" here; write where it goes, `step(from(\"");
    place(&mut message, text, ident)
        .text("\"), to = \"field\")`, or what it is where only this version has it: `step(from(\"");
    place(&mut message, text, ident)
        .text("\"), removed = value)`")
        .fail();
}

/// The first field that is not made.
const fn lacking(ty: &'static Type, path: &[&str], made: &[&str]) -> Option<&'static str> {
    let Some(Seen { ty, .. }) = Seen::at(ty, path) else {
        return None;
    };
    let Some(of) = structure(ty) else {
        return None;
    };
    let mut i = 0;
    while i < of.fields.len() {
        let ident = of.fields.ident(i);
        if !has_name(made, ident) && !is_meant(of, made, ident) {
            return Some(ident);
        }
        i += 1;
    }
    None
}

const fn place<'m>(message: &'m mut Message, holder: &str, ident: &str) -> &'m mut Message {
    message.text(holder).text(".").text(ident)
}
