//! The messages of protocol buffers that an expression can make, such as `google.protobuf.Int64Value{value: 1}`, with
//! their fields. No message stays one but `google.protobuf.Empty`: each becomes a value of CEL when it is made.

use std::sync::Arc;

use crate::types::{ObjectType, Type};

/// A message.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) name: &'static str,
    pub(crate) makes: Makes,
    pub(crate) fields: &'static [MessageField],
}

/// What a message becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Makes {
    /// The value of its one field.
    Wrapped,
    Timestamp,
    Duration,
    /// A map.
    Struct,
    List,
    /// The value of the field that is set, or null.
    Value,
    Empty,
}

/// A field of a message.
#[derive(Debug)]
pub(crate) struct MessageField {
    pub(crate) name: &'static str,
    pub(crate) holds: Holds,
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    Bool,
    Bytes,
    Double,
    Float,
    Int32,
    Int64,
    Uint32,
    Uint64,
    String,
    /// The number of an enumeration's value.
    Enumeration,
    /// Values by name, each as JSON would hold it.
    Entries,
    /// Values, each as JSON would hold it.
    Values,
    /// A whole `google.protobuf.Struct`.
    Struct,
    /// A whole `google.protobuf.ListValue`.
    List,
}

/// Messages that a server makes too. What is in an `Any` is any message that the server's program has, in bytes.
const NOT_MADE: [&str; 2] = ["google.protobuf.Any", "google.protobuf.Struct.FieldsEntry"];

const fn field(name: &'static str, holds: Holds) -> MessageField {
    MessageField { name, holds }
}

const fn message(name: &'static str, makes: Makes, fields: &'static [MessageField]) -> Message {
    Message {
        name,
        makes,
        fields,
    }
}

/// Seconds, and the part of a second, of either sign.
const INSTANT: &[MessageField] = &[field("seconds", Holds::Int64), field("nanos", Holds::Int32)];

static MESSAGES: [Message; 15] = [
    message(
        "google.protobuf.BoolValue",
        Makes::Wrapped,
        &[field("value", Holds::Bool)],
    ),
    message(
        "google.protobuf.BytesValue",
        Makes::Wrapped,
        &[field("value", Holds::Bytes)],
    ),
    message(
        "google.protobuf.DoubleValue",
        Makes::Wrapped,
        &[field("value", Holds::Double)],
    ),
    message(
        "google.protobuf.FloatValue",
        Makes::Wrapped,
        &[field("value", Holds::Float)],
    ),
    message(
        "google.protobuf.Int32Value",
        Makes::Wrapped,
        &[field("value", Holds::Int32)],
    ),
    message(
        "google.protobuf.Int64Value",
        Makes::Wrapped,
        &[field("value", Holds::Int64)],
    ),
    message(
        "google.protobuf.UInt32Value",
        Makes::Wrapped,
        &[field("value", Holds::Uint32)],
    ),
    message(
        "google.protobuf.UInt64Value",
        Makes::Wrapped,
        &[field("value", Holds::Uint64)],
    ),
    message(
        "google.protobuf.StringValue",
        Makes::Wrapped,
        &[field("value", Holds::String)],
    ),
    message("google.protobuf.Timestamp", Makes::Timestamp, INSTANT),
    message("google.protobuf.Duration", Makes::Duration, INSTANT),
    message(
        "google.protobuf.Struct",
        Makes::Struct,
        &[field("fields", Holds::Entries)],
    ),
    message(
        "google.protobuf.ListValue",
        Makes::List,
        &[field("values", Holds::Values)],
    ),
    message(
        "google.protobuf.Value",
        Makes::Value,
        &[
            field("null_value", Holds::Enumeration),
            field("number_value", Holds::Double),
            field("string_value", Holds::String),
            field("bool_value", Holds::Bool),
            field("struct_value", Holds::Struct),
            field("list_value", Holds::List),
        ],
    ),
    message("google.protobuf.Empty", Makes::Empty, &[]),
];

/// The message of this name.
pub(crate) fn named(name: &str) -> Option<&'static Message> {
    MESSAGES.iter().find(|message| message.name == name)
}

/// The message that becomes a value of this type.
pub(crate) fn of_type(ty: &Type) -> Option<&'static Message> {
    MESSAGES.iter().find(|message| message.ty() == *ty)
}

/// Whether a server makes messages of this name, and this crate does not.
pub(crate) fn is_not_made(name: &str) -> bool {
    NOT_MADE.contains(&name)
}

impl Message {
    /// The type of what it becomes.
    pub(crate) fn ty(&self) -> Type {
        match self.makes {
            Makes::Wrapped => self
                .fields
                .first()
                .map_or(Type::Dyn, |field| Type::wrapper(field.holds.ty())),
            Makes::Timestamp => Type::Timestamp,
            Makes::Duration => Type::Duration,
            Makes::Struct => Holds::Struct.ty(),
            Makes::List => Holds::List.ty(),
            Makes::Value => Type::Dyn,
            Makes::Empty => Type::Object(Arc::new(ObjectType {
                name: self.name.to_owned(),
                fields: Vec::new(),
            })),
        }
    }

    /// The field of this name.
    pub(crate) fn field(&self, name: &str) -> Option<&MessageField> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Whether its name is a value at run time, too, as the names of types are.
    pub(crate) const fn is_value(&self) -> bool {
        matches!(
            self.makes,
            Makes::Timestamp | Makes::Duration | Makes::Empty
        )
    }
}

impl Holds {
    /// The type that a field's value has to be of.
    pub(crate) fn ty(self) -> Type {
        match self {
            Self::Bool => Type::Bool,
            Self::Bytes => Type::Bytes,
            Self::Double | Self::Float => Type::Double,
            Self::Int32 | Self::Int64 | Self::Enumeration => Type::Int,
            Self::Uint32 | Self::Uint64 => Type::Uint,
            Self::String => Type::String,
            Self::Entries | Self::Struct => Type::map(Type::String, Type::Dyn),
            Self::Values | Self::List => Type::list(Type::Dyn),
        }
    }
}
