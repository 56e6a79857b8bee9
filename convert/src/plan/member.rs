//! Rust names → members on the wire.

use crate::table::{Enum, Field, Flag, Shape, Struct, Type, item};

/// The type without what is not seen on the wire: options and boxes.
pub(crate) fn peel(mut ty: &'static Type) -> &'static Type {
    while let Shape::Option(inner) | Shape::Same(inner) = &ty.shape {
        ty = inner;
    }
    ty
}

/// Whether serde reads no value of the type from nothing.
pub(crate) fn must(mut ty: &'static Type) -> bool {
    while let Shape::Same(inner) = &ty.shape {
        ty = inner;
    }
    matches!(
        ty.shape,
        Shape::Scalar(_) | Shape::Enum(_) | Shape::Struct(_) | Shape::List(_) | Shape::Map(_)
    )
}

/// What a Rust name leads to.
pub(crate) enum Member {
    /// A member.
    Named(Field),
    /// Members of the object itself: a flattened field.
    Flat(&'static Type),
    /// The entry of a map.
    Entry(&'static Type),
    /// An item of a list.
    Item(&'static Type),
    /// A value of which nothing is known.
    Unknown,
}

/// The field of a struct, the entry of a map or the item of a list, by the name it has in an attribute.
pub(crate) fn member_of(ty: &'static Type, name: &str) -> Option<Member> {
    match &peel(ty).shape {
        Shape::Struct(Struct { fields, .. }) => fields
            .iter()
            .find(|field| field.ident == name)
            .map(of_field),
        Shape::Map(map) => Some(Member::Entry(map.value)),
        Shape::List(list) if item::is_item(name) => Some(Member::Item(list.items)),
        Shape::Any | Shape::Given(_) | Shape::Foreign(_) => Some(Member::Unknown),
        _ => None,
    }
}

/// Whether serde skips the field that names lead to from a type.
pub(crate) fn is_skipped(ty: &'static Type, names: &[&str]) -> bool {
    let Some((last, around)) = names.split_last() else {
        return false;
    };
    let holder = around
        .iter()
        .try_fold(ty, |ty, name| match member_of(ty, name)? {
            Member::Named(field) => Some(field.ty),
            Member::Flat(ty) | Member::Entry(ty) | Member::Item(ty) => Some(ty),
            Member::Unknown => None,
        });
    holder.is_some_and(|ty| match &peel(ty).shape {
        Shape::Struct(of) => of.skipped.contains(last),
        _ => false,
    })
}

pub(crate) const fn of_field(field: Field) -> Member {
    if field.flags.has(Flag::Flatten) {
        Member::Flat(field.ty)
    } else {
        Member::Named(field)
    }
}

/// The enum that a type is.
pub(crate) fn enum_of(ty: &'static Type) -> Option<&'static Enum> {
    match &peel(ty).shape {
        Shape::Enum(enumeration) => Some(enumeration),
        _ => None,
    }
}
