//! The fields that a rule takes for present, though an object that the schema allows may lack them.

use std::ops::Range;

use wheelwright_cel::schema::{Declared, escape};
use wheelwright_cel::{Checked, Selection, Type};

use crate::path::FieldPath;
use crate::schema::Schema;

/// A field that a rule selects without having asked for it with `has()`, and that is neither required nor has a default:
/// on an object without it the rule fails with `no such key`, and the object is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnguardedField {
    /// The rule, in the server's internal form: it ends in `.rule`.
    pub rule: FieldPath,
    /// The expression.
    pub expression: String,
    /// Where in the expression the field is selected, in bytes.
    pub range: Range<usize>,
    /// The field, in the form of `rule`: it ends in `properties[name]`.
    pub field: FieldPath,
}

/// The fields of one rule, each once, by their first selections.
pub(super) fn unguarded(
    checked: &Checked,
    expression: &str,
    (schema, node): (&Schema, &Declared),
    at: &FieldPath,
    rule: &FieldPath,
) -> Vec<UnguardedField> {
    let mut found: Vec<UnguardedField> = Vec::new();
    let base = type_name(&node.ty).unwrap_or_default();
    for selection in checked.unguarded() {
        if let Some(field) = optional_field(&selection, schema, &base, at)
            && found.iter().all(|known| known.field != field)
        {
            found.push(UnguardedField {
                rule: rule.clone(),
                expression: expression.to_owned(),
                range: checked.ast().node(selection.node).span.range(),
                field,
            });
        }
    }
    found
}

/// The name of a node's type, as the types within it begin.
fn type_name(ty: &Type) -> Option<String> {
    let of = |inner: &Type, step: &str| Some(type_name(inner)?.strip_suffix(step)?.to_owned());
    match ty {
        Type::Object(object) => Some(object.name.clone()),
        Type::List(element) => of(element, ".@idx"),
        Type::Map(entry) => of(&entry.1, ".@elem"),
        _ => None,
    }
}

/// Where the field of a selection is declared, if it may be absent.
fn optional_field(
    selection: &Selection,
    schema: &Schema,
    base: &str,
    at: &FieldPath,
) -> Option<FieldPath> {
    let below = selection.object.name.strip_prefix(base)?;
    let (mut schema, mut path) = (schema, at.clone());
    for step in below.split('.').skip(1) {
        (schema, path) = match step {
            "@idx" => (schema.item_schema()?, path.child("items")),
            "@elem" => (schema.value_schema()?, path.child("additionalProperties")),
            name => {
                let (property, below) = property(schema, name)?;
                (below, path.child("properties").key(property))
            }
        };
    }
    let (name, field) = property(schema, &selection.field)?;
    let is_there = field.default.is_some() || schema.required.iter().any(|other| other == name);
    (!is_there).then(|| path.child("properties").key(name))
}

/// The property that expressions know by this name.
fn property<'s>(schema: &'s Schema, escaped: &str) -> Option<(&'s str, &'s Schema)> {
    let mut properties = schema.properties.iter();
    let (name, schema) = properties.find(|(name, _)| escape(name).as_deref() == Some(escaped))?;
    Some((name, schema))
}
