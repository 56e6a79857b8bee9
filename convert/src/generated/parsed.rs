//! `parsed`: a text and what it stands for, either of which may be absent.

use std::{fmt::Display, str::FromStr};

/// What is said of a text or value that may be absent where the other side must have one.
const ABSENT: &str = "it is absent, and a value must be there";

/// Neither side may be absent.
pub struct Present;

/// Either may.
pub struct Optional;

/// What is read may be absent.
pub struct FromOptional;

/// What is made may be absent.
pub struct IntoOptional;

/// A text on its way to the value that it stands for. `Absence` tells rustc which of the two may be absent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not parsed as `{Value}`",
    label = "`parsed` is between a text and a type that it is the text of",
    note = "the text is a `String`, the other side's type implements `FromStr` and `Display`, and either may be in an `Option`",
    note = "where this side has the value and the hub the text, write `reversed` beside; for other types, `with = function, back = function`"
)]
pub trait Parse<Value, Absence> {
    /// The value.
    fn parse(self) -> Result<Value, String>;
}

#[diagnostic::do_not_recommend]
impl<T: FromStr<Err: Display>> Parse<T, Present> for String {
    fn parse(self) -> Result<T, String> {
        str::parse(&self).map_err(|error: T::Err| error.to_string())
    }
}

#[diagnostic::do_not_recommend]
impl<T: FromStr<Err: Display>> Parse<Option<T>, Optional> for Option<String> {
    fn parse(self) -> Result<Option<T>, String> {
        self.map(Parse::<T, Present>::parse).transpose()
    }
}

#[diagnostic::do_not_recommend]
impl<T: FromStr<Err: Display>> Parse<T, FromOptional> for Option<String> {
    fn parse(self) -> Result<T, String> {
        self.ok_or(ABSENT).map(Parse::<T, Present>::parse)?
    }
}

#[diagnostic::do_not_recommend]
impl<T: FromStr<Err: Display>> Parse<Option<T>, IntoOptional> for String {
    fn parse(self) -> Result<Option<T>, String> {
        Parse::<T, Present>::parse(self).map(Some)
    }
}

/// A value on its way to its text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not written as `{Text}`",
    label = "`parsed` is between a text and a type that it is the text of, and what may be absent needs a stand-in",
    note = "where the value may be absent and the text must be there, write `or_back = …` on the field, `or = …` where it is `reversed`",
    note = "the text is a `String`, the other side's type implements `FromStr` and `Display`, and either may be in an `Option`"
)]
pub trait Written<Text, Absence> {
    /// The text.
    fn write(self) -> Text;
}

#[diagnostic::do_not_recommend]
impl<T: Display> Written<String, Present> for T {
    fn write(self) -> String {
        self.to_string()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Display> Written<Option<String>, Optional> for Option<T> {
    fn write(self) -> Option<String> {
        self.map(|value| value.to_string())
    }
}

#[diagnostic::do_not_recommend]
impl<T: Display> Written<Option<String>, IntoOptional> for T {
    fn write(self) -> Option<String> {
        Some(self.to_string())
    }
}

/// [`Written`], of what something stands in for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not written as `{Text}`",
    label = "`parsed` is between a text and a type that it is the text of",
    note = "the text is a `String`, the other side's type implements `FromStr` and `Display`, and either may be in an `Option`"
)]
pub trait TryWritten<Text, Absence> {
    /// The text.
    fn try_write(self) -> Result<Text, &'static str>;
}

#[diagnostic::do_not_recommend]
impl<T: Written<Text, Absence>, Text, Absence> TryWritten<Text, (Absence,)> for T {
    fn try_write(self) -> Result<Text, &'static str> {
        Ok(self.write())
    }
}

#[diagnostic::do_not_recommend]
impl<T: Display> TryWritten<String, FromOptional> for Option<T> {
    fn try_write(self) -> Result<String, &'static str> {
        self.map(|value| value.to_string()).ok_or(ABSENT)
    }
}

/// What a text stands for.
pub fn parse<S: Parse<V, A>, V, A>(text: S) -> Result<V, String> {
    text.parse()
}

/// The text of a value.
pub fn display<V: Written<S, A>, S, A>(value: V) -> S {
    value.write()
}

/// The text of a value that may be absent, where something stands in.
pub fn try_display<V: TryWritten<S, A>, S, A>(value: V) -> Result<S, &'static str> {
    value.try_write()
}
