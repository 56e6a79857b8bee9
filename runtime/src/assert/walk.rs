//! Following a path through the tables, one name at a time.

use super::message::{Message, same};
use crate::table::{
    Content, Enum, Field, Flag, Key, Scalar, Shape, Struct, Tagging, Type, Variant,
};

/// A value in an object: its type and the keys of the field that holds it.
#[derive(Clone, Copy)]
pub(super) struct Position {
    ty: &'static Type,
    keys: &'static [Key],
}

/// What stands at a name.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// A value, and whether every object that has its parent has it too.
    To(Position, Presence),
    /// There is no such name.
    Missing,
    /// Only the finished schema can tell.
    Unknown,
}

/// Whether a member is always there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// It is required, or the API server fills it in.
    Always,
    /// It may be left out.
    Sometimes,
}

/// What kind of JSON value stands at a position, as the schema will say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Json {
    Bool,
    Integer,
    Number,
    Text,
    IntOrString,
    List,
    Object,
    /// Only the finished schema can tell.
    Unknown,
}

/// What matters of a type that stands at the root of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Map,
    Union,
    Other,
}

impl Json {
    /// How messages name it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Bool => "a boolean",
            Self::Integer => "an integer",
            Self::Number => "a number",
            Self::Text => "a string",
            Self::IntOrString => "an integer or a string",
            Self::List => "a list",
            Self::Object => "an object",
            Self::Unknown => "something else",
        }
    }
}

impl Position {
    /// A value that no field's keys are about.
    pub(super) const fn of(ty: &'static Type) -> Self {
        Self { ty, keys: &[] }
    }

    /// The type's Rust name, or nothing where it has none.
    pub(super) const fn type_name(self) -> &'static str {
        match self.opened() {
            Some(ty) => ty.name,
            None => "",
        }
    }

    /// The type as it is written.
    pub(super) const fn ty(self) -> &'static Type {
        self.ty
    }

    /// The keys of the field.
    pub(super) const fn keys(self) -> &'static [Key] {
        self.keys
    }

    /// Whether `null` passes, as far as the field and its type tell.
    pub(super) const fn is_nullable(self) -> bool {
        let mut i = 0;
        while i < self.keys.len() {
            if let Key::Nullable(nullable) = self.keys[i] {
                return nullable;
            }
            i += 1;
        }
        matches!(self.ty.shape, Shape::Option(_))
    }

    /// The form of the type.
    pub(super) const fn form(self) -> Form {
        match self.opened() {
            Some(Type {
                shape: Shape::Map(_),
                ..
            }) => Form::Map,
            Some(Type {
                shape: Shape::Enum(_),
                ..
            }) => Form::Union,
            _ => Form::Other,
        }
    }

    /// The kind of JSON value.
    pub(super) const fn json(self) -> Json {
        if has_int_or_string(self.keys) {
            return Json::IntOrString;
        }
        let Some(ty) = self.opened() else {
            return Json::Unknown;
        };
        if has_int_or_string(ty.keys) {
            return Json::IntOrString;
        }
        match &ty.shape {
            Shape::Scalar(scalar) => scalar_json(scalar),
            Shape::List(_) => Json::List,
            Shape::Map(_) | Shape::Struct(_) => Json::Object,
            Shape::Enum(of) => enum_json(of),
            Shape::Option(_)
            | Shape::Same(_)
            | Shape::Null
            | Shape::Any
            | Shape::Given(_)
            | Shape::Foreign(_) => Json::Unknown,
        }
    }

    /// The member of this name.
    pub(super) const fn member(self, name: &str) -> Step {
        let Some(ty) = self.opened() else {
            return Step::Unknown;
        };
        let step = match &ty.shape {
            Shape::Struct(of) => struct_member(of, name),
            Shape::Enum(of) => enum_member(of, name),
            Shape::Map(map) => Step::To(
                Self {
                    ty: map.value,
                    keys: values(self.keys),
                },
                Presence::Sometimes,
            ),
            Shape::Scalar(_) | Shape::List(_) => Step::Missing,
            Shape::Option(_)
            | Shape::Same(_)
            | Shape::Null
            | Shape::Any
            | Shape::Given(_)
            | Shape::Foreign(_) => Step::Unknown,
        };
        match step {
            Step::Missing if keeps_unknown(self.keys) || keeps_unknown(ty.keys) => Step::Unknown,
            step => step,
        }
    }

    /// The member of this name, where a struct declares it.
    pub(super) const fn declared(self, name: &str) -> Step {
        match self.opened() {
            Some(Type {
                shape: Shape::Struct(of),
                ..
            }) => struct_member(of, name),
            _ => Step::Unknown,
        }
    }

    /// The member that a flattened value of this type adds to its parent.
    const fn flattened(self, name: &str) -> Step {
        match self.opened() {
            Some(Type {
                shape: Shape::Map(_),
                ..
            }) => Step::Unknown,
            // What is behind an `Option` may be absent as a whole.
            Some(_) if matches!(self.ty.shape, Shape::Option(_)) => match self.member(name) {
                Step::To(position, _) => Step::To(position, Presence::Sometimes),
                step => step,
            },
            _ => self.member(name),
        }
    }

    /// What a list holds.
    pub(super) const fn item(self) -> Step {
        let Some(ty) = self.opened() else {
            return Step::Unknown;
        };
        match &ty.shape {
            Shape::List(list) => Step::To(
                Self {
                    ty: list.items,
                    keys: items(self.keys),
                },
                Presence::Sometimes,
            ),
            Shape::Struct(_) | Shape::Scalar(_) | Shape::Map(_) => Step::Missing,
            _ => Step::Unknown,
        }
    }

    /// Appends the names of the members, for messages.
    pub(super) const fn name_members(self, message: &mut Message) {
        match self.opened() {
            Some(Type {
                shape: Shape::Struct(of),
                ..
            }) => {
                if name_fields(message, of.fields, 0) == 0 {
                    message.text("no field");
                }
            }
            _ => {
                message.text("no such member");
            }
        }
    }

    /// The type behind `Option`, `Box` and newtypes; nothing where a key replaces its schema.
    pub(super) const fn opened(self) -> Option<&'static Type> {
        if is_replaced(self.keys) {
            return None;
        }
        let mut ty = self.ty;
        loop {
            if is_replaced(ty.keys) {
                return None;
            }
            match &ty.shape {
                Shape::Option(inner) | Shape::Same(inner) => ty = inner,
                _ => return Some(ty),
            }
        }
    }
}

const fn scalar_json(scalar: &Scalar) -> Json {
    match scalar {
        Scalar::Bool => Json::Bool,
        Scalar::Integer(_) => Json::Integer,
        Scalar::Float(_) => Json::Number,
        Scalar::Text(_) => Json::Text,
        Scalar::IntOrString => Json::IntOrString,
    }
}

const fn enum_json(of: &Enum) -> Json {
    match of.tagging {
        Tagging::Internal(_) | Tagging::Adjacent(..) => Json::Object,
        Tagging::Untagged => Json::Unknown,
        Tagging::External => {
            let mut i = 0;
            while i < of.variants.len() {
                let variant = &of.variants[i];
                if variant.untagged || !matches!(variant.content, Content::Unit) {
                    return Json::Unknown;
                }
                i += 1;
            }
            Json::Text
        }
    }
}

const fn struct_member(of: &Struct, name: &str) -> Step {
    if let Some((tag, _)) = of.tag
        && same(tag, name)
    {
        return Step::Unknown;
    }
    field_member(of.fields, name, of.default.is_some())
}

/// Looks through the fields, then into the flattened ones.
const fn field_member(fields: &'static [Field], name: &str, all_default: bool) -> Step {
    if let Some(field) = plain_field(fields, name) {
        let position = Position {
            ty: field.ty,
            keys: field.keys,
        };
        return Step::To(position, presence(field, all_default));
    }
    let mut unknown = false;
    let mut i = 0;
    while i < fields.len() {
        let field = &fields[i];
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
const fn plain_field(fields: &'static [Field], name: &str) -> Option<&'static Field> {
    let name = name.as_bytes();
    let mut i = 0;
    while i < fields.len() {
        let wire = fields[i].wire.as_bytes();
        if wire.len() == name.len() {
            let mut at = 0;
            while at < name.len() && wire[at] == name[at] {
                at += 1;
            }
            if at == name.len() && !fields[i].flags.has(Flag::Flatten) {
                return Some(&fields[i]);
            }
        }
        i += 1;
    }
    None
}

/// What the schema says of a field's presence; serde decides unless a key does.
const fn presence(field: &Field, all_default: bool) -> Presence {
    if has_default(field.keys) || is_required(field, all_default) {
        Presence::Always
    } else {
        Presence::Sometimes
    }
}

/// Whether a field is in its parent's `required`; serde decides unless a key does.
const fn is_required(field: &Field, all_default: bool) -> bool {
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
pub(super) const fn is_surely_required(field: &Field, all_default: bool) -> bool {
    is_required(field, all_default) && !matches!(field.ty.shape, Shape::Foreign(_))
}

const fn has_default(keys: &[Key]) -> bool {
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
const fn enum_member(of: &Enum, name: &str) -> Step {
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
const fn variant_may_have(variant: &Variant, name: &str, inside: bool) -> bool {
    if !inside {
        return same(variant.wire, name);
    }
    let step = match variant.content {
        Content::Unit => Step::Missing,
        Content::Newtype(ty) => Position::of(ty).member(name),
        Content::Struct(fields) => field_member(fields, name, false),
    };
    !matches!(step, Step::Missing)
}

const fn name_fields(message: &mut Message, fields: &'static [Field], mut count: usize) -> usize {
    let mut i = 0;
    while i < fields.len() {
        let field = &fields[i];
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
            count = name_fields(message, of.fields, count);
        }
        i += 1;
    }
    count
}

const fn is_replaced(keys: &[Key]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if matches!(keys[i], Key::With(_) | Key::Opaque) {
            return true;
        }
        i += 1;
    }
    false
}

const fn has_int_or_string(keys: &[Key]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if matches!(keys[i], Key::IntOrString(_)) {
            return true;
        }
        i += 1;
    }
    false
}

/// An embedded resource has `apiVersion`, `kind` and `metadata`, declared or not.
const fn keeps_unknown(keys: &[Key]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if matches!(keys[i], Key::PreserveUnknownFields | Key::EmbeddedResource) {
            return true;
        }
        i += 1;
    }
    false
}

const fn has_alias(keys: &[Key], name: &str) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if let Key::Aliases(aliases) = keys[i] {
            let mut j = 0;
            while j < aliases.len() {
                if same(aliases[j], name) {
                    return true;
                }
                j += 1;
            }
        }
        i += 1;
    }
    false
}

const fn items(keys: &'static [Key]) -> &'static [Key] {
    let mut i = 0;
    while i < keys.len() {
        if let Key::Items(inner) = keys[i] {
            return inner;
        }
        i += 1;
    }
    &[]
}

const fn values(keys: &'static [Key]) -> &'static [Key] {
    let mut i = 0;
    while i < keys.len() {
        if let Key::Values(inner) = keys[i] {
            return inner;
        }
        i += 1;
    }
    &[]
}
