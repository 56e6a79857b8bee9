//! Following a path through the tables, one name at a time.

mod keys;
mod members;

use super::message::Message;
use crate::table::{Content, Enum, Key, Scalar, Shape, Tagging, Type};

use keys::{has_int_or_string, is_replaced, items, keeps_unknown, values};
pub(super) use members::is_surely_required;
use members::{enum_member, name_fields, struct_member};

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
                if name_fields(message, &of.fields, 0) == 0 {
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
