//! What Rust writes back of what it has read, as far as the tables tell.

use serde_json::{Map, Value};

use crate::table::{
    Content, Enum, Field, Flag, Key, Members, Run, Shape, Struct, Tagging, Type, Variant,
};

/// Adds the members that serde writes though they were not there: `null` for an `Option`.
#[derive(Default)]
pub(super) struct Rewrite {
    /// The members that were added, with the dots of what is around them.
    pub(super) added: Vec<String>,
    path: Vec<&'static str>,
}

impl Rewrite {
    pub(super) fn value(&mut self, ty: &'static Type, value: &mut Value) {
        if replaced(ty.keys) {
            return;
        }
        match (&ty.shape, value) {
            (Shape::Option(inner) | Shape::Same(inner), value) => self.value(inner, value),
            (Shape::List(list), Value::Array(items)) => {
                for item in items {
                    self.below("[]", |inside| inside.value(list.items, item));
                }
            }
            (Shape::Map(map), Value::Object(entries)) => {
                entries
                    .values_mut()
                    .for_each(|entry| self.below("*", |inside| inside.value(map.value, entry)));
            }
            (Shape::Struct(of), Value::Object(members)) => self.structure(of, members),
            (Shape::Enum(of), Value::Object(members)) => self.enumeration(of, members),
            _ => {}
        }
    }

    fn below(&mut self, step: &'static str, inside: impl FnOnce(&mut Self)) {
        self.path.push(step);
        inside(self);
        self.path.pop();
    }

    fn structure(&mut self, of: &'static Struct, members: &mut Map<String, Value>) {
        self.members(of.fields, of.default, members);
    }

    fn members(&mut self, fields: Members, default: Option<Run>, members: &mut Map<String, Value>) {
        for field in fields.iter() {
            if field.flags.has(Flag::Flatten) {
                self.flattened(field.ty, members);
                continue;
            }
            match members.get_mut(field.wire) {
                Some(_) if replaced(field.keys) => {}
                Some(member) => self.below(field.wire, |inside| inside.value(field.ty, member)),
                None if is_written_as_null(&field, default) => {
                    self.below(field.wire, |inside| {
                        inside.added.push(inside.path.join("."));
                    });
                    members.insert(field.wire.to_owned(), Value::Null);
                }
                None => {}
            }
        }
    }

    /// Of an `Option` nobody knows whether it is read.
    fn flattened(&mut self, ty: &'static Type, members: &mut Map<String, Value>) {
        match &ty.shape {
            Shape::Same(inner) => self.flattened(inner, members),
            Shape::Struct(of) => self.structure(of, members),
            Shape::Enum(of) => self.enumeration(of, members),
            _ => {}
        }
    }

    fn enumeration(&mut self, of: &'static Enum, members: &mut Map<String, Value>) {
        let tagged = || of.variants.iter().filter(|variant| !variant.untagged);
        let called = |tag: Option<&Value>| {
            let tag = tag?.as_str()?;
            tagged().find(|variant| variant.wire == tag)
        };
        match of.tagging {
            Tagging::External => {
                let there = tagged().find(|variant| members.contains_key(variant.wire));
                if let Some(variant) = there
                    && let Some(content) = members.get_mut(variant.wire)
                {
                    self.below(variant.wire, |inside| inside.content(variant, content));
                }
            }
            Tagging::Internal(tag) => {
                match called(members.get(tag)).map(|variant| &variant.content) {
                    Some(Content::Struct(fields)) => self.members(*fields, None, members),
                    Some(Content::Newtype(ty)) => self.flattened(ty, members),
                    Some(Content::Unit) | None => {}
                }
            }
            Tagging::Adjacent(tag, content) => {
                if let Some(variant) = called(members.get(tag))
                    && let Some(held) = members.get_mut(content)
                {
                    self.below(content, |inside| inside.content(variant, held));
                }
            }
            Tagging::Untagged => {}
        }
    }

    fn content(&mut self, variant: &'static Variant, content: &mut Value) {
        match (variant.content, content) {
            (Content::Newtype(ty), content) => self.value(ty, content),
            (Content::Struct(fields), Value::Object(members)) => {
                self.members(fields, None, members);
            }
            _ => {}
        }
    }
}

/// Whether keys put another schema in place of the type's, of which its table tells nothing.
fn replaced(keys: &[Key]) -> bool {
    keys.iter()
        .any(|key| matches!(key, Key::With(_) | Key::Opaque | Key::IntOrString(_)))
}

/// Whether serde reads `None` where the field is absent, and writes it.
fn is_written_as_null(field: &Field, container: Option<Run>) -> bool {
    let is_option = matches!(field.ty.shape, Shape::Option(_));
    let flags = field.flags;
    let left_out = [
        Flag::SkipIf,
        Flag::NeverWritten,
        Flag::NeverRead,
        Flag::ReadWith,
    ];
    if !is_option || replaced(field.keys) || left_out.iter().any(|flag| flags.has(*flag)) {
        return false;
    }
    match (field.default, container) {
        (Some(run), _) => run.caught().is_ok_and(|value| value.is_null()),
        (None, Some(run)) => run
            .caught()
            .is_ok_and(|whole| whole.get(field.wire).is_some_and(Value::is_null)),
        (None, None) => true,
    }
}
