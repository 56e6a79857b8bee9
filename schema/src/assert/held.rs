//! What lists and maps hold: list-map keys, sets, keys of maps.

use super::message::{Message, same};
use super::walk::{Json, Position, Presence, Step};
use crate::table::run::STAND_IN;
use crate::table::{Content, Enum, Flag, Key, MapType, Scalar, Shape, Struct, Type};

const UNKNOWN: &Type = &Type::of("", STAND_IN);

/// What a list holds, for further assertions; any value where the tables do not tell.
#[must_use]
pub const fn items(ty: &'static Type) -> &'static Type {
    match Position::of(ty).opened() {
        Some(Type {
            shape: Shape::List(list),
            ..
        }) => list.items,
        _ => UNKNOWN,
    }
}

/// What a map holds, for further assertions; any value where the tables do not tell.
#[must_use]
pub const fn values(ty: &'static Type) -> &'static Type {
    match Position::of(ty).opened() {
        Some(Type {
            shape: Shape::Map(map),
            ..
        }) => map.value,
        _ => UNKNOWN,
    }
}

/// `list_map_keys`: the list's items have a scalar member of this name in every object.
#[track_caller]
pub const fn list_map_key(ty: &'static Type, name: &str) {
    let item = match Position::of(ty).item() {
        Step::To(item, _) => item,
        Step::Missing => {
            super::fit::list(ty, "list_map_keys");
            return;
        }
        Step::Unknown => return,
    };
    let json = item.json();
    if !matches!(json, Json::Object | Json::Unknown) {
        Message::new("list_map_keys: the list's items are not structs but ")
            .quote(item.type_name())
            .text(", ")
            .text(json.name())
            .text(" (the API server: `must be object if parent array's x-kubernetes-list-type is map`)")
            .fail();
    }
    match item.member(name) {
        Step::To(member, presence) => key_member(name, member, presence),
        Step::Missing => {
            let mut message = Message::new("list_map_keys: ");
            message
                .quote(name)
                .text(" is not a field of the list's items, which have ");
            item.name_members(&mut message);
            if let Some(Type {
                shape: Shape::Struct(of),
                ..
            }) = item.opened()
                && let Some(wire) = wire_name(of, name)
            {
                message
                    .text("; the field ")
                    .quote(name)
                    .text(" is called ")
                    .quote(wire)
                    .text(" on the wire");
            }
            message
                .text(" (the API server: `entries must all be names of item properties`)")
                .fail();
        }
        Step::Unknown => {}
    }
}

#[track_caller]
const fn key_member(name: &str, member: Position, presence: Presence) {
    let json = member.json();
    if let Some(Type {
        name: of,
        shape: Shape::Null | Shape::Any,
        ..
    }) = member.opened()
    {
        Message::new("list_map_keys: ")
            .quote(name)
            .text(" is ")
            .quote(of)
            .text(", which has no type; a key is a string, number or boolean (the API server: `this property ")
            .text("is in x-kubernetes-list-map-keys, so it cannot be nullable`)")
            .fail();
    }
    if matches!(json, Json::List | Json::Object) {
        Message::new("list_map_keys: ")
            .quote(name)
            .text(" is ")
            .text(json.name())
            .text("; a key is a string, number or boolean (the API server: `must be a scalar type if parent array's ")
            .text("x-kubernetes-list-type is map`)")
            .fail();
    }
    if matches!(presence, Presence::Sometimes) {
        Message::new("list_map_keys: ")
            .quote(name)
            .text(" may be absent, and then items could not be told apart; make it required, or add ")
            .text("`#[schema(default = …)]` (the API server: `this property is in x-kubernetes-list-map-keys, so it ")
            .text("must have a default or be a required property`)")
            .fail();
    }
    if member.is_nullable() {
        Message::new("list_map_keys: ")
            .quote(name)
            .text(" may be null (the API server: `this property is in x-kubernetes-list-map-keys, so it cannot be ")
            .text("nullable`); write it without `Option`")
            .fail();
    }
}

/// `list_type = "set"`: items are never null, and compared as a whole.
#[track_caller]
pub const fn set(ty: &'static Type) {
    if let Shape::List(list) = &ty.shape
        && matches!(list.items.shape, Shape::Scalar(_))
    {
        return;
    }
    let Step::To(item, _) = Position::of(ty).item() else {
        return;
    };
    if item.is_nullable() {
        Message::new("list_type: the items of a set may not be null (the API server: `cannot be nullable when ")
            .text("x-kubernetes-list-type is set`); write the items without `Option`")
            .fail();
    }
    if let Some(ty) = item.opened()
        && matches!(ty.shape, Shape::Struct(_))
        && is_granular(ty.keys)
    {
        Message::new("list_type: ")
            .quote(ty.name)
            .text(" is merged field by field, but the items of a set are compared as a whole (the API server: `must ")
            .text("be atomic as item of a list with x-kubernetes-list-type=set`); write `struct_type = \"atomic\"` on ")
            .quote(ty.name)
            .text(", or make the list a map: `list_map_keys(…)`")
            .fail();
    }
}

/// JSON objects have strings for keys.
#[track_caller]
pub const fn map_key(ty: &'static Type) {
    let mut ty = ty;
    loop {
        ty = match &ty.shape {
            Shape::Option(inner) | Shape::Same(inner) => inner,
            Shape::List(list) => list.items,
            Shape::Map(map) => {
                if let Some(key) = unwritable(map.key) {
                    Message::new("the keys of a map are strings in JSON, and serde does not write ")
                        .quote(key.name)
                        .text(" as one; take a string, number, boolean or enum of unit variants for the key, or a list ")
                        .text("of structs instead of the map")
                        .fail();
                }
                map.value
            }
            _ => return,
        };
    }
}

/// The type that is no string in a key's place; nothing where it is, or where the tables do not tell.
const fn unwritable(ty: &'static Type) -> Option<&'static Type> {
    let mut ty = ty;
    loop {
        match &ty.shape {
            Shape::Same(inner) => ty = inner,
            Shape::Option(_) | Shape::List(_) | Shape::Map(_) | Shape::Struct(_) | Shape::Null => {
                return Some(ty);
            }
            Shape::Enum(of) => return if has_content(of) { Some(ty) } else { None },
            Shape::Scalar(
                Scalar::Bool
                | Scalar::Integer(_)
                | Scalar::Float(_)
                | Scalar::Text(_)
                | Scalar::IntOrString,
            )
            | Shape::Any
            | Shape::Given(_)
            | Shape::Foreign(_) => return None,
        }
    }
}

const fn has_content(of: &Enum) -> bool {
    let mut i = 0;
    while i < of.variants.len() {
        if !matches!(of.variants[i].content, Content::Unit | Content::Newtype(_)) {
            return true;
        }
        i += 1;
    }
    false
}

const fn is_granular(keys: &[Key]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if matches!(keys[i], Key::MapType(MapType::Granular)) {
            return true;
        }
        i += 1;
    }
    false
}

/// The wire name of the field with this Rust name, where the two differ.
const fn wire_name(of: &Struct, ident: &str) -> Option<&'static str> {
    let mut i = 0;
    while i < of.fields.len() {
        if same(of.fields.ident(i), ident) && !of.fields.at(i).flags.has(Flag::Flatten) {
            return Some(of.fields.wire(i));
        }
        i += 1;
    }
    None
}
