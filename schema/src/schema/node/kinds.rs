use std::fmt;

use serde_json::{Map, Value, json};

/// The largest bound of an integer: the API server reads bounds as floating-point numbers, and the next one is 2^63.
pub(in crate::schema) const LARGEST_BOUND: i64 = 9_223_372_036_854_774_784;

/// A set of kinds of JSON values, `null` apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::schema) struct Kinds(u8);

impl Kinds {
    pub(in crate::schema) const NONE: Self = Self(0);
    pub(in crate::schema) const BOOL: Self = Self(1);
    pub(in crate::schema) const INTEGER: Self = Self(2);
    /// Numbers that are no integers; never without the integers.
    const FRACTION: Self = Self(4);
    pub(in crate::schema) const NUMBER: Self = Self(2 | 4);
    pub(in crate::schema) const STRING: Self = Self(8);
    pub(in crate::schema) const ARRAY: Self = Self(16);
    pub(in crate::schema) const OBJECT: Self = Self(32);
    pub(in crate::schema) const INT_OR_STRING: Self = Self(2 | 8);
    pub(in crate::schema) const ALL: Self = Self(63);

    pub(in crate::schema) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(in crate::schema) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(in crate::schema) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(in crate::schema) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The one `type` that allows exactly these kinds.
    pub(in crate::schema) const fn json_type(self) -> Option<&'static str> {
        Some(match self {
            Self::BOOL => "boolean",
            Self::INTEGER => "integer",
            Self::NUMBER => "number",
            Self::STRING => "string",
            Self::ARRAY => "array",
            Self::OBJECT => "object",
            _ => return None,
        })
    }

    pub(in crate::schema) fn of_json_type(name: &str) -> Option<Self> {
        [
            Self::BOOL,
            Self::INTEGER,
            Self::NUMBER,
            Self::STRING,
            Self::ARRAY,
            Self::OBJECT,
        ]
        .into_iter()
        .find(|kinds| kinds.json_type() == Some(name))
    }

    /// Keywords that no value of these kinds satisfies and every other value does. `type` may not stand inside
    /// combinators, nor can it name two kinds; keywords apply to their own kind only.
    pub(in crate::schema) fn exclusion(self) -> Map<String, Value> {
        let mut keywords = Map::new();
        let mut never = |minimum: &str, maximum: &str| {
            keywords.insert(minimum.to_owned(), 1.into());
            keywords.insert(maximum.to_owned(), 0.into());
        };
        if self.has(Self::INTEGER) {
            never("minimum", "maximum");
        }
        if self.has(Self::STRING) {
            never("minLength", "maxLength");
        }
        if self.has(Self::ARRAY) {
            never("minItems", "maxItems");
        }
        if self.has(Self::OBJECT) {
            never("minProperties", "maxProperties");
        }
        if self.has(Self::BOOL) {
            keywords.insert("not".to_owned(), json!({"enum": [true, false]}));
        }
        if self.and(Self::NUMBER) == Self::FRACTION {
            keywords.insert("multipleOf".to_owned(), 1.into());
            keywords.insert("minimum".to_owned(), i64::MIN.into());
            keywords.insert("maximum".to_owned(), LARGEST_BOUND.into());
        }
        keywords
    }
}

/// `a string or an object`
impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (Self::BOOL, "a boolean"),
            (
                Self::INTEGER,
                if self.has(Self::FRACTION) {
                    "a number"
                } else {
                    "an integer"
                },
            ),
            (Self::STRING, "a string"),
            (Self::ARRAY, "a list"),
            (Self::OBJECT, "an object"),
        ];
        let mut names = names
            .into_iter()
            .filter(|(kind, _)| self.has(*kind))
            .map(|(_, name)| name)
            .peekable();
        let Some(first) = names.next() else {
            return f.write_str("`null`");
        };
        f.write_str(first)?;
        while let Some(name) = names.next() {
            f.write_str(if names.peek().is_some() { ", " } else { " or " })?;
            f.write_str(name)?;
        }
        Ok(())
    }
}
