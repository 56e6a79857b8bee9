//! Types, fields and values of them.

use serde_json::{Map, Value, json};

use super::{maker::Maker, pool};
use crate::{
    generate::random::Random,
    table::{
        Content, Enum, Field, Flag, Flags, Integer, Key, List, ListType, Map as MapOf, Members,
        Scalar, Shape, Struct, Tagging, Text, Tree, Type, Variant,
    },
};

pub(super) const BOOL: &Type = &Type::of("bool", Shape::Scalar(Scalar::Bool));
pub(super) const TEXT: &Type = &Type::of("String", Shape::Scalar(Scalar::Text(Text::ANY)));
/// Texts of which there is often something to read. The patterns say what is tried, and any text has them.
pub(super) const NUMBER: &Type = &text(&[Key::Pattern("^(-?[0-9]{1,3}|)")]);
pub(super) const TIME: &Type = &text(&[Key::Pattern("^([0-9]{1,2}(h|m|s)|)")]);
pub(super) const AMOUNT: &Type = &text(&[Key::Pattern("^([0-9]{1,3}(Mi|Gi|k|m)|)")]);
pub(super) const PARTED: &Type = &text(&[Key::Pattern("^([a-z0-9]{0,2}:[0-9]{1,2}(/[0-9])?|)")]);
pub(super) const INTEGER: &Type = &Type::of(
    "i64",
    Shape::Scalar(Scalar::Integer(Integer {
        min: i64::MIN as i128,
        max: i64::MAX as i128,
    })),
);

pub(super) const fn text(keys: &'static [Key]) -> Type {
    let mut text = Type::of("String", Shape::Scalar(Scalar::Text(Text::ANY)));
    text.keys = keys;
    text
}

pub(super) fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

pub(super) fn leaked<T>(values: Vec<T>) -> &'static [T] {
    Vec::leak(values)
}

pub(super) fn list(items: &'static Type) -> &'static Type {
    let set = false;
    let len = None;
    leak(Type::of("Vec", Shape::List(List { items, set, len })))
}

pub(super) fn map(value: &'static Type) -> &'static Type {
    leak(Type::of("BTreeMap", Shape::Map(MapOf { key: TEXT, value })))
}

pub(super) fn structure(name: &'static str, fields: Vec<Field>) -> &'static Type {
    leak(Type::of(name, Shape::Struct(Struct::new(leaked(fields)))))
}

pub(super) fn enumeration(
    name: &'static str,
    tagging: Tagging,
    variants: Vec<Variant>,
) -> &'static Type {
    leak(Type::of(
        name,
        Shape::Enum(Enum {
            tagging,
            variants: leaked(variants),
            deny_unknown: false,
        }),
    ))
}

/// Whether a value of a field is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// `T`.
    Plain,
    /// `T` with `#[schema(default = …)]`.
    Default,
    /// `T` with `#[serde(default = …)]`.
    SerdeDefault,
    /// Both, of the same value.
    BothDefaults,
    /// A list or map that is left out where it is empty.
    SkipEmpty,
    /// `Option<T>` that is left out.
    Optional,
    /// `Option<T>` that is null.
    Nullable,
    /// `Option<T>` with `#[schema(default = …)]`.
    OptionalDefault,
    /// `Option<T>` that is null, with `#[schema(default = …)]`.
    NullableDefault,
}

impl Presence {
    pub(super) const fn is_option(self) -> bool {
        matches!(
            self,
            Self::Optional | Self::Nullable | Self::OptionalDefault | Self::NullableDefault
        )
    }

    /// Whether serde alone knows of the default, or nobody.
    pub(super) const fn without_default(self) -> Self {
        match self {
            Self::Default | Self::BothDefaults => Self::Plain,
            Self::OptionalDefault => Self::Optional,
            Self::NullableDefault => Self::Nullable,
            presence => presence,
        }
    }

    pub(super) fn option(random: &mut Random) -> Self {
        [
            Self::Optional,
            Self::Optional,
            Self::Optional,
            Self::Nullable,
            Self::OptionalDefault,
            Self::NullableDefault,
        ][random.below(6)]
    }

    pub(super) fn plain(random: &mut Random, ty: &Type) -> Self {
        match random.below(8) {
            0 | 1 => Self::Default,
            2 => Self::SerdeDefault,
            3 => Self::BothDefaults,
            4 if matches!(ty.shape, Shape::List(_) | Shape::Map(_)) => Self::SkipEmpty,
            _ => Self::Plain,
        }
    }

    pub(super) fn any(random: &mut Random, ty: &Type) -> Self {
        if random.one_in(2) {
            Self::option(random)
        } else {
            Self::plain(random, ty)
        }
    }
}

impl Maker<'_> {
    pub(super) fn field(
        &mut self,
        random: &mut Random,
        name: &'static str,
        ty: &'static Type,
        presence: Presence,
    ) -> Option<Field> {
        let presence = if self.without_defaults {
            presence.without_default()
        } else {
            presence
        };
        let mut of = Field::new(name, ty, "1");
        let mut keys = Vec::new();
        if let Shape::List(List { items, .. }) = ty.shape
            && let Shape::Struct(fields) = items.shape
            && let Some(key) = fields.fields.iter().find(|field| field.ident == "key")
        {
            keys.push(Key::ListType(ListType::Map));
            keys.push(Key::ListMapKeys(leaked(vec![key.wire])));
        }
        if presence.is_option() {
            of.ty = leak(Type::of("Option", Shape::Option(ty)));
        }
        match presence {
            Presence::Plain | Presence::Nullable => {}
            Presence::Optional => of.flags = Flags::of(&[Flag::SkipIf]),
            Presence::Default => keys.push(Key::Default(tree(&sample(ty, random)))),
            Presence::OptionalDefault => {
                of.flags = Flags::of(&[Flag::SkipIf]);
                keys.push(Key::Default(tree(&sample(ty, random))));
            }
            Presence::NullableDefault => {
                keys.push(Key::Default(tree(&sample(ty, random))));
            }
            Presence::SerdeDefault | Presence::BothDefaults => {
                let value = sample(ty, random);
                of.flags = Flags::of(&[Flag::Default]);
                if presence == Presence::BothDefaults {
                    keys.push(Key::Default(tree(&value)));
                }
                of.default = Some(pool::run(value)?);
            }
            Presence::SkipEmpty => {
                of.flags = Flags::of(&[Flag::Default, Flag::SkipIf]);
                let empty = match ty.shape {
                    Shape::Map(_) => json!({}),
                    _ => json!([]),
                };
                of.default = Some(pool::run(empty)?);
            }
        }
        of.keys = leaked(keys);
        Some(of)
    }

    /// A type that both versions have.
    pub(super) fn shared(&mut self, random: &mut Random) -> Option<&'static Type> {
        Some(match random.below(10) {
            0..=2 => INTEGER,
            3..=4 => TEXT,
            5 => BOOL,
            6 => list(TEXT),
            7 => map(INTEGER),
            8 => {
                let name = self.type_name();
                let units = ["On", "Off", "Else"].map(|name| Variant::new(name, Content::Unit, 1));
                enumeration(name, Tagging::External, units.to_vec())
            }
            _ => {
                let mut fields = Vec::new();
                for _ in 0..=random.below(2) {
                    let ty = [INTEGER, TEXT][random.below(2)];
                    let presence = Presence::any(random, ty);
                    let name = self.name();
                    fields.push(self.field(random, name, ty, presence)?);
                }
                structure(self.type_name(), fields)
            }
        })
    }
}

/// A value as serde writes it.
pub(super) fn sample(ty: &Type, random: &mut Random) -> Value {
    match ty.shape {
        Shape::Scalar(Scalar::Bool) => random.one_in(2).into(),
        Shape::Scalar(Scalar::Integer(_)) => random.below(10).into(),
        Shape::Scalar(_) => ["", "a", "b c"][random.below(3)].into(),
        Shape::Option(_) if random.one_in(2) => Value::Null,
        Shape::Option(inner) | Shape::Same(inner) => sample(inner, random),
        Shape::List(List { items, .. }) => {
            let mut of: Vec<Value> = (0..random.below(3))
                .map(|_| sample(items, random))
                .collect();
            for (index, item) in of.iter_mut().enumerate() {
                // A list-map key.
                if let Some(key) = item.get_mut("key") {
                    *key = format!("k{index}").into();
                }
            }
            of.into()
        }
        Shape::Map(of) => {
            let names = ["a", "b"].into_iter().take(random.below(3));
            let entries = names.map(|name| (name.to_owned(), sample(of.value, random)));
            Value::Object(entries.collect())
        }
        Shape::Struct(of) => Value::Object(members(of.fields, random)),
        Shape::Enum(of) => variant(&of, random),
        _ => Value::Null,
    }
}

fn members(fields: Members, random: &mut Random) -> Map<String, Value> {
    let mut members = Map::new();
    for field in fields.iter() {
        let value = default(&field).unwrap_or_else(|| sample(field.ty, random));
        if field.flags.has(Flag::Flatten) {
            members.extend(value.as_object().cloned().unwrap_or_default());
        } else if !(field.flags.has(Flag::SkipIf) && is_skipped(field.ty, &value)) {
            members.insert(field.wire.to_owned(), value);
        }
    }
    members
}

/// The object of what fields have by default.
pub(super) fn defaults(fields: &[Field]) -> Value {
    let fields = fields.iter();
    let fields = fields.filter_map(|field| Some((field.wire.to_owned(), default(field)?)));
    Value::Object(fields.collect())
}

fn default(field: &Field) -> Option<Value> {
    field.keys.iter().find_map(|key| match key {
        Key::Default(tree) => value(tree),
        _ => None,
    })
}

/// By `Option::is_none`, or `is_empty`.
fn is_skipped(ty: &Type, value: &Value) -> bool {
    match ty.shape {
        Shape::Option(_) => value.is_null(),
        _ => *value == json!([]) || *value == json!({}),
    }
}

fn variant(of: &Enum, random: &mut Random) -> Value {
    let Some(variant) = random.pick(of.variants) else {
        return Value::Null;
    };
    let content = match variant.content {
        Content::Unit => None,
        Content::Newtype(ty) => Some(sample(ty, random)),
        Content::Struct(fields) => Some(Value::Object(members(fields, random))),
    };
    match (of.tagging, content) {
        (Tagging::External, None) => variant.wire.into(),
        (Tagging::External, Some(content)) => json!({variant.wire: content}),
        (Tagging::Internal(tag), content) => {
            let mut members = Map::new();
            members.insert(tag.to_owned(), variant.wire.into());
            let content = content.as_ref().and_then(Value::as_object).cloned();
            members.extend(content.unwrap_or_default());
            Value::Object(members)
        }
        (Tagging::Adjacent(tag, _), None) => json!({tag: variant.wire}),
        (Tagging::Adjacent(tag, name), Some(content)) => json!({tag: variant.wire, name: content}),
        (Tagging::Untagged, content) => content.unwrap_or_default(),
    }
}

/// The value that a table holds.
fn value(tree: &Tree) -> Option<Value> {
    Some(match tree {
        Tree::Null => Value::Null,
        Tree::Bool(value) => (*value).into(),
        Tree::Int(number) => i64::try_from(*number).ok()?.into(),
        Tree::Str(text) => (*text).into(),
        Tree::Array(items) => items.iter().map(value).collect::<Option<Vec<_>>>()?.into(),
        Tree::Object(members) => {
            let members = members
                .iter()
                .map(|(name, of)| Some(((*name).to_owned(), value(of)?)));
            Value::Object(members.collect::<Option<_>>()?)
        }
        Tree::Float(_) | Tree::Run(_) => return None,
    })
}

/// The value, as tables hold it.
pub(super) fn tree(value: &Value) -> Tree {
    match value {
        Value::Null => Tree::Null,
        Value::Bool(value) => Tree::Bool(*value),
        Value::Number(number) => Tree::Int(number.as_i64().unwrap_or_default().into()),
        Value::String(text) => Tree::Str(text.clone().leak()),
        Value::Array(items) => Tree::Array(leaked(items.iter().map(tree).collect())),
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| (&*name.clone().leak(), tree(value)));
            Tree::Object(leaked(members.collect()))
        }
    }
}
