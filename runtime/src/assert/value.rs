//! Literal values, such as defaults, against the type they are for.

use super::message::{Message, same};
use super::walk::{Json, Position, Step, is_surely_required};
use crate::table::{
    Content, Enum, Field, Flag, Integer, Key, List, Number, Scalar, Shape, Struct, Tagging, Text,
    Tree, Type,
};

/// `default`: the value passes the type's schema.
#[track_caller]
pub const fn default(ty: &'static Type, value: &Tree) {
    if let Some(message) = refusal("default", ty, value) {
        message.fail();
    }
}

/// `enum_values`: each passes the type's schema.
#[track_caller]
pub const fn enum_values(ty: &'static Type, values: &[Tree]) {
    let mut i = 0;
    while i < values.len() {
        if let Some(message) = refusal("enum_values", ty, &values[i]) {
            message.fail();
        }
        i += 1;
    }
}

const fn refusal(key: &str, ty: &'static Type, value: &Tree) -> Option<Message> {
    let mut message = Message::new(key);
    message.text(": ");
    if Trail::START.passes(value, Position::of(ty), &mut message) {
        None
    } else {
        Some(message)
    }
}

/// The way from the literal to a value in it, for messages.
#[derive(Clone, Copy)]
struct Trail<'a> {
    parent: Option<&'a Trail<'a>>,
    name: &'a str,
}

impl Trail<'_> {
    const START: Self = Self {
        parent: None,
        name: "",
    };

    /// Appends the path and the value, as the subject of a sentence.
    const fn subject(self, value: &Tree, message: &mut Message) {
        if self.parent.is_some() {
            message.text("`");
            self.spell(message);
            message.text("` is ");
        }
        show(value, message);
    }

    /// Appends the path; answers whether there is one.
    const fn spell(self, message: &mut Message) -> bool {
        let Some(parent) = self.parent else {
            return false;
        };
        if parent.spell(message) {
            message.text(".");
        }
        message.text(self.name);
        true
    }

    /// Whether the value passes; if not, the message says why.
    const fn passes(self, value: &Tree, at: Position, message: &mut Message) -> bool {
        // Only known at run time.
        if let Tree::Run(_) = value {
            return true;
        }
        if let Tree::Null = value
            && at.is_nullable()
        {
            return true;
        }
        let Some(ty) = at.opened() else { return true };
        if matches!(at.json(), Json::IntOrString) {
            return matches!(value, Tree::Int(_) | Tree::Str(_)) || self.wrong(value, at, message);
        }
        let fits = match &ty.shape {
            Shape::Scalar(scalar) => self.scalar(value, scalar, at, message),
            Shape::List(list) => self.list(value, list, at, message),
            Shape::Map(_) => self.map(value, at, message),
            Shape::Struct(of) => self.structure(value, of, at, message),
            Shape::Enum(of) => self.enumeration(value, of, at, message),
            Shape::Option(_)
            | Shape::Same(_)
            | Shape::Null
            | Shape::Any
            | Shape::Given(_)
            | Shape::Foreign(_) => true,
        };
        fits && self.keys(value, at.keys(), message) && self.type_keys(value, at.ty(), message)
    }

    /// Says that the value is of another type; `false`, so that it can end a condition.
    const fn wrong(self, value: &Tree, at: Position, message: &mut Message) -> bool {
        self.subject(value, message);
        message
            .text(", but ")
            .quote(at.type_name())
            .text(" is ")
            .text(at.json().name());
        false
    }

    const fn scalar(
        self,
        value: &Tree,
        scalar: &Scalar,
        at: Position,
        message: &mut Message,
    ) -> bool {
        match (scalar, value) {
            (Scalar::Bool, Tree::Bool(_)) | (Scalar::Float(_), Tree::Int(_) | Tree::Float(_)) => {
                true
            }
            (Scalar::Integer(range), Tree::Int(number)) => {
                self.integer(value, *number, *range, at, message)
            }
            (Scalar::Text(text), Tree::Str(string)) => {
                is_text(string, text) || self.no_value(value, at, message)
            }
            _ => self.wrong(value, at, message),
        }
    }

    const fn integer(
        self,
        value: &Tree,
        number: i128,
        range: Integer,
        at: Position,
        message: &mut Message,
    ) -> bool {
        if number >= range.min && number <= range.max {
            return true;
        }
        self.subject(value, message);
        message
            .text(", but ")
            .quote(at.type_name())
            .text(" goes from ")
            .number(range.min)
            .text(" to ")
            .number(range.max);
        false
    }

    const fn no_value(self, value: &Tree, at: Position, message: &mut Message) -> bool {
        self.subject(value, message);
        message
            .text(", which is no value of ")
            .quote(at.type_name());
        false
    }

    const fn list(self, value: &Tree, list: &List, at: Position, message: &mut Message) -> bool {
        let Tree::Array(items) = value else {
            return self.wrong(value, at, message);
        };
        if let Some(len) = list.len
            && items.len() != len
        {
            self.subject(value, message);
            message
                .text(" of ")
                .number(items.len() as i128)
                .text(", but the array has ")
                .number(len as i128);
            return false;
        }
        let Step::To(item, _) = at.item() else {
            return true;
        };
        let mut i = 0;
        while i < items.len() {
            let inner = Trail {
                parent: Some(&self),
                name: "[]",
            };
            if !inner.passes(&items[i], item, message) {
                return false;
            }
            i += 1;
        }
        true
    }

    const fn map(self, value: &Tree, at: Position, message: &mut Message) -> bool {
        let Tree::Object(members) = value else {
            return self.wrong(value, at, message);
        };
        let mut i = 0;
        while i < members.len() {
            let (name, value) = &members[i];
            let inner = Trail {
                parent: Some(&self),
                name,
            };
            if let Step::To(held, _) = at.member(name)
                && !inner.passes(value, held, message)
            {
                return false;
            }
            i += 1;
        }
        true
    }

    const fn structure(
        self,
        value: &Tree,
        of: &Struct,
        at: Position,
        message: &mut Message,
    ) -> bool {
        let Tree::Object(members) = value else {
            return self.wrong(value, at, message);
        };
        let mut i = 0;
        while i < members.len() {
            let (name, value) = &members[i];
            let inner = Trail {
                parent: Some(&self),
                name,
            };
            match at.member(name) {
                Step::To(member, _) => {
                    if !inner.passes(value, member, message) {
                        return false;
                    }
                }
                Step::Missing => {
                    message
                        .quote(name)
                        .text(" is not a field of ")
                        .quote(at.type_name())
                        .text(", which has ");
                    at.name_members(message);
                    message.text(" (the API server: `must not have unknown fields`)");
                    return false;
                }
                Step::Unknown => {}
            }
            i += 1;
        }
        self.has_required(members, of, at, message)
    }

    /// The server does not fill in what is nested before it looks.
    const fn has_required(
        self,
        members: &[(&str, Tree)],
        of: &Struct,
        at: Position,
        message: &mut Message,
    ) -> bool {
        let mut i = 0;
        while i < of.fields.len() {
            let field: &Field = &of.fields[i];
            if !field.flags.has(Flag::Flatten)
                && is_surely_required(field, of.default.is_some())
                && !has_member(members, field.wire)
            {
                if self.parent.is_some() {
                    message.text("in `");
                    self.spell(message);
                    message.text("`, ");
                }
                message
                    .quote(field.wire)
                    .text(" is missing, and ")
                    .quote(at.type_name())
                    .text(" requires it; write it out, or give the field a schema default");
                return false;
            }
            i += 1;
        }
        true
    }

    const fn enumeration(
        self,
        value: &Tree,
        of: &Enum,
        at: Position,
        message: &mut Message,
    ) -> bool {
        if !matches!(of.tagging, Tagging::External) {
            return true;
        }
        let mut i = 0;
        while i < of.variants.len() {
            let variant = &of.variants[i];
            if variant.untagged || variant.other || !matches!(variant.content, Content::Unit) {
                return true;
            }
            if let Tree::Str(name) = value
                && same(name, variant.wire)
            {
                return true;
            }
            i += 1;
        }
        self.subject(value, message);
        message
            .text(", but ")
            .quote(at.type_name())
            .text(" is one of ");
        let mut i = 0;
        while i < of.variants.len() {
            message
                .text(if i == 0 { "" } else { ", " })
                .quote(of.variants[i].wire);
            i += 1;
        }
        false
    }

    /// The keys on the type and on what it wraps.
    const fn type_keys(self, value: &Tree, ty: &'static Type, message: &mut Message) -> bool {
        let mut ty = ty;
        loop {
            if !self.keys(value, ty.keys, message) {
                return false;
            }
            match &ty.shape {
                Shape::Option(inner) | Shape::Same(inner) => ty = inner,
                _ => return true,
            }
        }
    }

    const fn keys(self, value: &Tree, keys: &[Key], message: &mut Message) -> bool {
        let mut i = 0;
        while i < keys.len() {
            let (passes, name) = match (&keys[i], value) {
                (Key::Minimum(bound), value) => (compares(value, *bound, true, false), "minimum"),
                (Key::Maximum(bound), value) => (compares(value, *bound, false, false), "maximum"),
                (Key::ExclusiveMinimum(bound), value) => {
                    (compares(value, *bound, true, true), "exclusive_minimum")
                }
                (Key::ExclusiveMaximum(bound), value) => {
                    (compares(value, *bound, false, true), "exclusive_maximum")
                }
                (Key::MinLength(least), Tree::Str(text)) => {
                    (code_points(text) >= *least, "min_length")
                }
                (Key::MaxLength(most), Tree::Str(text)) => {
                    (code_points(text) <= *most, "max_length")
                }
                (Key::MinItems(least), Tree::Array(items)) => {
                    (items.len() as u64 >= *least, "min_items")
                }
                (Key::MaxItems(most), Tree::Array(items)) => {
                    (items.len() as u64 <= *most, "max_items")
                }
                (Key::MinProperties(least), Tree::Object(all)) => {
                    (all.len() as u64 >= *least, "min_properties")
                }
                (Key::MaxProperties(most), Tree::Object(all)) => {
                    (all.len() as u64 <= *most, "max_properties")
                }
                (Key::Enum(values), value) => (is_among(value, values), "enum_values"),
                _ => (true, ""),
            };
            if !passes {
                self.subject(value, message);
                message.text(", which its `").text(name).text("` refuses");
                return false;
            }
            i += 1;
        }
        true
    }
}

/// Whether a string is a value of the type, as far as its length and a list of values tell.
const fn is_text(string: &str, text: &Text) -> bool {
    let length = code_points(string);
    if let Some(least) = text.min_length
        && length < least
    {
        return false;
    }
    if let Some(most) = text.max_length
        && length > most
    {
        return false;
    }
    let mut i = 0;
    while i < text.values.len() {
        if same(text.values[i], string) {
            return true;
        }
        i += 1;
    }
    text.values.is_empty()
}

/// Whether a number is on the right side of a bound; other values are on every side.
const fn compares(value: &Tree, bound: Number, lower: bool, exclusive: bool) -> bool {
    let (below, equal) = match (value, bound) {
        (Tree::Int(value), Number::Int(bound)) => (*value < bound, *value == bound),
        (Tree::Int(value), Number::Float(bound)) => float(*value as f64, bound),
        (Tree::Float(value), Number::Int(bound)) => float(*value, bound as f64),
        (Tree::Float(value), Number::Float(bound)) => float(*value, bound),
        _ => return true,
    };
    if equal { !exclusive } else { below != lower }
}

const fn float(value: f64, bound: f64) -> (bool, bool) {
    (value < bound, value <= bound && value >= bound)
}

/// Whether a scalar is one of the values; anything else may be.
const fn is_among(value: &Tree, values: &[Tree]) -> bool {
    let mut i = 0;
    while i < values.len() {
        let equal = match (value, &values[i]) {
            (Tree::Int(left), Tree::Int(right)) => *left == *right,
            (Tree::Bool(left), Tree::Bool(right)) => *left == *right,
            (Tree::Str(left), Tree::Str(right)) => same(left, right),
            (Tree::Int(_), Tree::Bool(_) | Tree::Str(_))
            | (Tree::Bool(_), Tree::Int(_) | Tree::Str(_))
            | (Tree::Str(_), Tree::Int(_) | Tree::Bool(_)) => false,
            _ => true,
        };
        if equal {
            return true;
        }
        i += 1;
    }
    false
}

const fn has_member(members: &[(&str, Tree)], name: &str) -> bool {
    let mut i = 0;
    while i < members.len() {
        if same(members[i].0, name) {
            return true;
        }
        i += 1;
    }
    false
}

const fn code_points(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let (mut count, mut i) = (0, 0);
    while i < bytes.len() {
        // Not a continuation byte.
        if bytes[i] & 0xc0 != 0x80 {
            count += 1;
        }
        i += 1;
    }
    count
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
