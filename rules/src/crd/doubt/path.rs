//! Paths into objects: of printer columns and of the scale subresource. A server looks at how they begin.

use std::fmt;

use serde_json::Value;
use wheelwright_grammar::printer_column::{Path, PathError, Segment};
use wheelwright_grammar::scale_path;

use super::{Doubt, DoubtKind};
use crate::crd::model::{Column, Scale};
use crate::path::FieldPath;

/// What a path into the object is for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathUse {
    /// A printer column, by its name.
    Column(String),
    /// `specReplicasPath`.
    ScaleSpec,
    /// `statusReplicasPath`.
    ScaleStatus,
    /// `labelSelectorPath`.
    ScaleSelector,
}

/// What is wrong with a path into the object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathProblem {
    /// It cannot be parsed.
    Syntax(PathError),
    /// There is no such member.
    Lost {
        /// The missing member.
        name: String,
        /// The members that there are.
        known: Vec<String>,
    },
    /// It leads to something of another kind.
    Misfit {
        /// What is there.
        is: &'static str,
        /// What should be there.
        wants: &'static str,
    },
    /// It asks for items of what is no list.
    NoList {
        /// What is there.
        is: &'static str,
    },
    /// It leads to something that not every object has.
    MayBeAbsent,
    /// It leads through a list or map, to any number of values.
    Many,
}

impl PathProblem {
    /// What is wrong with a path, in a sentence.
    #[must_use]
    pub fn sentence(&self, of: &PathUse, path: &str) -> String {
        let what = match self {
            Self::Syntax(error) => format!(
                "cannot be read, and the API server drops it and all columns after it: {error}"
            ),
            Self::Lost { name, known } if known.is_empty() => {
                format!("does not exist: nothing has `{name}`")
            }
            Self::Lost { name, known } => format!(
                "does not exist: there is no `{name}`, but `{}`",
                known.join("`, `")
            ),
            Self::Misfit { is, wants } => {
                let result = match of {
                    PathUse::Column(_) => "the API server would leave the column empty",
                    _ => "the API server would refuse to read or write the scale",
                };
                format!("is {is}; it must be {wants}, or {result}")
            }
            Self::NoList { is } => {
                format!("asks for items of {is}, and the API server would leave the column empty")
            }
            Self::MayBeAbsent => {
                "may be absent, and then the API server refuses to read or write the scale; give it a default, or make it and \
                 what holds it required"
                    .to_owned()
            }
            Self::Many => "stands in a list or map, of which a column cannot show all".to_owned(),
        };
        format!("{of} `{path}` {what}")
    }
}

impl fmt::Display for PathUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column(name) => write!(f, "the printer column `{name}` at"),
            Self::ScaleSpec => f.write_str("the replicas of the scale at"),
            Self::ScaleStatus => f.write_str("the current replicas of the scale at"),
            Self::ScaleSelector => f.write_str("the selector of the scale at"),
        }
    }
}

pub(super) fn check_columns(
    schema: &Value,
    columns: &[Column],
    version: &FieldPath,
    found: &mut Vec<Doubt>,
) {
    let list = version.child("additionalPrinterColumns");
    for (index, own) in columns.iter().enumerate() {
        if let Err(problem) = column(schema, &own.json_path, &own.type_name) {
            let path = list.index(index).child("jsonPath");
            let kind = DoubtKind::Path {
                of: PathUse::Column(own.name.clone()),
                path: own.json_path.clone(),
                problem,
            };
            found.push(Doubt::new(path, kind));
        }
    }
}

/// Not whether the replicas are always there: an object without them has no scale, which may be meant.
pub(super) fn check_scale(schema: &Value, own: &Scale, at: &FieldPath, found: &mut Vec<Doubt>) {
    let (integer, string) = ("integer", "string");
    for (of, name, path, wants) in [
        (
            PathUse::ScaleSpec,
            "specReplicasPath",
            Some(&own.spec_replicas_path),
            integer,
        ),
        (
            PathUse::ScaleStatus,
            "statusReplicasPath",
            Some(&own.status_replicas_path),
            integer,
        ),
        (
            PathUse::ScaleSelector,
            "labelSelectorPath",
            own.label_selector_path.as_ref(),
            string,
        ),
    ] {
        let Some(path) = path else { continue };
        if let Err(problem) = scale(schema, path, wants, false) {
            let kind = DoubtKind::Path {
                of,
                path: path.clone(),
                problem,
            };
            found.push(Doubt::new(at.child(name), kind));
        }
    }
}

/// Whether a printer column of a type shows what the path leads to, in the schema of objects as JSON. A type that is empty
/// is not looked at.
///
/// # Errors
///
/// What is wrong with the path.
pub fn column(schema: &Value, path: &str, ty: &str) -> Result<(), PathProblem> {
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
            Segment::Items => match kind(at) {
                Some(is) if is != "array" => {
                    return Err(PathProblem::NoList {
                        is: with_article(is),
                    });
                }
                _ => at.get("items"),
            },
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

fn with_article(is: &str) -> &'static str {
    match is {
        "boolean" => "a boolean",
        "integer" => "an integer",
        "number" => "a number",
        "string" => "a string",
        "int-or-string" => "an integer or string",
        _ => "an object",
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

/// Whether the scale subresource can work with the path, in the schema of objects as JSON: the value has the type that it
/// `wants`, and if it must `always` be there, it is required or has a default, and so has all around it.
///
/// # Errors
///
/// What is wrong with the path.
pub fn scale(
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
