//! From a way down a schema to the node that it leads to.

use std::fmt;

use wheelwright_cel::cost::Cardinality;
use wheelwright_grammar::suggest::closest;

use super::schema_path::{SchemaPath, SchemaPathError, SchemaStep};
use crate::crd::Unreadable;
use crate::path::FieldPath;
use crate::schema::Schema;

/// Why there is no such place.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlaceError {
    /// The path cannot be read.
    Syntax(SchemaPathError),
    /// The CRD cannot be read.
    Unreadable(Unreadable),
    /// The CRD has no such version.
    NoVersion {
        /// The version that was asked for.
        version: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// The version has no schema.
    NoSchema {
        /// The version.
        version: String,
    },
    /// What stands there has no type that expressions could see.
    Untyped {
        /// The place.
        path: SchemaPath,
    },
    /// A pattern in the schema is none, or is beyond the limits of this library.
    Pattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
    /// What stands at `path` has no such field.
    NoField {
        /// Where the field should be.
        path: SchemaPath,
        /// The field.
        field: String,
        /// The fields that there are.
        known: Vec<String>,
    },
    /// What stands at `path` is a list or a map, of which only `[*]` leads on.
    IsMany {
        /// The list or map.
        path: SchemaPath,
    },
    /// What stands at `path` is neither a list nor a map: `[*]` leads nowhere.
    IsOne {
        /// What is neither.
        path: SchemaPath,
    },
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Unreadable(error) => error.fmt(f),
            Self::NoVersion { version, known } => {
                write!(f, "the CRD has no version `{version}`")?;
                suggest(f, version, known, "versions")
            }
            Self::NoSchema { version } => write!(
                f,
                "version {version} has no schema; give it one in `schema.openAPIV3Schema`"
            ),
            Self::Untyped { path } => write!(
                f,
                "expressions see nothing of `{path}`: its schema has no `type`, or is a list or map of such"
            ),
            Self::Pattern { pattern, reason } => {
                write!(f, "the pattern {pattern:?} cannot be compiled: {reason}")
            }
            Self::NoField { path, field, known } => {
                write!(f, "`{path}` has no field `{field}`")?;
                suggest(f, field, known, "fields")
            }
            Self::IsMany { path } => {
                write!(
                    f,
                    "`{path}` is a list or map: write `{}` for what is in it",
                    path.each()
                )
            }
            Self::IsOne { path } => {
                write!(
                    f,
                    "`{path}` is neither a list nor a map: `[*]` leads nowhere"
                )
            }
        }
    }
}

impl std::error::Error for PlaceError {}

impl From<SchemaPathError> for PlaceError {
    fn from(error: SchemaPathError) -> Self {
        Self::Syntax(error)
    }
}

/// The name that is meant, or else all that there are.
fn suggest(f: &mut fmt::Formatter<'_>, name: &str, known: &[String], what: &str) -> fmt::Result {
    /// How many names are listed.
    const SHOWN: usize = 12;
    let names = known.iter().map(String::as_str);
    if let Some(near) = closest(name, names.clone()) {
        return write!(f, ": did you mean `{near}`?");
    }
    if known.is_empty() {
        return write!(f, ": there are no {what}");
    }
    let shown: Vec<&str> = names.take(SHOWN).collect();
    let more = if known.len() > SHOWN { ", …" } else { "" };
    write!(f, ": there are `{}`{more}", shown.join("`, `"))
}

/// A node of a schema, and what is known of the way to it.
#[derive(Clone, Debug)]
pub(super) struct Found<'s> {
    pub(super) schema: &'s Schema,
    /// Where it is, from `openAPIV3Schema` on.
    pub(super) schema_path: FieldPath,
    /// How often it can be in an object.
    pub(super) cardinality: Cardinality,
    /// The highest list or map around it whose parts cannot be told to belong to parts of an old object.
    pub(super) unrelated: Option<SchemaPath>,
}

/// Follows a path from the schema of a version down.
pub(super) fn follow<'s>(root: &'s Schema, path: &SchemaPath) -> Result<Found<'s>, PlaceError> {
    let mut found = Found {
        schema: root,
        schema_path: FieldPath::root().child("openAPIV3Schema"),
        cardinality: Cardinality::ROOT,
        unrelated: None,
    };
    let mut way = SchemaPath::default();
    for step in path.steps() {
        let above = found.schema;
        let (items, values) = (above.item_schema(), above.value_schema());
        match step {
            SchemaStep::Field(name) => {
                let properties = &above.properties;
                let below = properties.get(name).ok_or_else(|| {
                    if properties.is_empty() && items.or(values).is_some() {
                        PlaceError::IsMany { path: way.clone() }
                    } else {
                        PlaceError::NoField {
                            path: way.clone(),
                            field: name.clone(),
                            known: properties.keys().cloned().collect(),
                        }
                    }
                })?;
                found.schema = below;
                found.schema_path = found.schema_path.child("properties").key(name.as_str());
                if !is_granular(above) {
                    found.unrelated.get_or_insert_with(|| way.clone());
                }
                way = way.field(name);
            }
            SchemaStep::Each => {
                let is_list = items.is_some();
                let below = items.or(values);
                found.schema = below.ok_or_else(|| PlaceError::IsOne { path: way.clone() })?;
                let keyword = if is_list {
                    "items"
                } else {
                    "additionalProperties"
                };
                found.schema_path = found.schema_path.child(keyword);
                if is_list && above.list_type.as_deref() != Some("map") {
                    found.unrelated.get_or_insert_with(|| way.clone());
                }
                way = way.each();
            }
        }
        found.cardinality = cardinality_below(above, found.cardinality);
    }
    Ok(found)
}

/// Whether members of an object are told to belong to those of an old one.
pub(crate) fn is_granular(schema: &Schema) -> bool {
    matches!(
        schema.map_type.as_deref(),
        None | Some("granular" | "atomic")
    )
}

/// How often what is below a node can be in an object.
pub(crate) fn cardinality_below(schema: &Schema, cardinality: Cardinality) -> Cardinality {
    match schema.type_name.as_str() {
        "object" if schema.additional_properties.is_some() => {
            cardinality.below(schema.max_properties)
        }
        "array" => cardinality.below(schema.max_items),
        _ => cardinality,
    }
}
