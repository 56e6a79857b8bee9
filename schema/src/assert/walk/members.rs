//! The members of structs and variants by their names.

use super::{Position, Presence, Step, keys::has_alias};
use crate::{
    assert::message::{Message, same},
    table::{Content, Enum, Field, Flag, Key, Members, Shape, Struct, Tagging, Type, Variant},
};

pub(super) const fn struct_member(of: &Struct, name: &str) -> Step {
    if let Some((tag, _)) = of.tag
        && same(tag, name)
    {
        return Step::Unknown;
    }
    field_member(&of.fields, name, of.default.is_some())
}

/// Looks through the fields, then into the flattened ones.
pub(super) const fn field_member(fields: &Members, name: &str, all_default: bool) -> Step {
    if let Some(field) = plain_field(fields, name) {
        let position = Position {
            ty: field.ty,
            keys: field.keys,
        };
        return Step::To(position, presence(&field, all_default));
    }
    let mut unknown = false;
    let mut i = 0;
    while i < fields.given_len() {
        let field = &fields.given(i);
        if field.flags.has(Flag::Flatten) {
            // A flattened map takes every name, as do types that the tables do not open.
            match (Position {
                ty: field.ty,
                keys: field.keys,
            })
            .flattened(name)
            {
                Step::To(position, presence) => return Step::To(position, presence),
                Step::Missing => {}
                Step::Unknown => unknown = true,
            }
        } else if has_alias(field.keys, name) {
            unknown = true;
        }
        i += 1;
    }
    if unknown {
        Step::Unknown
    } else {
        Step::Missing
    }
}

/// The field of this name that is not flattened. The common case: rustc interprets this loop, and pays for every call.
pub(super) const fn plain_field(fields: &Members, name: &str) -> Option<Field> {
    let name = name.as_bytes();
    let mut i = 0;
    while i < fields.len() {
        let wire = fields.wire(i).as_bytes();
        if wire.len() == name.len() {
            let mut at = 0;
            while at < name.len() && wire[at] == name[at] {
                at += 1;
            }
            if at == name.len() {
                let field = fields.at(i);
                if !field.flags.has(Flag::Flatten) {
                    return Some(field);
                }
            }
        }
        i += 1;
    }
    None
}

/// What the schema says of a field's presence; serde decides unless a key does.
pub(super) const fn presence(field: &Field, all_default: bool) -> Presence {
    if has_default(field.keys) || is_taken(field) || is_required(field, all_default) {
        Presence::Always
    } else {
        Presence::Sometimes
    }
}

/// Whether a field is in its parent's `required`; serde decides unless a key does.
pub(super) const fn is_required(field: &Field, all_default: bool) -> bool {
    let mut i = 0;
    while i < field.keys.len() {
        if let Key::Required(required) = field.keys[i] {
            return required;
        }
        i += 1;
    }
    let flags = field.flags;
    let may_lack = matches!(field.ty.shape, Shape::Option(_)) && !flags.has(Flag::ReadWith);
    !(all_default
        || may_lack
        || has_default(field.keys)
        || flags.has(Flag::Default)
        || flags.has(Flag::NeverRead)
        || flags.has(Flag::Flatten))
}

/// [`is_required`], where the tables tell for sure.
pub(in crate::assert) const fn is_surely_required(field: &Field, all_default: bool) -> bool {
    is_required(field, all_default) && !matches!(field.ty.shape, Shape::Foreign(_))
}

/// Whether serde's default is taken with those of all fields. Of an `Option` it is mostly none.
const fn is_taken(field: &Field) -> bool {
    let mut i = 0;
    while i < field.keys.len() {
        if matches!(field.keys[i], Key::TakenDefault) {
            return !matches!(field.ty.shape, Shape::Option(_));
        }
        i += 1;
    }
    false
}

pub(super) const fn has_default(keys: &[Key]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if matches!(
            keys[i],
            Key::Default(_) | Key::SerdeDefault | Key::DefaultFromMembers
        ) {
            return true;
        }
        i += 1;
    }
    false
}

/// The union of what the variants have: a name that only some have, or that several have, is left open.
pub(super) const fn enum_member(of: &Enum, name: &str) -> Step {
    match of.tagging {
        Tagging::Internal(tag) | Tagging::Adjacent(tag, _) if same(tag, name) => Step::Unknown,
        Tagging::Adjacent(_, content) if same(content, name) => Step::Unknown,
        Tagging::Adjacent(..) => Step::Missing,
        tagging => {
            let mut i = 0;
            while i < of.variants.len() {
                let variant = &of.variants[i];
                let inside = variant.untagged || !matches!(tagging, Tagging::External);
                if variant_may_have(variant, name, inside) {
                    return Step::Unknown;
                }
                i += 1;
            }
            Step::Missing
        }
    }
}

/// `inside`: the variant's fields stand in the object itself, not under the variant's name.
pub(super) const fn variant_may_have(variant: &Variant, name: &str, inside: bool) -> bool {
    if !inside {
        return same(variant.wire, name);
    }
    let step = match &variant.content {
        Content::Unit => Step::Missing,
        Content::Newtype(ty) => Position::of(ty).member(name),
        Content::Struct(fields) => field_member(fields, name, false),
    };
    !matches!(step, Step::Missing)
}

pub(super) const fn name_fields(
    message: &mut Message,
    fields: &Members,
    mut count: usize,
) -> usize {
    let mut i = 0;
    while i < fields.len() {
        let field = &fields.at(i);
        if !field.flags.has(Flag::Flatten) {
            message
                .text(if count == 0 { "" } else { ", " })
                .quote(field.wire);
            count += 1;
        } else if let Some(Type {
            shape: Shape::Struct(of),
            ..
        }) = (Position {
            ty: field.ty,
            keys: field.keys,
        })
        .opened()
        {
            count = name_fields(message, &of.fields, count);
        }
        i += 1;
    }
    count
}
