//! Places in lists: an item is named by all of its list-map keys, and made of what it must have.

use super::{absent::must, has_name, ident_of, member, opened, structure};
use crate::schema::Schema;
use crate::table::{Key, Scalar, Shape, Struct, Type, item::is_item};
use wheelwright_schema::assert::{Message, same};

/// A list that a path goes through, with the keys of the field that has it.
#[derive(Clone, Copy)]
pub(super) struct Listed<'t> {
    pub(super) name: &'t str,
    pub(super) items: &'static Type,
    pub(super) keys: &'static [Key],
    pub(super) own_keys: &'static [Key],
}

/// The item has the keys that tell it apart, and no others; their values are of their types.
#[track_caller]
pub(super) const fn named(list: Listed, item: &str) {
    if matches!(
        opened(list.items).shape,
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_)
    ) {
        Message::new("the items of ")
            .quote(list.name)
            .text(" have no fields that tell them apart; map it with functions: `with = function, back = function`")
            .fail();
    }
    let Some(keys) = list_map_keys(list.keys, list.own_keys) else {
        not_keyed(list.name, item);
        return;
    };
    let Some(of) = structure(list.items) else {
        return;
    };
    let mut rest = item;
    while let Some((name, value, behind)) = next(rest) {
        rest = behind;
        let Some(field) = member(of.fields, name) else {
            let mut message = Message::new("the items of ");
            message
                .quote(list.name)
                .text(" have no field ")
                .quote(name)
                .text("; ");
            name_keys(&mut message, keys, list.items);
            message.fail();
        };
        if !has_name(keys, field.wire) {
            let mut message = Message::new("");
            message
                .quote(name)
                .text(" does not tell the items of ")
                .quote(list.name)
                .text(" apart; ");
            name_keys(&mut message, keys, list.items);
            message.fail();
        }
        value_fits(name, value, field.ty);
    }
    let mut i = 0;
    while i < keys.len() {
        if let Some(ident) = ident_of(of, keys[i])
            && !says(item, ident)
        {
            Message::new("")
                .quote(item)
                .text(" does not say which item of ")
                .quote(list.name)
                .text(" it is: the items are told apart by ")
                .quote(ident)
                .text(", too; write `")
                .text(ident)
                .text("=value` in the brackets")
                .fail();
        }
        i += 1;
    }
}

#[track_caller]
const fn not_keyed(name: &str, item: &str) {
    let mut message = Message::new("nothing tells the items of ");
    message
        .quote(name)
        .text(" apart; write `#[schema(list_map_keys(\"");
    if let Some((key, ..)) = next(item) {
        message.text(key);
    }
    message
        .text("\"))]` on it, or map it with functions: `with = function, back = function`")
        .fail();
}

/// What tells the items of a list apart: its field says it, or its type.
const fn list_map_keys(keys: &[Key], own: &[Key]) -> Option<&'static [&'static str]> {
    let mut all = [keys, own];
    let mut i = 0;
    while i < all.len() {
        while let [first, rest @ ..] = all[i] {
            if let Key::ListMapKeys(names) = first {
                return Some(names);
            }
            all[i] = rest;
        }
        i += 1;
    }
    None
}

const fn name_keys(message: &mut Message, keys: &[&str], items: &'static Type) {
    message.text("they are told apart by ");
    let mut i = 0;
    while i < keys.len() {
        let ident = match structure(items) {
            Some(of) => ident_of(of, keys[i]),
            None => None,
        };
        message.text(if i == 0 { "" } else { ", " });
        message.quote(match ident {
            Some(ident) => ident,
            None => keys[i],
        });
        i += 1;
    }
}

/// A key's value is written as one of its type.
#[track_caller]
const fn value_fits(name: &str, value: &str, ty: &'static Type) {
    let is = match opened(ty).shape {
        Shape::Scalar(Scalar::Integer(_)) if !is_integer(value) => "an integer",
        Shape::Scalar(Scalar::Bool) if !same(value, "true") && !same(value, "false") => {
            "`true` or `false`"
        }
        _ => return,
    };
    Message::new("")
        .quote(name)
        .text(" is ")
        .text(is)
        .text(", and ")
        .quote(value)
        .text(" is none")
        .fail();
}

const fn is_integer(text: &str) -> bool {
    let digits = match text.as_bytes() {
        [b'-', digits @ ..] | digits => digits,
    };
    let mut i = 0;
    while i < digits.len() {
        if !digits[i].is_ascii_digit() {
            return false;
        }
        i += 1;
    }
    // As JSON has them.
    !digits.is_empty() && (digits.len() == 1 || digits[0] != b'0')
}

/// Whether a name of an item says a key.
const fn says(item: &str, key: &str) -> bool {
    let mut rest = item;
    while let Some((name, _, behind)) = next(rest) {
        if same(name, key) {
            return true;
        }
        rest = behind;
    }
    false
}

/// The first key that the name of an item says, its value, and what is behind them.
const fn next(item: &str) -> Option<(&str, &str, &str)> {
    let bytes = item.as_bytes();
    let start = match bytes {
        [b'[' | b',', ..] => 1,
        _ => return None,
    };
    let mut equals = start;
    while equals < bytes.len() && bytes[equals] != b'=' {
        equals += 1;
    }
    let mut end = equals;
    while end < bytes.len() && bytes[end] != b',' && bytes[end] != b']' {
        end += 1;
    }
    if end == bytes.len() {
        return None;
    }
    let (_, from) = item.split_at(start);
    let (name, value) = from.split_at(equals - start);
    let (value, behind) = value.split_at(end - equals);
    let (_, value) = value.split_at(1);
    Some((name, value, behind))
}

/// Each field that an item of the hub must have is said: by its keys, or by a step. `made` has the names of those in steps.
#[track_caller]
pub const fn item_of_hub<H: Schema>(text: &str, path: &[&str], item: &str, made: &[&str]) {
    let Some(ident) = lacking(H::TYPE, path, item, made) else {
        return;
    };
    let mut message = Message::new("");
    wanted(&mut message, ident, text);
    message.text(" in the hub, and nothing maps to it; write `to = \"");
    place(&mut message, text, ident)
        .text("\"` on the field that becomes it, or what it is for older objects: `added(\"");
    place(&mut message, text, ident)
        .text("\" = value)` on the type")
        .fail();
}

/// An item on this side that steps make has no other fields that must be there.
#[track_caller]
pub const fn item_of_spoke<S: Schema>(text: &str, path: &[&str], item: &str, made: &[&str]) {
    let Some(ident) = lacking(S::TYPE, path, item, made) else {
        return;
    };
    let mut message = Message::new("");
    wanted(&mut message, ident, text);
    message
        .text(" here, and nothing becomes it on the way back; write where it goes, `step(from(\"");
    place(&mut message, text, ident)
        .text("\"), to = \"field\")`, or what it is where only this version has it: `step(from(\"");
    place(&mut message, text, ident)
        .text("\"), removed = value)`")
        .fail();
}

const fn wanted<'m>(message: &'m mut Message, ident: &str, text: &str) -> &'m mut Message {
    message
        .quote(ident)
        .text(" of ")
        .quote(text)
        .text(" must be there")
}

const fn place<'m>(message: &'m mut Message, text: &str, ident: &str) -> &'m mut Message {
    message.text(text).text(".").text(ident)
}

/// The first field that the item must have and that nothing says.
const fn lacking(
    ty: &'static Type,
    path: &[&str],
    item: &str,
    made: &[&str],
) -> Option<&'static str> {
    let mut at = ty;
    let mut keys: &[Key] = &[];
    let mut i = 0;
    while i < path.len() {
        let Some(of) = structure(at) else {
            return None;
        };
        let Some(found) = member(of.fields, path[i]) else {
            return None;
        };
        (at, keys) = (found.ty, found.keys);
        i += 1;
    }
    let Shape::List(list) = opened(at).shape else {
        return None;
    };
    let Some(of) = structure(list.items) else {
        return None;
    };
    let Some(keys) = list_map_keys(keys, opened(at).keys) else {
        return None;
    };
    // Of an item that is named by no keys of its own, that is said.
    if of.default.is_some() || !says_all(item, keys, of) {
        return None;
    }
    // A name that is none is an error of its own.
    let mut i = 0;
    while i < made.len() {
        if member(of.fields, made[i]).is_none() {
            return None;
        }
        i += 1;
    }
    let mut i = 0;
    while i < of.fields.len() {
        let field = of.fields.at(i);
        if field.default.is_none()
            && must(field.ty)
            && !says(item, field.ident)
            && !has_name(made, field.ident)
        {
            return Some(field.ident);
        }
        i += 1;
    }
    None
}

/// Whether a name of an item says these keys and no others.
const fn says_all(item: &str, keys: &[&str], of: &Struct) -> bool {
    let mut count = 0;
    let mut rest = item;
    while let Some((_, _, behind)) = next(rest) {
        rest = behind;
        count += 1;
    }
    let mut i = 0;
    while i < keys.len() {
        match ident_of(of, keys[i]) {
            Some(ident) if says(item, ident) => i += 1,
            _ => return false,
        }
    }
    count == keys.len()
}

/// What the name of an item leads to from a type, if that is a list.
pub(super) const fn item_of(ty: &'static Type, name: &str) -> Option<&'static Type> {
    match opened(ty).shape {
        Shape::List(list) if is_item(name) => Some(list.items),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_an_item_are_read_one_by_one() {
        let mut rest = "[port=80,protocol=TCP]";
        let mut keys = Vec::new();
        while let Some((name, value, behind)) = next(rest) {
            keys.push((name, value));
            rest = behind;
        }
        assert_eq!(keys, [("port", "80"), ("protocol", "TCP")]);
        assert_eq!(next("[image=a=b]"), Some(("image", "a=b", "]")));
        assert_eq!(next("]"), None);
    }

    #[test]
    fn integers_are_those_of_json() {
        for text in ["0", "-1", "80"] {
            assert!(is_integer(text), "{text}");
        }
        for text in ["", "-", "08", "1.0", "1e3", "x", "+1"] {
            assert!(!is_integer(text), "{text}");
        }
    }
}
