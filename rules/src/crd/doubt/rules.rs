//! Rules that the server compiles and never runs.

use wheelwright_cel::KubeVersion;
use wheelwright_cel::schema::Declared;

use super::{Doubt, DoubtKind};
use crate::cel::{declared_element, declared_property, has_rules, structural};
use crate::path::FieldPath;
use crate::schema::Schema;

/// Checks a schema and what is below it. Source: `NewValidator` of apiextensions' `schema/cel`, which leaves out properties
/// without a type.
pub(super) fn check(schema: &Schema, path: &FieldPath, found: &mut Vec<Doubt>) {
    if has_rules(schema) {
        let declared = structural(schema, true).declare(KubeVersion::default());
        node(schema, declared.as_ref(), path, found);
    }
}

fn node(schema: &Schema, declared: Option<&Declared>, path: &FieldPath, found: &mut Vec<Doubt>) {
    for (name, property) in &schema.properties {
        if !has_rules(property) {
            continue;
        }
        let path = path.child("properties").key(name);
        match declared_property(name, property, declared, KubeVersion::default()) {
            Some(declared) => node(property, Some(&declared), &path, found),
            None => never_run(property, &path, found),
        }
    }
    let element = declared_element(declared);
    if let Some(items) = schema.item_schema() {
        node(items, element, &path.child("items"), found);
    }
    if let Some(values) = schema.value_schema() {
        node(values, element, &path.child("additionalProperties"), found);
    }
}

/// Of a schema and all below it.
fn never_run(schema: &Schema, path: &FieldPath, found: &mut Vec<Doubt>) {
    let rules = path.child("x-kubernetes-validations");
    for (index, rule) in schema.validations.iter().enumerate() {
        let rule = rule.rule.clone();
        found.push(Doubt::new(
            rules.index(index),
            DoubtKind::RuleNeverRun(rule),
        ));
    }
    for (name, property) in &schema.properties {
        never_run(property, &path.child("properties").key(name), found);
    }
    if let Some(items) = schema.item_schema() {
        never_run(items, &path.child("items"), found);
    }
    if let Some(values) = schema.value_schema() {
        never_run(values, &path.child("additionalProperties"), found);
    }
}
