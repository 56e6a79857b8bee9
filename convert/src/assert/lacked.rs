//! What a field is of which nothing is said.

use super::{member, opened, reach};
use crate::generated::Lacked;
use crate::schema::Schema;
use crate::table::{Content, Field, Flag, Key, Members, Run, Shape, Tree, Type};
use wheelwright_schema::assert::{Message, same};

/// What the type is read as having at this place where an object has nothing there: in the struct itself, or in this variant.
///
/// `is_seen`: whether rustc sees here what the type of the place is, which it does not of parameters.
#[must_use]
#[track_caller]
pub const fn lacked<T: Schema>(variant: &str, path: &[&str], is_seen: bool) -> Lacked {
    let Some((name, holder)) = path.split_last() else {
        return Lacked::Rust;
    };
    let Some(Held { members, default }) = held(T::TYPE, variant, holder) else {
        return Lacked::Rust;
    };
    let Some(field) = member(members, name) else {
        return Lacked::Rust;
    };
    let lacked = of(&field, default);
    let is_read = is_seen && !field.flags.has(Flag::ReadWith);
    if !is_read && !matches!(lacked, Lacked::Rust) {
        Message::new("nothing is said of what ")
            .quote(name)
            .text(" is, which has a default of its own that cannot be read here; write its value: `added(")
            .text(name)
            .text(" = value)` on the type for what only the hub has, `removed = value` on a field that only this version has")
            .fail();
    }
    lacked
}

struct Held {
    members: Members,
    default: Option<Run>,
}

const fn held(ty: &'static Type, variant: &str, path: &[&str]) -> Option<Held> {
    let Some(ty) = reach(ty, path) else {
        return None;
    };
    match opened(ty).shape {
        Shape::Struct(of) => Some(Held {
            members: of.fields,
            default: of.default,
        }),
        Shape::Enum(of) => {
            let mut i = 0;
            while i < of.variants.len() {
                if same(of.variants[i].ident, variant)
                    && let Content::Struct(members) = of.variants[i].content
                {
                    return Some(Held {
                        members,
                        default: None,
                    });
                }
                i += 1;
            }
            None
        }
        _ => None,
    }
}

/// The schema's default comes first, as in objects; then serde's, of the field before that of the struct around it.
const fn of(field: &Field, container: Option<Run>) -> Lacked {
    if let Some(tree) = schema_default(field) {
        return Lacked::Schema(tree);
    }
    match (field.default, container) {
        (Some(run), _) if field.flags.has(Flag::DefaultCalled) => Lacked::Serde(run),
        (Some(_), _) | (None, None) => Lacked::Rust,
        (None, Some(run)) => Lacked::Holder(run),
    }
}

/// What the schema says of the default of a field, or of its type.
pub(crate) const fn schema_default(field: &Field) -> Option<&'static Tree> {
    if let Some(said) = default_in(field.keys) {
        return said;
    }
    let mut ty = field.ty;
    loop {
        if let Some(said) = default_in(ty.keys) {
            return said;
        }
        match ty.shape {
            Shape::Option(inner) | Shape::Same(inner) => ty = inner,
            _ => return None,
        }
    }
}

/// What the keys say of a default, if they do; serde's is none of the schema's own.
#[expect(
    clippy::option_option,
    reason = "outer: whether something is said; inner: what"
)]
const fn default_in(keys: &'static [Key]) -> Option<Option<&'static Tree>> {
    let mut i = 0;
    while i < keys.len() {
        match &keys[i] {
            Key::Default(tree) => return Some(Some(tree)),
            Key::SerdeDefault => return Some(None),
            _ => i += 1,
        }
    }
    None
}
