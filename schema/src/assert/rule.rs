//! Rules: where they report to, and whether there is an old value to compare with.

use super::message::Message;
use super::walk::{Json, Position, Step};
use crate::table::{Key, Shape, Type};

/// `field_path`: it leads to a field.
#[track_caller]
pub const fn rule_path(ty: &'static Type, path: &[&str]) {
    let mut position = Position::of(ty);
    let mut i = 0;
    while i < path.len() {
        match position.member(path[i]) {
            Step::To(member, _) => position = member,
            Step::Missing => lost(position, path, i),
            Step::Unknown => return,
        }
        i += 1;
    }
}

#[track_caller]
const fn lost(parent: Position, path: &[&str], at: usize) -> ! {
    let mut message = Message::new("field_path: ");
    message.quote(path[at]);
    if matches!(parent.json(), Json::Object) {
        message
            .text(" is not a field of ")
            .quote(parent.type_name())
            .text(", which has ");
        parent.name_members(&mut message);
    } else if at > 0 {
        message
            .text(" leads nowhere: ")
            .quote(path[at - 1])
            .text(" is ")
            .text(parent.json().name());
    } else {
        message
            .text(" leads nowhere: the value is ")
            .text(parent.json().name());
    }
    message
        .text(" (the API server: `must be a valid path: does not refer to a valid field`)")
        .fail()
}

/// `rule` and `immutable`: CEL sees the value.
#[track_caller]
pub const fn seen(ty: &'static Type, key: &str) {
    let mut at = Position::of(ty);
    loop {
        let Some(ty) = at.opened() else { return };
        at = match &ty.shape {
            Shape::List(list) => Position::of(list.items),
            Shape::Map(map) => Position::of(map.value),
            Shape::Any => break,
            _ => return,
        };
    }
    Message::new("")
        .quote(key)
        .text(" needs CEL, which does not see values without a type, such as ")
        .quote(at.type_name())
        .text("; write a type, or the rule on a parent that has one (the API server: `failed to construct type information`)")
        .fail();
}

/// A rule about the old value of an item: the API server finds it by the list's keys.
#[track_caller]
pub const fn correlated(ty: &'static Type, key: &str) {
    let mut ty = ty;
    loop {
        let mut i = 0;
        while i < ty.keys.len() {
            if matches!(ty.keys[i], Key::ListMapKeys(_)) {
                return;
            }
            i += 1;
        }
        match &ty.shape {
            Shape::Option(inner) | Shape::Same(inner) => ty = inner,
            Shape::List(_) => break,
            _ => return,
        }
    }
    Message::new("")
        .quote(key)
        .text(" compares an item with the old one, and in this list nothing tells which that was; add ")
        .text("`list_map_keys(…)`, or compare the list as a whole (the API server: `oldSelf cannot be used on the ")
        .text("uncorrelatable portion of the schema`)")
        .fail();
}
