//! The way from a literal to a value in it, and what is wrong there.

use super::message::Message;
use super::walk::{Json, Position};
use crate::table::Tree;

/// The names from the literal to a value in it.
#[derive(Clone, Copy)]
pub(super) struct Trail<'a> {
    parent: Option<&'a Trail<'a>>,
    name: &'a str,
}

impl Trail<'_> {
    /// The literal itself.
    pub(super) const START: Self = Self {
        parent: None,
        name: "",
    };

    /// Something within.
    pub(super) const fn to<'a>(&'a self, name: &'a str) -> Trail<'a> {
        Trail {
            parent: Some(self),
            name,
        }
    }

    /// Begins a sentence about the value.
    pub(super) const fn about(self, value: &Tree, message: &mut Message) {
        if self.parent.is_some() {
            message.text("`");
            self.spell(message);
            message.text("` is ");
        }
        show(value, message);
    }

    /// Begins a sentence about the object.
    pub(super) const fn within(self, message: &mut Message) {
        if self.parent.is_some() {
            message.text("in `");
            self.spell(message);
            message.text("`, ");
        }
    }

    /// The value is of another type. `false`, so that it can end a condition.
    pub(super) const fn wrong(
        self,
        value: &Tree,
        at: Position,
        message: &mut Option<Message>,
    ) -> bool {
        if let Some(message) = message {
            self.about(value, message);
            message
                .text(", but ")
                .quote(at.type_name())
                .text(" is ")
                .text(at.json().name())
                .text("; write ")
                .text(literal(at.json()));
        }
        false
    }

    const fn spell(self, message: &mut Message) {
        if let Some(parent) = self.parent {
            parent.spell(message);
            if parent.parent.is_some() {
                message.text(".");
            }
            message.text(self.name);
        }
    }
}

/// How a value of this kind is written.
const fn literal(json: Json) -> &'static str {
    match json {
        Json::Bool => "`true` or `false`",
        Json::Integer => "a whole number",
        Json::Number => "a number",
        Json::Text => "a text in quotes",
        Json::IntOrString => "a whole number, or a text in quotes",
        Json::List => "`[…]`",
        Json::Object => "`{ … }`",
        Json::Unknown => "another value",
    }
}

const fn show(value: &Tree, message: &mut Message) {
    match value {
        Tree::Null => message.text("null"),
        Tree::Bool(true) => message.text("true"),
        Tree::Bool(false) => message.text("false"),
        Tree::Int(number) => message.number(*number),
        Tree::Float(_) => message.text("a number with a fraction"),
        Tree::Str(text) => message.text("\"").text(text).text("\""),
        Tree::Array(_) => message.text("a list"),
        Tree::Object(_) => message.text("an object"),
        Tree::Run(_) => message.text("a value"),
    };
}
