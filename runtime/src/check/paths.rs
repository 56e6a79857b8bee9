//! Paths into the object: printer columns and scale. What a `const` beside the table cannot follow, such as a schema that
//! a function gives, is followed here. Selectable fields are the API server's to check.

use serde_json::Value;
use wheelwright_grammar::{
    printer_column::{Path, Segment},
    scale_path,
};

use super::{Finding, Origin, PathProblem, PathUse, Problem};
use crate::{
    manifest::{Object, path_of},
    table::Root,
};

pub(super) fn check(root: &'static Root, object: &Object, findings: &mut Vec<Finding>) {
    let schema = &object.described.schema;
    let mut find = |of, path: &str, problem, origin| {
        let problem = Problem::Path {
            of,
            path: path.to_owned(),
            problem,
        };
        findings.push(Finding {
            origin: Some(origin),
            ..Finding::new(problem)
        });
    };
    for column in root.columns {
        if let Err(problem) = check_column(schema, column.path, column.ty) {
            find(
                PathUse::Column(column.name.into()),
                column.path,
                problem,
                Origin::Attribute(root),
            );
        }
    }
    for on in &object.columns {
        let path = path_of(&on.path);
        let checked = if on.many {
            Err(PathProblem::Many)
        } else {
            check_column(schema, &path, on.column.ty)
        };
        if let Err(problem) = checked {
            find(
                PathUse::Column(on.column.name.into()),
                &path,
                problem,
                Origin::Type(on.source),
            );
        }
    }
    if let Some(scale) = &root.scale {
        let (integer, string) = ("integer", "string");
        let paths = [
            (PathUse::ScaleSpec, Some(scale.spec), integer),
            (PathUse::ScaleStatus, Some(scale.status), integer),
            (PathUse::ScaleSelector, scale.selector, string),
        ];
        for (of, path, wants) in paths {
            let Some(path) = path else { continue };
            let always = of == PathUse::ScaleSpec && !scale.optional;
            if let Err(problem) = check_scale(schema, path, wants, always) {
                find(of, path, problem, Origin::Attribute(root));
            }
        }
    }
}

fn check_column(schema: &Value, path: &str, ty: &str) -> Result<(), PathProblem> {
    // The API server itself refuses a path without a dot.
    if !path.starts_with('.') {
        return Ok(());
    }
    let parsed = Path::parse(path).map_err(PathProblem::Syntax)?;
    let mut at = schema;
    for (position, segment) in parsed.segments().iter().enumerate() {
        let next = match segment {
            // Every object has these, and more in `metadata` than a schema may list.
            Segment::Field(name) if position == 0 && is_own(name) => None,
            Segment::Field(name) => member(at, name)?,
            Segment::Items => at.get("items"),
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => return Ok(()),
        }
    }
    let is = kind(at);
    match is {
        Some(is) if !ty.is_empty() && !fits(at, is, ty) => Err(misfit(is, column_for(is))),
        _ => Ok(()),
    }
}

fn is_own(name: &str) -> bool {
    matches!(name, "apiVersion" | "kind" | "metadata")
}

/// A member's schema; none where anything may stand.
fn member<'s>(schema: &'s Value, name: &str) -> Result<Option<&'s Value>, PathProblem> {
    let properties = schema.get("properties").and_then(Value::as_object);
    if let Some(found) = properties.and_then(|properties| properties.get(name)) {
        return Ok(Some(found));
    }
    let additional = schema
        .get("additionalProperties")
        .filter(|values| values.is_object());
    if additional.is_some() {
        return Ok(additional);
    }
    let open = [
        "x-kubernetes-preserve-unknown-fields",
        "x-kubernetes-embedded-resource",
    ];
    if open.iter().any(|keyword| schema.get(keyword).is_some()) {
        return Ok(None);
    }
    let known = properties
        .map(|properties| properties.keys().cloned().collect())
        .unwrap_or_default();
    Err(PathProblem::Lost {
        name: name.to_owned(),
        known,
    })
}

/// The `type` of what stands there, or `int-or-string`; none where it may be anything.
fn kind(schema: &Value) -> Option<&'static str> {
    if schema.get("x-kubernetes-int-or-string").is_some() {
        return Some("int-or-string");
    }
    let ty = schema.get("type")?.as_str()?;
    ["array", "boolean", "integer", "number", "object", "string"]
        .into_iter()
        .find(|known| *known == ty)
}

/// Whether the table printer shows a value of this kind in a column of this type. It reads a time with a zone as a date,
/// and prints anything as a string.
fn fits(schema: &Value, is: &str, ty: &str) -> bool {
    match (ty, is) {
        ("string", _)
        | ("boolean", "boolean")
        | ("integer" | "number", "integer" | "number" | "int-or-string") => true,
        ("date", "string") => schema.get("format").and_then(Value::as_str) != Some("date"),
        // The API server itself refuses other types.
        ("boolean" | "integer" | "number" | "date", _) => false,
        _ => true,
    }
}

fn column_for(is: &'static str) -> &'static str {
    match is {
        "boolean" => "a `boolean` column",
        "integer" => "an `integer` column",
        "number" => "a `number` column",
        _ => "a `string` column",
    }
}

const fn misfit(is: &'static str, wants: &'static str) -> PathProblem {
    PathProblem::Misfit { is, wants }
}

fn check_scale(
    schema: &Value,
    path: &str,
    wants: &'static str,
    always: bool,
) -> Result<(), PathProblem> {
    // The API server itself refuses a path that does not start with `.spec.` or `.status.`.
    let Ok(names) = scale_path::parse(path, scale_path::Root::Either) else {
        return Ok(());
    };
    let mut at = schema;
    let mut present = true;
    for name in names {
        let required = at
            .get("required")
            .and_then(Value::as_array)
            .is_some_and(|names| names.iter().any(|n| n == name));
        let Some(next) = member(at, name)? else {
            return Ok(());
        };
        present = present && (required || next.get("default").is_some());
        at = next;
    }
    match kind(at) {
        Some(is) if is != wants => Err(misfit(is, wants)),
        _ if always && !present => Err(PathProblem::MayBeAbsent),
        _ => Ok(()),
    }
}
