//! `x-kubernetes-list-type`, `x-kubernetes-list-map-keys` and `x-kubernetes-map-type`. Source:
//! `ValidateCustomResourceDefinitionOpenAPISchema` and `validateMapListKeysMapSet` of apiextensions' validation.

use std::collections::BTreeSet;

use serde_json::Value;
use wheelwright_grammar::vocabulary;

use super::options::Options;
use super::printed;
use crate::error::{BadValue, FieldError};
use crate::fault::Fault;
use crate::path::At;
use crate::schema::Schema;

pub(super) fn check(
    schema: &Schema,
    options: &Options<'_>,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
) {
    check_map_type(schema, at, errors);
    let Some(list_type) = schema.list_type.as_deref() else {
        if !schema.list_map_keys.is_empty() {
            let path = at.field("x-kubernetes-list-type").to_path();
            errors.push(FieldError::required(
                path,
                "must be map if x-kubernetes-list-map-keys is non-empty",
            ));
        }
        return;
    };
    let path = || at.field("x-kubernetes-list-type").to_path();
    if schema.type_name != "array" {
        errors.push(wrong_type(
            schema,
            at,
            "must be array if x-kubernetes-list-type is specified",
        ));
    } else if options.atomic_sets && is_set_of_granular_items(schema) {
        errors.extend(granular_items(schema, at));
    }
    if !vocabulary::LIST_TYPES.contains(&list_type) {
        errors.push(FieldError::not_supported(
            path(),
            list_type,
            vocabulary::LIST_TYPES,
        ));
    }
    if !schema.list_map_keys.is_empty() && list_type != "map" {
        let detail = "must be map if x-kubernetes-list-map-keys is non-empty";
        errors.push(FieldError::invalid(path(), list_type, detail));
    }
    if list_type == "map" {
        check_map(schema, at, errors);
    }
    if options.list_map_keys {
        check_nullable_and_keys(schema, at, errors);
    }
}

fn wrong_type(schema: &Schema, at: At<'_>, detail: &str) -> FieldError {
    let path = at.field("type").to_path();
    if schema.type_name.is_empty() {
        FieldError::required(path, detail)
    } else {
        FieldError::invalid(path, schema.type_name.as_str(), detail)
    }
}

fn check_map_type(schema: &Schema, at: At<'_>, errors: &mut Vec<FieldError>) {
    let Some(map_type) = schema.map_type.as_deref() else {
        return;
    };
    if schema.type_name != "object" {
        errors.push(wrong_type(
            schema,
            at,
            "must be object if x-kubernetes-map-type is specified",
        ));
    }
    if !vocabulary::MAP_TYPES.contains(&map_type) {
        let path = at.field("x-kubernetes-map-type").to_path();
        errors.push(FieldError::not_supported(
            path,
            map_type,
            vocabulary::MAP_TYPES,
        ));
    }
}

/// Whether the items of a set are lists or objects that are not compared as a whole. A list is atomic when nothing is
/// said, an object is not.
pub(super) fn is_set_of_granular_items(schema: &Schema) -> bool {
    let (Some("set"), Some(items)) = (schema.list_type.as_deref(), schema.item_schema()) else {
        return false;
    };
    match items.type_name.as_str() {
        "array" => items
            .list_type
            .as_ref()
            .is_some_and(|list_type| list_type != "atomic"),
        "object" => items
            .map_type
            .as_ref()
            .is_none_or(|map_type| map_type != "atomic"),
        _ => false,
    }
}

fn granular_items(schema: &Schema, at: At<'_>) -> Option<FieldError> {
    let items = schema.item_schema()?;
    let keyword = if items.type_name == "array" {
        "x-kubernetes-list-type"
    } else {
        "x-kubernetes-map-type"
    };
    // The server shows the list type in both cases.
    let shown = items.list_type.as_deref().map_or(Value::Null, Value::from);
    let path = at.field("items").field(keyword).to_path();
    Some(
        FieldError::invalid(
            path,
            shown,
            "must be atomic as item of a list with x-kubernetes-list-type=set",
        )
        .of(Fault::AtomicItem),
    )
}

fn check_map(schema: &Schema, at: At<'_>, errors: &mut Vec<FieldError>) {
    let keys_at = at.field("x-kubernetes-list-map-keys");
    if schema.list_map_keys.is_empty() {
        let detail = "must not be empty if x-kubernetes-list-type is map";
        errors.push(FieldError::required(keys_at.to_path(), detail));
    }
    let items_at = at.field("items");
    let items = match (&schema.items, schema.item_schema()) {
        (None, _) => {
            let detail = "must have a schema if x-kubernetes-list-type is map";
            errors.push(FieldError::required(items_at.to_path(), detail));
            return;
        }
        (Some(several), None) => {
            let shown = BadValue::Printed(printed::items(several));
            let detail = "must only have a single schema if x-kubernetes-list-type is map";
            errors.push(FieldError::invalid(items_at.to_path(), shown, detail));
            return;
        }
        (Some(_), Some(items)) => items,
    };
    let type_name = items.type_name.as_str();
    if type_name != "object" {
        let detail = "must be object if parent array's x-kubernetes-list-type is map";
        errors.push(FieldError::invalid(
            items_at.field("type").to_path(),
            type_name,
            detail,
        ));
        return;
    }
    // However many keys are wrong, the server says the same of all.
    let mut invalid = |detail| {
        errors.push(FieldError::invalid(
            keys_at.to_path(),
            schema.list_map_keys.clone(),
            detail,
        ));
    };
    let keys = &schema.list_map_keys;
    if keys.iter().any(|key| !items.properties.contains_key(key)) {
        invalid("entries must all be names of item properties");
    }
    let different: BTreeSet<&String> = keys.iter().collect();
    if different.len() < keys.len() {
        invalid("must not contain duplicate entries");
    }
    let properties = items_at.field("properties");
    for (key, property) in different
        .into_iter()
        .filter_map(|key| Some((key, items.properties.get(key)?)))
    {
        if matches!(property.type_name.as_str(), "array" | "object") {
            let path = properties.key(key).field("type").to_path();
            // The server shows the type of the items, not that of the key.
            let detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
            errors.push(FieldError::invalid(path, type_name, detail).of(Fault::ScalarKey));
        }
    }
}

/// Whether [`check_nullable_and_keys`] finds anything.
pub(super) fn has_faulty_keys(schema: &Schema) -> bool {
    let mut errors = Vec::new();
    check_nullable_and_keys(schema, At::ROOT, &mut errors);
    !errors.is_empty()
}

fn check_nullable_and_keys(schema: &Schema, at: At<'_>, errors: &mut Vec<FieldError>) {
    let (Some(list_type @ ("set" | "map")), Some(items)) =
        (schema.list_type.as_deref(), schema.item_schema())
    else {
        return;
    };
    let items_at = at.field("items");
    if items.nullable {
        let detail = format!("cannot be nullable when x-kubernetes-list-type is {list_type}");
        errors.push(
            FieldError::forbidden(items_at.field("nullable").to_path(), detail)
                .of(Fault::NullableItem),
        );
    }
    if list_type == "set" {
        return;
    }
    let properties = items_at.field("properties");
    let required: BTreeSet<&String> = items.required.iter().collect();
    for key in &schema.list_map_keys {
        let Some(property) = items.properties.get(key) else {
            continue;
        };
        let at = properties.key(key);
        if property.default.is_none() && !required.contains(key) {
            let detail = "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required \
                          property";
            errors.push(
                FieldError::required(at.field("default").to_path(), detail).of(Fault::OptionalKey),
            );
        }
        if property.nullable {
            let detail = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
            errors.push(
                FieldError::forbidden(at.field("nullable").to_path(), detail)
                    .of(Fault::NullableItem),
            );
        }
    }
}
