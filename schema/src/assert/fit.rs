//! A `#[schema]` key fits the values of the type it stands on.
//!
//! Each function begins with the common case: a `const` is interpreted, and there are many of these.

use wheelwright_grammar::vocabulary::{
    INTEGER_FORMATS, NUMBER_FORMATS, STRING_FORMATS, is_among, is_format_of,
};

use super::message::{Message, same};
use super::path::{column_type_of, fits};
use super::walk::{Json, Position, Step};
use crate::table::{Scalar, Shape, Type};

/// Keys about strings.
#[track_caller]
pub const fn text(ty: &'static Type, key: &str) {
    if matches!(ty.shape, Shape::Scalar(Scalar::Text(_))) {
        return;
    }
    let json = Position::of(ty).json();
    if !matches!(json, Json::Text | Json::IntOrString | Json::Unknown) {
        misfit(ty, key, json, "strings").fail();
    }
}

/// Keys about numbers.
#[track_caller]
pub const fn number(ty: &'static Type, key: &str) {
    if matches!(
        ty.shape,
        Shape::Scalar(Scalar::Integer(_) | Scalar::Float(_))
    ) {
        return;
    }
    let json = Position::of(ty).json();
    if !matches!(
        json,
        Json::Integer | Json::Number | Json::IntOrString | Json::Unknown
    ) {
        misfit(ty, key, json, "numbers").fail();
    }
}

/// `no_bounds`.
#[track_caller]
pub const fn integer(ty: &'static Type, key: &str) {
    let json = Position::of(ty).json();
    if !matches!(json, Json::Integer | Json::Unknown) {
        misfit(ty, key, json, "integers").fail();
    }
}

/// `format`: one that the API server knows is for values of the type.
#[track_caller]
pub const fn format(ty: &'static Type, format: &str) {
    let json = Position::of(ty).json();
    let wants = if is_among(format, INTEGER_FORMATS) {
        "integers"
    } else if is_among(format, NUMBER_FORMATS) {
        "floating-point numbers"
    } else if is_among(format, STRING_FORMATS) {
        "strings"
    } else {
        "strings and numbers"
    };
    let fits = match json {
        Json::Unknown => true,
        Json::List | Json::Object => false,
        Json::Text => is_format_of("string", format),
        Json::Integer => is_format_of("integer", format),
        Json::Number => is_format_of("number", format),
        Json::Bool | Json::IntOrString => is_format_of("", format),
    };
    if !fits {
        Message::new("the format ")
            .quote(format)
            .text(" is for ")
            .text(wants)
            .text(", but ")
            .quote(Position::of(ty).type_name())
            .text(" is ")
            .text(kind(ty, json))
            .text("; remove it: the API server would not look at it")
            .fail();
    }
}

/// `enum_values`.
#[track_caller]
pub const fn scalar(ty: &'static Type, key: &str) {
    if matches!(ty.shape, Shape::Scalar(_)) {
        return;
    }
    let json = Position::of(ty).json();
    if matches!(json, Json::List | Json::Object) {
        misfit(ty, key, json, "strings and numbers").fail();
    }
}

/// Keys about lists.
#[track_caller]
pub const fn list(ty: &'static Type, key: &str) {
    if matches!(ty.shape, Shape::List(_)) {
        return;
    }
    let json = Position::of(ty).json();
    if !matches!(json, Json::List | Json::Unknown) {
        misfit(ty, key, json, "lists").fail();
    }
}

/// Keys about JSON objects, whatever their keys are.
#[track_caller]
pub const fn object(ty: &'static Type, key: &str) {
    if matches!(ty.shape, Shape::Map(_) | Shape::Struct(_)) {
        return;
    }
    let json = Position::of(ty).json();
    if !matches!(json, Json::Object | Json::Unknown) {
        misfit(ty, key, json, "maps and structs").fail();
    }
}

/// `embedded_resource`: an object that can have `apiVersion`, `kind` and `metadata`.
#[track_caller]
pub const fn embedded(ty: &'static Type) {
    object(ty, "embedded_resource");
    own_member(ty, "apiVersion", Json::Text, "must be string");
    own_member(ty, "kind", Json::Text, "must be string");
    own_member(ty, "metadata", Json::Object, "must be object");
    if let Some(Type {
        shape: Shape::Map(map),
        ..
    }) = Position::of(ty).opened()
    {
        let held = Position::of(map.value);
        if !matches!(held.json(), Json::Unknown) {
            Message::new("embedded_resource: `apiVersion` is a string and `metadata` an object, and this map holds ")
                .quote(held.type_name())
                .text(" only; write a struct, or a map of `serde_json::Value` (the API server: `must not be used if ")
                .text("x-kubernetes-embedded-resource is set`)")
                .fail();
        }
    }
}

/// A member that every resource has is what it is in every resource.
#[track_caller]
const fn own_member(ty: &'static Type, name: &str, wanted: Json, server: &str) {
    if let Step::To(member, _) = Position::of(ty).declared(name) {
        let json = member.json();
        if !matches!(json, Json::Unknown) && json as u8 != wanted as u8 {
            Message::new("embedded_resource: `")
                .text(name)
                .text("` of ")
                .quote(Position::of(ty).type_name())
                .text(" is ")
                .text(json.name())
                .text(", and in every resource it is ")
                .text(wanted.name())
                .text(" (the API server: ")
                .quote(server)
                .text(")")
                .fail();
        }
    }
}

/// Keys about objects whose keys are data.
#[track_caller]
pub const fn map(ty: &'static Type, key: &str) {
    if matches!(ty.shape, Shape::Map(_)) {
        return;
    }
    let position = Position::of(ty);
    let is_map = match position.opened() {
        Some(ty) => matches!(ty.shape, Shape::Map(_)),
        None => true,
    };
    let json = position.json();
    if !is_map && !matches!(json, Json::Unknown) {
        misfit(ty, key, json, "maps").fail();
    }
}

/// Keys about objects whose keys are fields.
#[track_caller]
pub const fn structure(ty: &'static Type, key: &str) {
    let position = Position::of(ty);
    let is_map = match position.opened() {
        Some(ty) => matches!(ty.shape, Shape::Map(_)),
        None => false,
    };
    let json = position.json();
    if is_map || !matches!(json, Json::Object | Json::Unknown) {
        misfit(ty, key, json, "structs").fail();
    }
}

/// `int_or_string`, in place of a type that serde reads both into.
#[track_caller]
pub const fn int_or_string(ty: &'static Type) {
    let position = Position::of(ty);
    let json = position.json();
    if !matches!(json, Json::IntOrString | Json::Unknown) {
        Message::new("int_or_string: ")
            .quote(position.type_name())
            .text(" is ")
            .text(json.name())
            .text(
                ", so serde could not read all that the API server would take; give the field a type that reads both, ",
            )
            .text("`IntOrString` of k8s-openapi, or as `serde_json::Value`")
            .fail();
    }
}

/// `column`: the type shows the field.
#[track_caller]
pub const fn column(ty: &'static Type, column: &str) {
    let json = Position::of(ty).json();
    if !fits(json, column) {
        Message::new("column: type ")
            .quote(column)
            .text(" does not fit the field, which is ")
            .text(json.name())
            .text(": the API server would leave the column empty; write `type = \"")
            .text(column_type_of(json))
            .text("\"`, or leave the type out")
            .fail();
    }
}

const fn misfit(ty: &'static Type, key: &str, json: Json, wants: &str) -> Message {
    let mut message = Message::new("");
    message
        .quote(key)
        .text(" is for ")
        .text(wants)
        .text(", but ")
        .quote(Position::of(ty).type_name())
        .text(" is ")
        .text(kind(ty, json));
    let instead = if is_enum(ty) { "" } else { instead(key, json) };
    if instead.is_empty() {
        message.text("; remove it");
    } else {
        message.text("; write ").quote(instead);
    }
    let server = server(key);
    if !server.is_empty() {
        message.text(" (the API server: ").quote(server).text(")");
    }
    message
}

const fn is_enum(ty: &'static Type) -> bool {
    matches!(
        Position::of(ty).opened(),
        Some(Type {
            shape: Shape::Enum(_),
            ..
        })
    )
}

/// What a value is, with maps, structs and enums told apart.
const fn kind(ty: &'static Type, json: Json) -> &'static str {
    match Position::of(ty).opened() {
        Some(Type {
            shape: Shape::Map(_),
            ..
        }) => "a map",
        Some(Type {
            shape: Shape::Struct(_),
            ..
        }) => "a struct",
        Some(Type {
            shape: Shape::Enum(_),
            ..
        }) => "an enum",
        _ => json.name(),
    }
}

/// The key that says the same of another kind of value; empty where there is none.
const fn instead(key: &str, json: Json) -> &'static str {
    let least = same(key, "min_length")
        || same(key, "min_items")
        || same(key, "min_properties")
        || same(key, "minimum");
    let most = same(key, "max_length")
        || same(key, "max_items")
        || same(key, "max_properties")
        || same(key, "maximum");
    match json {
        Json::Text if least => "min_length",
        Json::Text if most => "max_length",
        Json::Integer | Json::Number if least => "minimum",
        Json::Integer | Json::Number if most => "maximum",
        Json::List if least => "min_items",
        Json::List if most => "max_items",
        Json::List if same(key, "values") => "items",
        Json::List if same(key, "map_type") => "list_type",
        Json::Object if least => "min_properties",
        Json::Object if most => "max_properties",
        Json::Object if same(key, "items") => "values",
        Json::Object if same(key, "list_type") => "map_type",
        Json::Object if same(key, "map_type") => "struct_type",
        Json::Object if same(key, "struct_type") => "map_type",
        _ => "",
    }
}

/// What the API server answers; it ignores most keys that do not fit.
const fn server(key: &str) -> &'static str {
    if same(key, "list_type") {
        "must be array if x-kubernetes-list-type is specified"
    } else if same(key, "map_type") || same(key, "struct_type") {
        "must be object if x-kubernetes-map-type is specified"
    } else if same(key, "embedded_resource") {
        "must be object if x-kubernetes-embedded-resource is true"
    } else {
        ""
    }
}
