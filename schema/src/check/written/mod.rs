//! The law of schemas for what an author adds to them: what is valid, is read and is written again, is valid.
//!
//! Combinators and counts of members look at which members are there, and `null` is there: what Rust writes for a field that
//! nobody set may break what the object keeps to.

mod keys;
mod rewrite;

use std::collections::BTreeSet;

use serde_json::Value;
use wheelwright_rules::Schema;

use super::{Finding, Origin, Problem, Source, about_value};
use crate::{
    generate::{Generator, Shrinker},
    manifest::Object,
    table::{Content, Flag, Key, Members, Root, Shape, SpecPlace, Tagging, Type},
};
use keys::{asks_of_members, instead};
use rewrite::Rewrite;

/// So many values are tried of each type.
const ROUNDS: u64 = 64;

pub(super) fn check(root: &'static Root, object: &Object, findings: &mut Vec<Finding>) {
    let mut walk = Walk {
        seen: BTreeSet::new(),
        findings,
    };
    let schema = &object.described.schema;
    let inside = |name: &str| schema.get("properties").and_then(|all| all.get(name));
    let (spec, node) = match root.spec {
        SpecPlace::Root(spec) => (spec, Some(schema)),
        SpecPlace::Spec(spec) => (spec, inside("spec")),
    };
    let parts = [(Some(spec), node), (root.status, inside("status"))];
    for (ty, node) in parts {
        if let (Some(ty), Some(node)) = (ty, node) {
            walk.ty(ty, node, Source::of(ty));
        }
    }
    if asks_of_members(root.schema.keys) {
        let mut node = schema.clone();
        if let Some(Value::Object(properties)) = node.get_mut("properties") {
            for own in ["apiVersion", "kind", "metadata"] {
                properties.remove(own);
            }
        }
        let rewrite = |value: &mut Value, rewrite: &mut Rewrite| match root.spec {
            SpecPlace::Root(spec) => rewrite.value(spec, value),
            SpecPlace::Spec(spec) => {
                for (name, ty) in [("spec", Some(spec)), ("status", root.status)] {
                    if let (Some(ty), Some(part)) = (ty, value.get_mut(name)) {
                        rewrite.value(ty, part);
                    }
                }
            }
        };
        if let Some(problem) = broken(&node, root.schema.keys, spec, &rewrite) {
            let origin = Some(Origin::Attribute(root));
            walk.findings.push(Finding {
                origin,
                ..Finding::new(problem)
            });
        }
    }
}

struct Walk<'f> {
    /// The types that were tried: their own keys and those of their fields are the same everywhere.
    seen: BTreeSet<usize>,
    findings: &'f mut Vec<Finding>,
}

impl Walk<'_> {
    fn ty(&mut self, ty: &'static Type, node: &Value, source: Source) {
        let source = source.inner(ty);
        let own = matches!(ty.shape, Shape::Struct(_) | Shape::Enum(_));
        if own && !self.seen.insert(std::ptr::from_ref(ty).addr()) {
            return;
        }
        if own && asks(ty) {
            let rewrite = |value: &mut Value, rewrite: &mut Rewrite| rewrite.value(ty, value);
            if let Some(problem) = broken(node, ty.keys, ty, &rewrite) {
                self.findings.push(Finding::new(problem).at(source));
            }
        }
        self.inside(ty, node, source);
    }

    fn inside(&mut self, ty: &'static Type, node: &Value, source: Source) {
        let within = |keyword: &str| node.get(keyword);
        match &ty.shape {
            Shape::Option(inner) | Shape::Same(inner) => self.ty(inner, node, source),
            Shape::List(list) => self.part(list.items, within("items"), source),
            Shape::Map(map) => self.part(map.value, within("additionalProperties"), source),
            Shape::Struct(of) => self.fields(of.fields, node, source),
            Shape::Enum(of) => {
                for variant in of.variants {
                    let source = source.variant(variant);
                    let inside = match of.tagging {
                        _ if variant.untagged => Some(node),
                        Tagging::External => property(node, variant.wire),
                        Tagging::Adjacent(_, content) => property(node, content),
                        _ => Some(node),
                    };
                    match variant.content {
                        Content::Unit => {}
                        Content::Newtype(ty) => self.part(ty, inside, source),
                        Content::Struct(fields) => {
                            if let Some(node) = inside {
                                self.fields(fields, node, source);
                            }
                        }
                    }
                }
            }
            Shape::Scalar(_) | Shape::Null | Shape::Any | Shape::Given(_) | Shape::Foreign(_) => {}
        }
    }

    fn part(&mut self, ty: &'static Type, node: Option<&Value>, source: Source) {
        if let Some(node) = node {
            self.ty(ty, node, source);
        }
    }

    fn fields(&mut self, fields: Members, node: &Value, source: Source) {
        for field in fields.iter() {
            let source = source.field(field);
            if field.flags.has(Flag::Flatten) {
                // Its members, and what it asks of them, are the struct's around it.
                self.inside(field.ty, node, source);
            } else {
                self.part(field.ty, property(node, field.wire), source);
            }
        }
    }
}

fn property<'s>(node: &'s Value, name: &str) -> Option<&'s Value> {
    node.get("properties")?.get(name)
}

/// Whether keys of the type, of its fields or of what it flattens ask for members.
fn asks(ty: &'static Type) -> bool {
    let of_fields = |fields: Members| {
        fields.iter().any(|field| {
            asks_of_members(field.keys) || field.flags.has(Flag::Flatten) && asks(field.ty)
        })
    };
    asks_of_members(ty.keys)
        || match &ty.shape {
            Shape::Same(inner) | Shape::Option(inner) => asks(inner),
            Shape::Struct(of) => of_fields(of.fields),
            Shape::Enum(of) => of.variants.iter().any(|variant| {
                asks_of_members(variant.keys)
                    || matches!(variant.content, Content::Struct(fields) if of_fields(fields))
            }),
            _ => false,
        }
}

/// What is wrong if some valid value is not when Rust has read and written it: the smallest one.
fn broken(
    node: &Value,
    keys: &[Key],
    ty: &'static Type,
    rewrite: &dyn Fn(&mut Value, &mut Rewrite),
) -> Option<Problem> {
    let schema = Schema::compile(node).ok()?;
    let trial = Trial {
        schema: &schema,
        rewrite,
    };
    let value = (0..ROUNDS).find_map(|seed| {
        let value = Generator::new(seed).size(1).value(node);
        let stored = trial.stored(&value)?;
        trial.refused(&stored).map(|_| stored)
    })?;
    let smallest = Shrinker::default().shrink(&value, &|value| {
        let stored = trial.stored(value);
        stored.is_some_and(|stored| trial.refused(&stored).is_some())
    });
    let refused = trial.refused(&trial.stored(&smallest)?)?;
    Some(Problem::WrittenRefused {
        valid: smallest,
        written: refused.written,
        nulls: refused.nulls,
        error: refused.error,
        instead: instead(keys, ty),
    })
}

struct Trial<'t> {
    schema: &'t Schema,
    rewrite: &'t dyn Fn(&mut Value, &mut Rewrite),
}

struct Refused {
    written: Value,
    nulls: Vec<String>,
    error: String,
}

impl Trial<'_> {
    /// What the API server makes of the value, if it takes it.
    fn stored(&self, value: &Value) -> Option<Value> {
        let mut value = value.clone();
        self.schema.prune(&mut value);
        let value = self.schema.default(Some(value))?;
        self.schema.validate(&value).is_empty().then_some(value)
    }

    fn refused(&self, stored: &Value) -> Option<Refused> {
        let (mut written, mut rewrite) = (stored.clone(), Rewrite::default());
        (self.rewrite)(&mut written, &mut rewrite);
        if rewrite.added.is_empty() {
            return None;
        }
        let read = self.schema.default(Some(written.clone()))?;
        let error = self.schema.validate(&read).into_iter().next()?;
        Some(Refused {
            written,
            nulls: rewrite.added,
            error: about_value(&error),
        })
    }
}
