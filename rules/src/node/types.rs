//! The types of JSON values.

use std::fmt;

use serde_json::Value;

use crate::number::{Num, Whole};

/// The JSON types that a node takes, none meaning all.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Types(u8);

impl Types {
    pub(crate) const ARRAY: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    pub(crate) const NUMBER: Self = Self(8);
    pub(crate) const OBJECT: Self = Self(16);
    pub(crate) const STRING: Self = Self(32);
    /// A type that no value has.
    pub(crate) const UNKNOWN: Self = Self(64);

    pub(crate) const fn of(name: &str) -> Self {
        match name.as_bytes() {
            b"" => Self(0),
            b"array" => Self::ARRAY,
            b"boolean" => Self::BOOLEAN,
            b"integer" => Self::INTEGER,
            b"number" => Self::NUMBER,
            b"object" => Self::OBJECT,
            b"string" => Self::STRING,
            _ => Self::UNKNOWN,
        }
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl fmt::Debug for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Types({})", type_names(*self))
    }
}

/// The names of types as the server lists them; an unknown one has none here.
pub(super) fn type_names(types: Types) -> &'static str {
    const INT_OR_STRING: Types = Types::INTEGER.and(Types::STRING);
    match types {
        Types::ARRAY => "array",
        Types::BOOLEAN => "boolean",
        Types::INTEGER => "integer",
        Types::NUMBER => "number",
        Types::OBJECT => "object",
        Types::STRING => "string",
        INT_OR_STRING => "integer,string",
        _ => "",
    }
}

/// The values that a node takes, by what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Takes(u16);

impl Takes {
    const NULL: u16 = 1;
    const BOOLEAN: u16 = 2;
    const INTEGER: u16 = 4;
    /// A float that counts as an integer.
    const WHOLE: u16 = 8;
    const FLOAT: u16 = 16;
    const STRING: u16 = 32;
    const ARRAY: u16 = 64;
    const OBJECT: u16 = 128;
    /// Floats count as integers as [`Whole::Around`] has it.
    const AROUND: u16 = 256;

    /// What a node with these types takes. With a format of strings the server takes an array for a string, and with a
    /// format but no type it takes nothing else.
    pub(super) fn new(types: Types, nullable: bool, has_format: bool, whole: Whole) -> Self {
        let mut takes = match whole {
            Whole::Above => 0,
            Whole::Around => Self::AROUND,
        };
        let mut add = |kinds: u16, if_of: Types| {
            if types.has(if_of) || (types.is_empty() && !has_format) {
                takes |= kinds;
            }
        };
        add(Self::BOOLEAN, Types::BOOLEAN);
        add(
            Self::INTEGER | Self::WHOLE,
            Types::INTEGER.and(Types::NUMBER),
        );
        add(Self::FLOAT, Types::NUMBER);
        add(Self::STRING, Types::STRING);
        add(Self::ARRAY, Types::ARRAY);
        add(Self::OBJECT, Types::OBJECT);
        if has_format && !types.has(Types::INTEGER.and(Types::NUMBER)) {
            takes |= Self::STRING | Self::ARRAY;
        }
        if types.is_empty() || nullable {
            takes |= Self::NULL;
        }
        Self(takes)
    }

    const fn whole(self) -> Whole {
        if self.0 & Self::AROUND == 0 {
            Whole::Above
        } else {
            Whole::Around
        }
    }

    pub(crate) fn takes(self, value: &Value) -> bool {
        let kind = match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(number) => match Num::of(number) {
                Num::Int(_) => Self::INTEGER,
                Num::Float(float) if self.0 & Self::FLOAT == 0 && self.whole().has(float) => {
                    Self::WHOLE
                }
                Num::Float(_) => Self::FLOAT,
            },
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        };
        self.0 & kind != 0
    }
}
