//! What a server takes for something else than it is meant to be.
//!
//! Left out: that sets with repeated items compare differently before 1.37, which no server stores.

use serde_json::Value;
use wheelwright_cel::KubeVersion;

use super::{Cause, Found};
use crate::crd::report::Report;
use crate::crd::{read, source_path};
use crate::error::FieldError;
use crate::node::{Range, is_format_checked, range_of, range_on};
use crate::path::FieldPath;
use crate::schema::{Additional, Schema};
use crate::validate::bound_fits;

/// Compares what the servers that take a CRD make of it with what one of them does.
pub(super) fn find(
    crd: &Value,
    model: KubeVersion,
    taken_by: &[KubeVersion],
    of_model: &Report,
    found: &mut Found,
) {
    let others: Vec<KubeVersion> = taken_by
        .iter()
        .copied()
        .filter(|server| *server != model)
        .collect();
    let Ok((crd, _)) = read(crd, model) else {
        return;
    };
    let list = FieldPath::root().child("spec").child("versions");
    for (index, version) in crd.spec.versions.iter().enumerate() {
        // What all versions share is said once.
        let is_repeated = index > 0 && crd.spec.common.schema.is_some();
        let schema = crd.spec.schema_of(version).filter(|_| !is_repeated);
        if let Some(schema) = schema {
            let root = list.index(index).child("schema").child("openAPIV3Schema");
            formats(schema, &root, model, &others, found);
        }
    }
    for (path, mended) in &of_model.mended {
        let cause = Cause::Answers {
            function: mended.function,
            before: mended.before,
        };
        let path = source_path(&FieldError::required(path.clone(), ""));
        for server in others.iter().filter(|server| !mended.is_in(**server)) {
            if mended.is_rare {
                found.add_rare(*server, cause.clone(), path.clone());
            } else {
                found.add(*server, cause.clone(), path.clone());
            }
        }
    }
}

/// Formats that some servers do not check, in a schema and below.
fn formats(
    schema: &Schema,
    path: &FieldPath,
    model: KubeVersion,
    others: &[KubeVersion],
    found: &mut Found,
) {
    if !schema.format.is_empty() && is_format_checked(schema, model) && !is_said_otherwise(schema) {
        for server in others {
            if !is_format_checked(schema, *server) {
                let format = schema.format.clone();
                found.add(*server, Cause::Unchecked { format }, path.clone());
            }
        }
    }
    for (keyword, bound) in [
        ("minimum", schema.minimum),
        ("maximum", schema.maximum),
        ("multipleOf", schema.multiple_of),
    ] {
        let is_unfit =
            |server| bound.is_some_and(|bound| !bound_fits(range_on(schema, server), bound));
        for server in others.iter().filter(|_| is_unfit(model)) {
            if !is_unfit(*server) {
                // It is not the older servers that are to blame.
                found.add_rare(*server, Cause::Unfit { keyword }, path.child(keyword));
            }
        }
    }
    let mut below = |schema: &Schema, path: FieldPath| formats(schema, &path, model, others, found);
    for (name, property) in &schema.properties {
        below(property, path.child("properties").key(name));
    }
    if let Some(items) = schema.item_schema() {
        below(items, path.child("items"));
    }
    if let Some(Additional::Schema(values)) = &schema.additional_properties {
        below(values, path.child("additionalProperties"));
    }
    for (keyword, list) in [
        ("allOf", &schema.all_of),
        ("anyOf", &schema.any_of),
        ("oneOf", &schema.one_of),
    ] {
        for (index, schema) in list.iter().enumerate() {
            below(schema, path.child(keyword).index(index));
        }
    }
    if let Some(not) = &schema.not {
        below(not, path.child("not"));
    }
}

/// Whether a server that does not check the format refuses nearly the same: a pattern says more of a string, and bounds
/// hold a number. `int64` and `double` only refuse numbers that JSON has no use for.
fn is_said_otherwise(schema: &Schema) -> bool {
    let range = range_of(schema);
    match range {
        Range::Int32 | Range::Float => {
            let fits = |bound: Option<f64>| bound.is_some_and(|bound| bound_fits(range, bound));
            fits(schema.minimum) && fits(schema.maximum)
        }
        Range::Int64 | Range::Integer => true,
        Range::Any => schema.type_name == "number" || !schema.pattern.is_empty(),
    }
}
