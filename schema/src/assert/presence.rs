//! Whether a value can be left out or `null`, between serde and the keys of a field.

use super::message::Message;
use super::walk::{Json, Position, Step, is_surely_required};
use crate::table::{Shape, Struct, Type};

/// serde leaves the field out, so it must be able to read an object without it.
#[track_caller]
pub const fn left_out(ty: &'static Type, by: &str) {
    if !reads_absence(ty) {
        Message::new("")
            .quote(by)
            .text(": serde leaves the field out when writing, but does not read an object without it; add ")
            .text("`#[serde(default)]`, make it an `Option`, or remove ")
            .quote(by)
            .fail();
    }
}

/// `optional`: serde reads an object without the field.
#[track_caller]
pub const fn optional(ty: &'static Type) {
    if !reads_absence(ty) {
        Message::new("`optional`: serde refuses an object without this field; add `#[serde(default)]`, make it an ")
            .text("`Option`, or give it a schema default, `default = …`")
            .fail();
    }
}

/// `exactly_one_of` and its like: serde leaves the field out, or writes `null`, when it is not set.
#[track_caller]
pub const fn can_be_unset(ty: &'static Type, key: &str, field: &str) {
    if !matches!(
        ty.shape,
        Shape::Option(_) | Shape::Foreign(_) | Shape::Given(_) | Shape::Any
    ) {
        Message::new("")
            .quote(key)
            .text(" chooses between fields that can be left out, but serde always writes ")
            .quote(field)
            .text("; make it an `Option`, or add `#[serde(default, skip_serializing_if = \"…\")]`")
            .fail();
    }
}

/// `nullable`: serde reads `null`.
#[track_caller]
pub const fn nullable(ty: &'static Type) {
    let position = Position::of(ty);
    let reads_null = position.is_nullable()
        || match position.opened() {
            Some(ty) => matches!(
                ty.shape,
                Shape::Null | Shape::Any | Shape::Foreign(_) | Shape::Given(_)
            ),
            None => true,
        };
    // An untagged enum may have a variant that is `null`.
    if !reads_null && !matches!(position.json(), Json::Unknown) {
        Message::new(
            "`nullable`: the API server would take `null`, and serde could not read it into ",
        )
        .quote(position.type_name())
        .text("; write `Option<…>`")
        .fail();
    }
}

/// `nested_default`: an empty object passes.
#[track_caller]
pub const fn nested_default(ty: &'static Type) {
    let position = Position::of(ty);
    let json = position.json();
    if !matches!(json, Json::Object | Json::Unknown) {
        Message::new("`nested_default` is for structs, but ")
            .quote(position.type_name())
            .text(" is ")
            .text(json.name())
            .text("; write `default = …`")
            .fail();
    }
    let Some(Type {
        shape: Shape::Struct(of),
        ..
    }) = position.opened()
    else {
        return;
    };
    let mut i = 0;
    while i < of.fields.len() {
        let field = &of.fields.at(i);
        if is_surely_required(field, of.default.is_some()) {
            Message::new("`nested_default` is `{}`, but ")
                .quote(position.type_name())
                .text(" requires ")
                .quote(field.wire)
                .text("; give that field a default, or write all of them here: `default = { … }`")
                .fail();
        }
        i += 1;
    }
}

/// `as = Type` on a field that is an `Option` gives the schema of the whole field.
#[track_caller]
pub const fn same_presence(written: &'static Type, given: &'static Type) {
    if matches!(written.shape, Shape::Option(_))
        && !matches!(given.shape, Shape::Option(_) | Shape::Foreign(_))
    {
        Message::new(
            "`as` gives the schema of the whole field, which is an `Option`; write `as = Option<",
        )
        .text(given.name)
        .text(">`")
        .fail();
    }
}

/// `#[serde(flatten)]`: the value is an object, and none of its members is one of the struct's own.
#[track_caller]
pub const fn flattened(ty: &'static Type, own: &[&str]) {
    let position = Position::of(ty);
    let mut i = 0;
    while i < own.len() {
        if matches!(position.declared(own[i]), Step::To(..)) {
            Message::new("`flatten`: ")
                .quote(own[i])
                .text(" is a field of ")
                .quote(position.type_name())
                .text(" and one here, so serde would write both and read one; rename one of them")
                .fail();
        }
        i += 1;
    }
    let json = position.json();
    let is_unit = matches!(
        position.opened(),
        Some(Type {
            shape: Shape::Enum(_),
            ..
        })
    );
    if !matches!(json, Json::Object | Json::Unknown) && !is_unit {
        Message::new("`flatten`: serde can only flatten structs and maps, and ")
            .quote(position.type_name())
            .text(" is ")
            .text(json.name())
            .text("; remove `flatten`")
            .fail();
    }
}

/// `#[serde(tag = "…")]`: serde writes the tag beside the members of what a newtype variant holds.
#[track_caller]
pub const fn tagged(ty: &'static Type) {
    let position = Position::of(ty);
    let json = position.json();
    let is_enum = matches!(
        position.opened(),
        Some(Type {
            shape: Shape::Enum(_),
            ..
        })
    );
    if !matches!(json, Json::Object | Json::Unknown) && !is_enum {
        Message::new("serde writes the tag beside the members of what the variant holds, and ")
            .quote(position.type_name())
            .text(" is ")
            .text(json.name())
            .text("; write a struct, or give the enum `content = \"…\"` beside its `tag`")
            .fail();
    }
}

/// `preserve_unknown_fields`: serde reads what the API server keeps.
#[track_caller]
pub const fn reads_unknown(ty: &'static Type) {
    if let Some(Type {
        name,
        shape: Shape::Struct(Struct {
            deny_unknown: true, ..
        }),
        ..
    }) = Position::of(ty).opened()
    {
        Message::new(
            "`preserve_unknown_fields`: the API server would keep what serde refuses to read into ",
        )
        .quote(name)
        .text("; remove it, or `#[serde(deny_unknown_fields)]` there")
        .fail();
    }
}

const fn reads_absence(ty: &'static Type) -> bool {
    matches!(
        ty.shape,
        Shape::Option(_) | Shape::Foreign(_) | Shape::Given(_)
    )
}
