//! What the server takes but warns of: formats that it does not know for the type, and sets whose items it cannot tell
//! apart everywhere. Source: `WarningsOnCreate` and `WarningsOnUpdate` of apiextensions' strategy.

use std::collections::BTreeSet;

use wheelwright_cel::KubeVersion;
use wheelwright_grammar::go_text::quote;

use super::model::Spec;
use crate::format::Format;
use crate::node;
use crate::schema::Schema;
use crate::server::Change;

/// The warnings, one for each place; of an update only those that are new.
pub(super) fn warnings(spec: &Spec, old: Option<&Spec>, server: KubeVersion) -> Vec<String> {
    let known: BTreeSet<String> = old.into_iter().flat_map(|old| all(old, server)).collect();
    let mut warnings = all(spec, server);
    warnings.retain(|warning| !known.contains(warning));
    warnings
}

fn all(spec: &Spec, server: KubeVersion) -> Vec<String> {
    let mut warnings = Vec::new();
    if Change::FormatWarning.is_in(server) {
        let formats = unrecognized(spec, server);
        warnings.extend(
            formats
                .into_iter()
                .map(|format| format!("unrecognized format {}", quote(format))),
        );
    }
    if Change::SetWarning.is_in(server) {
        let types = compound_sets(spec).into_iter();
        warnings.extend(types.map(|item| {
            format!(
                "x-kubernetes-list-type: set for items of type \"{item}\" is not supported by server-side apply or CEL \
                 validation rules"
            )
        }));
    }
    warnings
}

/// The types of items of sets that are no scalars.
fn compound_sets(spec: &Spec) -> BTreeSet<&str> {
    let mut types = BTreeSet::new();
    for schema in spec.schemas() {
        schema.visit(&mut |schema: &Schema| {
            let items = schema.item_schema().map(|items| items.type_name.as_str());
            if schema.list_type.as_deref() == Some("set") {
                types.extend(items.filter(|item| matches!(*item, "object" | "array")));
            }
        });
    }
    types
}

fn unrecognized(spec: &Spec, server: KubeVersion) -> Vec<&str> {
    let mut formats = Vec::new();
    for schema in spec.schemas() {
        schema.visit(&mut |schema: &Schema| {
            let format = schema.format.as_str();
            if !format.is_empty() && !is_recognized(schema, server) {
                formats.push(format);
            }
        });
    }
    formats
}

fn is_recognized(schema: &Schema, server: KubeVersion) -> bool {
    let is_new = matches!(Format::of(&schema.format), Some(format) if format.is_kubernetes_name())
        && !Change::NameFormats.is_in(server);
    match schema.type_name.as_str() {
        "string" => is_known_format("string", &schema.format) && !is_new,
        _ if !Change::FormatWarningOfAllTypes.is_in(server) => true,
        type_name => is_known_format(type_name, &schema.format) && !is_new,
    }
}

/// Whether the newest server knows a format for values of a type, which is empty where there is none; it ignores others.
///
/// ```
/// use wheelwright_rules::crd::is_known_format;
///
/// assert!(is_known_format("string", "date-time"));
/// assert!(!is_known_format("string", "int32"));
/// ```
#[must_use]
pub fn is_known_format(type_name: &str, format: &str) -> bool {
    match type_name {
        "" | "string" => Format::of(format).is_some(),
        "integer" => matches!(format, "int32" | "int64"),
        "number" => matches!(format, "float" | "double"),
        _ => false,
    }
}

/// Whether a server holds the values of a type to a format.
///
/// ```
/// use wheelwright_rules::crd::is_format_checked;
///
/// assert!(!is_format_checked("integer", "int32", "1.35".parse()?));
/// assert!(is_format_checked("integer", "int32", "1.36".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn is_format_checked(type_name: &str, format: &str, server: KubeVersion) -> bool {
    let schema = Schema {
        type_name: type_name.to_owned(),
        format: format.to_owned(),
        ..Schema::default()
    };
    node::is_format_checked(&schema, server)
}
