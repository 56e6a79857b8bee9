//! Printer columns: those that `#[crd(printcolumn(…))]` declares, then those that sit on the fields they show.

use serde_json::{Map, Value};

use super::{
    description::first_sentence,
    walk::{Step, for_each_field},
};
use crate::{
    schema::Source,
    table::{FieldColumn, Key, Root},
};

/// A column on a field, and the way to the field from the object down.
#[derive(Clone, Debug)]
pub(crate) struct OnField {
    pub(crate) column: &'static FieldColumn,
    pub(crate) source: Source,
    /// Wire names from the object's members on.
    pub(crate) path: Vec<&'static str>,
    /// Whether a list or a map stands on the way, so that no path leads to one value.
    pub(crate) many: bool,
}

/// The columns that sit on fields, in source order, the spec's before the status'.
pub(super) fn on_fields(root: &Root) -> Vec<OnField> {
    let mut found = Vec::new();
    for_each_field(root, |visit| {
        for key in visit.field.keys {
            if let Key::Column(column) = key {
                let names = visit.path.iter().filter_map(|step| match step {
                    Step::Member(name) => Some(*name),
                    Step::Items | Step::Values => None,
                });
                let path: Vec<_> = names.collect();
                let many = path.len() < visit.path.len();
                found.push(OnField {
                    column,
                    source: visit.source,
                    path,
                    many,
                });
            }
        }
    });
    found
}

/// `additionalPrinterColumns` of a version with this schema; none when there are none.
pub(super) fn json(root: &Root, on_fields: &[OnField], schema: &Value) -> Option<Value> {
    let declared = root.columns.iter().map(|column| {
        column_json(
            column.name,
            column.ty,
            column.path,
            column.description,
            column.format,
            column.priority,
        )
    });
    let collected = on_fields.iter().map(|on| {
        let shown = property(schema, &on.path);
        let ty = if on.column.ty.is_empty() {
            shown.map_or("string", type_for)
        } else {
            on.column.ty
        };
        let described = shown
            .and_then(|shown| shown.get("description"))
            .and_then(Value::as_str);
        let sentence = described.map(first_sentence).unwrap_or_default();
        let description = if on.column.description.is_empty() {
            &sentence
        } else {
            on.column.description
        };
        let path = path_of(&on.path);
        column_json(
            on.column.name,
            ty,
            &path,
            description,
            on.column.format,
            on.column.priority,
        )
    });
    let columns: Vec<Value> = declared.chain(collected).collect();
    (!columns.is_empty()).then(|| columns.into())
}

fn column_json(
    name: &str,
    ty: &str,
    path: &str,
    description: &str,
    format: &str,
    priority: i32,
) -> Value {
    let mut column = Map::new();
    column.insert("name".into(), name.into());
    column.insert("type".into(), ty.into());
    column.insert("jsonPath".into(), path.into());
    for (keyword, text) in [("description", description), ("format", format)] {
        if !text.is_empty() {
            column.insert(keyword.into(), text.into());
        }
    }
    if priority != 0 {
        column.insert("priority".into(), priority.into());
    }
    column.into()
}

/// The schema of a member, by the names of the members on the way.
pub(crate) fn property<'s>(schema: &'s Value, path: &[&str]) -> Option<&'s Value> {
    path.iter()
        .try_fold(schema, |schema, name| schema.get("properties")?.get(name))
}

/// The column type that shows values of a schema; a string column shows whatever there is.
fn type_for(schema: &Value) -> &'static str {
    let text = |keyword| {
        schema
            .get(keyword)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    match text("type") {
        "integer" => "integer",
        "number" => "number",
        "boolean" => "boolean",
        // The server prints such a time as an age; a date alone it cannot read.
        "string" if text("format").replace('-', "") == "datetime" => "date",
        _ => "string",
    }
}

/// A JSON path as the server's table printer reads it: a backslash takes the next character as it is.
pub(crate) fn path_of(names: &[&str]) -> String {
    let mut path = String::new();
    for name in names {
        path.push('.');
        for c in name.chars() {
            if !c.is_alphanumeric() && !matches!(c, '_' | '-') {
                path.push('\\');
            }
            path.push(c);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use wheelwright_grammar::printer_column::{Path, Segment};

    use super::path_of;

    #[test]
    fn the_table_printer_reads_the_names_back() {
        for names in [
            &["spec", "replicas"][..],
            &[
                "spec", "a.b/c-d", "$ref", "x y", "[0]", "it's", "Größe", "}",
            ],
        ] {
            let parsed = Path::parse(&path_of(names)).unwrap();
            let expected: Vec<_> = names
                .iter()
                .map(|name| Segment::Field((*name).into()))
                .collect();
            assert_eq!(parsed.segments(), expected);
        }
        assert_eq!(path_of(&["spec", "replicas"]), ".spec.replicas");
    }
}
