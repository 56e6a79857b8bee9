//! JSON that is opened only where a conversion looks inside: everything else stays the text it came as, so that numbers
//! keep their digits and members their order.
//!
//! The room of Wheelwright that knows of JSON and of nothing else. Its door is [`check()`], which makes a [`Json`] of text;
//! [`same`] is whether an API server holds two for one, and [`align()`] which items of two lists belong together. A part of
//! `wheelwright`, which is what to depend on.

mod align;
mod by_name;
mod check;
mod equal;
mod likeness;
mod look;
mod string;
mod value;
mod walk;
mod write;

use std::borrow::Cow;

use wheelwright_rules::go_json_float;

pub use align::{Moves, align, common_of};
pub use by_name::ByName;
pub use check::stream;
pub use check::{Extent, Extents, Malformed, Reader, check};
pub use equal::{Found, same, same_option};
use likeness::Likeness;
pub use look::{Look, look};
pub use value::read as read_value;
use walk::{TextItems, TextMembers};
pub use write::{Out, string as write_string};

/// A JSON value.
#[derive(Clone, Debug)]
pub enum Json<'a> {
    /// The text of a value, known to be well-formed, and where its containers end, where that is known.
    Raw(Cow<'a, str>, &'a Extents),
    /// An opened array.
    Array(Vec<Json<'a>>),
    /// An opened object.
    Object(Members<'a>),
}

/// A member of an object: its name and its value.
pub type Member<'a> = (Cow<'a, str>, Json<'a>);

/// The members of an object in the order they came.
pub type Members<'a> = Vec<Member<'a>>;

/// What kind of value it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// With its digits as they were written.
    Number,
    /// With its escape sequences as they were written.
    String,
    /// `[…]`.
    Array,
    /// `{…}`.
    Object,
}

impl<'a> Json<'a> {
    /// `null`.
    pub const NULL: Json<'static> = Json::Raw(Cow::Borrowed("null"), &[]);

    /// A value from text that is well-formed, without space around it.
    #[must_use]
    pub const fn raw(text: &'a str) -> Self {
        Self::Raw(Cow::Borrowed(text), &[])
    }

    /// A value that a [`Reader`] read, and its containers.
    #[must_use]
    pub const fn of_checked(text: &'a str, extents: &'a Extents) -> Self {
        Self::Raw(Cow::Borrowed(text), extents)
    }

    /// A value whose text was made, well-formed, here.
    #[must_use]
    pub const fn made(text: String) -> Json<'static> {
        Json::Raw(Cow::Owned(text), &[])
    }

    /// A string.
    #[must_use]
    pub fn string(text: &str) -> Json<'static> {
        let mut raw = String::with_capacity(text.len() + 2);
        write::string(text, &mut raw);
        Json::made(raw)
    }

    /// A number or boolean.
    pub fn display(value: impl std::fmt::Display) -> Json<'static> {
        Json::made(value.to_string())
    }

    /// What kind of value it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Array(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
            Self::Raw(text, _) => match text.as_bytes().first() {
                Some(b'{') => Kind::Object,
                Some(b'[') => Kind::Array,
                Some(b'"') => Kind::String,
                Some(b't' | b'f') => Kind::Bool,
                Some(b'n') | None => Kind::Null,
                Some(_) => Kind::Number,
            },
        }
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    /// Whether it is a string, an array or an object with nothing in it.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Array(items) => items.is_empty(),
            Self::Object(members) => members.is_empty(),
            Self::Raw(text, _) => match text.as_bytes() {
                [b'"', b'"'] => true,
                [b'[', within @ .., b']'] | [b'{', within @ .., b'}'] => {
                    within.iter().all(u8::is_ascii_whitespace)
                }
                _ => false,
            },
        }
    }

    /// Whether both were left as the text they came as, and that is one text.
    #[must_use]
    pub fn is_written_as(&self, other: &Json) -> bool {
        matches!((self, other), (Self::Raw(text, _), Json::Raw(of_other, _)) if text == of_other)
    }

    /// The members, without taking the value: those of an opened one as they are. None of what is no object.
    #[must_use]
    pub fn members(&self) -> Option<Cow<'_, [Member<'_>]>> {
        match self {
            Self::Object(members) => Some(Cow::Borrowed(members)),
            text => text.borrowed().into_members().ok().map(Cow::Owned),
        }
    }

    /// The items, without taking the value: those of an opened one as they are. None of what is no array.
    #[must_use]
    pub fn items(&self) -> Option<Cow<'_, [Json<'_>]>> {
        match self {
            Self::Array(items) => Some(Cow::Borrowed(items)),
            text => text.borrowed().into_items().ok().map(Cow::Owned),
        }
    }

    /// The members for longer than the value stands: as [`Self::members`], but that strings of a made text are copied.
    #[must_use]
    pub fn to_members(&self) -> Option<Cow<'_, [Member<'a>]>> {
        match self {
            Self::Object(members) => Some(Cow::Borrowed(members)),
            text => text.clone().into_members().ok().map(Cow::Owned),
        }
    }

    /// The items for longer than the value stands, as [`Self::to_members`].
    #[must_use]
    pub fn to_items(&self) -> Option<Cow<'_, [Self]>> {
        match self {
            Self::Array(items) => Some(Cow::Borrowed(items)),
            text => text.clone().into_items().ok().map(Cow::Owned),
        }
    }

    /// The members, or the value itself if it is no object.
    pub fn into_members(self) -> Result<Members<'a>, Self> {
        match self {
            Self::Object(members) => Ok(members),
            Self::Raw(text, extents) if text.starts_with('{') => Ok(match text {
                Cow::Borrowed(text) => {
                    let mut members = Vec::with_capacity(12);
                    members.extend(TextMembers::new(text, extents));
                    members
                }
                Cow::Owned(text) => TextMembers::new(&text, &[]).map(own_member).collect(),
            }),
            other => Err(other),
        }
    }

    /// The items, or the value itself if it is no array.
    pub fn into_items(self) -> Result<Vec<Self>, Self> {
        match self {
            Self::Array(items) => Ok(items),
            Self::Raw(text, extents) if text.starts_with('[') => Ok(match text {
                Cow::Borrowed(text) => {
                    let mut items = Vec::with_capacity(16);
                    items.extend(TextItems::new(text, extents));
                    items
                }
                Cow::Owned(text) => TextItems::new(&text, &[]).map(Json::into_owned).collect(),
            }),
            other => Err(other),
        }
    }

    /// Opens an object in place; nothing for what is none.
    pub fn members_mut(&mut self) -> Option<&mut Members<'a>> {
        if let Self::Raw(..) = self {
            let opened = match std::mem::replace(self, Json::NULL).into_members() {
                Ok(members) => Self::Object(members),
                Err(value) => value,
            };
            *self = opened;
        }
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The member of an object.
    pub fn member(&self, name: &str) -> Option<Json<'_>> {
        match self {
            Self::Object(members) => get(members, name).map(Json::borrowed),
            Self::Raw(text, extents) if text.starts_with('{') => {
                let members = TextMembers::new(text, extents);
                let (_, value) = members.filter(|(member, _)| member == name).last()?;
                Some(value)
            }
            _ => None,
        }
    }

    /// The members of these names, or the value itself if it is no object. Others are not looked at.
    pub fn into_members_of<const N: usize>(
        self,
        names: [&str; N],
    ) -> Result<[Option<Self>; N], Self> {
        let mut found = [const { None }; N];
        let position = |member: &str| names.iter().position(|name| *name == member);
        match self {
            Self::Raw(text, extents) if text.starts_with('{') => match text {
                Cow::Borrowed(text) => {
                    for (member, value) in TextMembers::new(text, extents) {
                        if let Some(position) = position(&member) {
                            found[position] = Some(value);
                        }
                    }
                }
                Cow::Owned(text) => {
                    for (member, value) in TextMembers::new(&text, &[]) {
                        if let Some(position) = position(&member) {
                            found[position] = Some(value.into_owned());
                        }
                    }
                }
            },
            other => {
                for (member, value) in other.into_members()? {
                    if let Some(position) = position(&member) {
                        found[position] = Some(value);
                    }
                }
            }
        }
        Ok(found)
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Raw(text, _) if text.starts_with('"') => string::unquote(text),
            _ => None,
        }
    }

    /// The text of a string that is written without escape sequences: the same for the same string, and for no other value.
    #[must_use]
    pub fn plain_text(&self) -> Option<&str> {
        match self {
            Self::Raw(text, _) if text.starts_with('"') && !text.as_bytes().contains(&b'\\') => {
                Some(text)
            }
            _ => None,
        }
    }

    /// The text of a number.
    #[must_use]
    pub fn number_text(&self) -> Option<&str> {
        match self {
            Self::Raw(text, _) if self.kind() == Kind::Number => Some(text),
            _ => None,
        }
    }

    /// An integer within 64 bits, also where it is written as `3.0` or `3e0`.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        let text = self.number_text()?;
        if let Ok(integer) = text.parse() {
            return Some(integer);
        }
        let float: f64 = text.parse().ok()?;
        #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
        (float.fract() == 0.0 && float.abs() < 9_007_199_254_740_992.0).then_some(float as i64)
    }

    /// A number as the API server gives it back, which holds 64 bits of it.
    #[must_use]
    pub fn as_stored(&self) -> Option<String> {
        if let Some(integer) = self.as_i64() {
            return Some(integer.to_string());
        }
        let float: f64 = self.number_text()?.parse().ok()?;
        float.is_finite().then(|| go_json_float(float))
    }

    /// What a boolean is.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Raw(text, _) if text == "true" => Some(true),
            Self::Raw(text, _) if text == "false" => Some(false),
            _ => None,
        }
    }

    /// The value, without taking it.
    pub fn borrowed(&self) -> Json<'_> {
        match self {
            Self::Raw(text, extents) => Json::Raw(Cow::Borrowed(text), extents),
            Self::Array(items) => Json::Array(items.iter().map(Json::borrowed).collect()),
            Self::Object(members) => Json::Object(
                members
                    .iter()
                    .map(|(name, value)| (Cow::Borrowed(&**name), value.borrowed()))
                    .collect(),
            ),
        }
    }

    /// The value with all that is in it opened.
    pub fn opened(self) -> Json<'static> {
        match self.into_members() {
            Ok(members) => {
                let members = members.into_iter();
                let members =
                    members.map(|(name, value)| (Cow::Owned(name.into_owned()), value.opened()));
                Json::Object(members.collect())
            }
            Err(value) => match value.into_items() {
                Ok(items) => Json::Array(items.into_iter().map(Json::opened).collect()),
                Err(value) => value.into_owned(),
            },
        }
    }

    /// The value with text of its own.
    pub fn into_owned(self) -> Json<'static> {
        match self {
            Self::Raw(text, _) => Json::Raw(Cow::Owned(text.into_owned()), &[]),
            Self::Array(items) => Json::Array(items.into_iter().map(Json::into_owned).collect()),
            Self::Object(members) => Json::Object(members.into_iter().map(own_member).collect()),
        }
    }

    /// The bytes of its text.
    #[must_use]
    pub fn length(&self) -> usize {
        let mut length = Length::default();
        self.write(&mut length);
        length.unchanged + length.made.len()
    }

    /// Compact where it was opened, as it came elsewhere.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(match self {
            Self::Raw(text, _) => text.len(),
            _ => 128,
        });
        self.write(&mut text);
        text
    }
}

/// What is written, as long as it is: only what is made is there as text.
#[derive(Default)]
struct Length {
    made: String,
    unchanged: usize,
}

impl Out for Length {
    fn made(&mut self) -> &mut String {
        &mut self.made
    }

    fn unchanged(&mut self, text: &str) {
        self.unchanged += text.len();
    }
}

fn own_member((name, value): (Cow<str>, Json)) -> (Cow<'static, str>, Json<'static>) {
    (Cow::Owned(name.into_owned()), value.into_owned())
}

/// The member of that name; of several the last, as everywhere.
#[must_use]
pub fn get<'m, 'a>(members: &'m [Member<'a>], name: &str) -> Option<&'m Json<'a>> {
    members
        .iter()
        .rev()
        .find(|(member, _)| member == name)
        .map(|(_, value)| value)
}
