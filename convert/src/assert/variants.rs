//! The variants of an enum map to those of the hub.

use super::{is_open, opened};
use crate::schema::Schema;
use crate::table::{Content, Enum, Shape};
use wheelwright_schema::assert::{Message, same};

/// The variant of the hub is there, and holds what this one holds: its fields, one value or nothing, as it is written.
#[track_caller]
pub const fn variant<H: Schema>(name: &str, here: &str) {
    let Shape::Enum(of) = opened(H::TYPE).shape else {
        return;
    };
    let mut i = 0;
    while i < of.variants.len() {
        let variant = &of.variants[i];
        i += 1;
        if !same(variant.ident, name) {
            continue;
        }
        let there = match variant.content {
            Content::Unit => "",
            Content::Newtype(_) => "(…)",
            Content::Struct(_) => " { … }",
        };
        // All fields of a struct variant may be of this side alone.
        let is_empty = same(here, " { … }") && same(there, "");
        if !same(here, there) && !is_empty {
            Message::new("the hub has the variant as `")
                .text(name)
                .text(there)
                .text("`, and this is `")
                .text(name)
                .text(here)
                .text("`; write it as it is there, or map the whole type: `with = function, back = function`")
                .fail();
        }
        return;
    }
    let mut message = Message::new("the hub has no variant ");
    message.quote(name).text("; ").quote(H::TYPE.name);
    message.text(" has ");
    names(&mut message, &of, &[]);
    message
        .text("; write `rename = \"Variant\"`, or `removed = value` where the hub has nothing like it")
        .fail();
}

/// Every variant of the hub comes down to something.
#[track_caller]
pub const fn covers_variants<H: Schema>(mapped: &[&str]) {
    let Shape::Enum(of) = opened(H::TYPE).shape else {
        if !is_open(opened(H::TYPE)) {
            Message::new("the hub ")
                .quote(H::TYPE.name)
                .text(" is no enum, and this is one; map the whole type: `with = function, back = function`")
                .fail();
        }
        return;
    };
    let mut message = Message::new("nothing here is ");
    if let Some(first) = names(&mut message, &of, mapped) {
        message
            .text(" of the hub ")
            .quote(H::TYPE.name)
            .text("; write `rename = \"")
            .text(first)
            .text("\"` on the variant that becomes it, or what stands in for it here: `added(")
            .text(first)
            .text(" = value)` on the type")
            .fail();
    }
}

/// Appends the names of the variants that are not among these, and gives the first.
const fn names(message: &mut Message, of: &Enum, without: &[&str]) -> Option<&'static str> {
    let mut first = None;
    let mut i = 0;
    while i < of.variants.len() {
        let name = of.variants[i].ident;
        i += 1;
        if super::has_name(without, name) {
            continue;
        }
        if first.is_none() {
            first = Some(name);
        } else {
            message.text(", ");
        }
        message.quote(name);
    }
    first
}
