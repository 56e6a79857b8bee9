//! Schemas that no value passes, or some of their values.

use std::fmt::Write as _;

use super::{Doubt, DoubtKind};
use crate::error::FieldError;
use crate::node::{Purpose, Types, compile, range_of};
use crate::path::FieldPath;
use crate::schema::{Additional, Schema};
use crate::validate::{bound_fits, validate};

/// Checks a schema and what is below it, but for combinators, where a contradiction may be meant.
pub(super) fn check(schema: &Schema, path: &FieldPath, found: &mut Vec<Doubt>) {
    node(schema, path, Undeclared::of_resource(), found);
}

/// What becomes of members that a schema does not declare.
#[derive(Clone, Copy)]
struct Undeclared {
    is_resource: bool,
    /// A list around keeps them.
    is_kept: bool,
}

impl Undeclared {
    const fn of_resource() -> Self {
        Self {
            is_resource: true,
            is_kept: false,
        }
    }

    const fn dropped() -> Self {
        Self {
            is_resource: false,
            is_kept: false,
        }
    }
}

fn node(schema: &Schema, path: &FieldPath, undeclared: Undeclared, found: &mut Vec<Doubt>) {
    enumeration(schema, path, found);
    bounds(schema, path, found);
    ranges(schema, path, found);
    required(schema, path, undeclared, found);
    for (name, property) in &schema.properties {
        let path = path.child("properties").key(name);
        node(property, &path, Undeclared::dropped(), found);
    }
    if let Some(items) = schema.item_schema() {
        let inherited = Undeclared {
            is_resource: false,
            is_kept: undeclared.is_kept || schema.preserves(),
        };
        node(items, &path.child("items"), inherited, found);
    }
    if let Some(values) = schema.value_schema() {
        let path = path.child("additionalProperties");
        node(values, &path, Undeclared::dropped(), found);
    }
}

fn enumeration(schema: &Schema, path: &FieldPath, found: &mut Vec<Doubt>) {
    if schema.enumeration.is_empty() {
        return;
    }
    let path = path.child("enum");
    if schema.nullable {
        found.push(Doubt::new(path.clone(), DoubtKind::NullableEnum));
    }
    // A pattern beyond the limits of this library is all that can keep it from being compiled.
    let Ok(compiled) = compile(
        schema,
        Purpose::Objects(wheelwright_cel::KubeVersion::default()),
    ) else {
        return;
    };
    for (index, value) in schema.enumeration.iter().enumerate() {
        if value.is_null() && schema.nullable {
            continue;
        }
        let errors = validate(&compiled, value, None, &FieldPath::root());
        if let Some(error) = errors.first() {
            let error = error.detail.trim_start_matches(" in body ").to_owned();
            let error = if error.is_empty() {
                errors.first().map(FieldError::body).unwrap_or_default()
            } else {
                error
            };
            let value = value.clone();
            let path = path.index(index);
            found.push(Doubt::new(path, DoubtKind::EnumValue { value, error }));
        }
    }
}

fn bounds(schema: &Schema, path: &FieldPath, found: &mut Vec<Doubt>) {
    let range = range_of(schema);
    for (keyword, bound) in [
        ("minimum", schema.minimum),
        ("maximum", schema.maximum),
        ("multipleOf", schema.multiple_of),
    ] {
        if bound.is_some_and(|bound| !bound_fits(range, bound)) {
            let mut type_name = schema.type_name.clone();
            if !schema.format.is_empty() {
                // Writing to a string does not fail.
                let _ = write!(type_name, " of format {}", schema.format);
            }
            let kind = DoubtKind::Bound { keyword, type_name };
            found.push(Doubt::new(path.child(keyword), kind));
        }
    }
}

fn ranges(schema: &Schema, path: &FieldPath, found: &mut Vec<Doubt>) {
    let is_outside = schema.exclusive_minimum || schema.exclusive_maximum;
    let numbers = schema.minimum.zip(schema.maximum);
    let no_number = numbers
        .is_some_and(|(least, most)| least > most || is_outside && least.total_cmp(&most).is_eq());
    let counts = |least: Option<i64>, most: Option<i64>| {
        least.zip(most).is_some_and(|(least, most)| least > most)
    };
    let types = Types::of(&schema.type_name);
    let may_be = |own: Types| types.is_empty() && !schema.int_or_string || types.has(own);
    for (least, most, is_empty) in [
        (
            "minimum",
            "maximum",
            no_number && may_be(Types::INTEGER.and(Types::NUMBER)),
        ),
        (
            "minLength",
            "maxLength",
            counts(schema.min_length, schema.max_length) && may_be(Types::STRING),
        ),
        (
            "minItems",
            "maxItems",
            counts(schema.min_items, schema.max_items) && may_be(Types::ARRAY),
        ),
        (
            "minProperties",
            "maxProperties",
            counts(schema.min_properties, schema.max_properties) && may_be(Types::OBJECT),
        ),
    ] {
        if is_empty {
            found.push(Doubt::new(
                path.child(least),
                DoubtKind::Range { least, most },
            ));
        }
    }
}

fn required(schema: &Schema, path: &FieldPath, undeclared: Undeclared, found: &mut Vec<Doubt>) {
    let is_kept = undeclared.is_kept
        || schema.preserves()
        || matches!(
            schema.additional_properties,
            Some(Additional::Schema(_) | Additional::Allowed(true))
        );
    if is_kept || schema.type_name != "object" {
        return;
    }
    let is_resource = undeclared.is_resource || schema.embedded_resource;
    let is_own = |name: &str| is_resource && matches!(name, "apiVersion" | "kind" | "metadata");
    for (index, name) in schema.required.iter().enumerate() {
        if !schema.properties.contains_key(name) && !is_own(name) {
            let path = path.child("required").index(index);
            let kind = DoubtKind::RequiredUndeclared(name.clone());
            found.push(Doubt::new(path, kind));
        }
    }
}
