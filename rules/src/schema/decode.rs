//! JSON → [`Schema`], with the types, limits and error texts of the server's decoder.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Additional, Dependency, ExternalDocs, Items, Schema, ValidationRule};
use crate::decode::{Decoder, Step};

const PROPS: &str = "v1.JSONSchemaProps";
const LIST: &str = "[]v1.JSONSchemaProps";
const MAP: &str = "map[string]v1.JSONSchemaProps";

/// Reads one schema.
pub(crate) fn decode<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Schema> {
    let mut schema = Schema::default();
    decode_into(decoder, &mut schema, value)?;
    Ok(schema)
}

/// Whether a schema of a CRD has a member of this name (`JSONSchemaProps` of `apiextensions.k8s.io/v1`); a server drops any other.
#[must_use]
pub fn is_schema_member(name: &str) -> bool {
    is_member(name, |decoder, schema| decode(decoder, schema).map(drop))
}

/// Whether a rule of `x-kubernetes-validations` has a member of this name; a server drops any other.
#[must_use]
pub fn is_rule_member(name: &str) -> bool {
    is_member(name, |decoder, given| rule(decoder, given).map(drop))
}

/// Null is taken for each that is known.
fn is_member(name: &str, read: impl for<'v> Fn(&mut Decoder<'v>, &'v Value) -> Step<()>) -> bool {
    let given = json!({ name: null });
    let mut decoder = Decoder::default();
    let is_read = read(&mut decoder, &given).is_ok();
    is_read && decoder.finish().is_ok_and(|unknown| unknown.is_empty())
}

fn decode_into<'v>(decoder: &mut Decoder<'v>, schema: &mut Schema, value: &'v Value) -> Step<()> {
    decoder.deeper(|decoder| {
        decoder.structure(value, PROPS, |decoder, key, value| {
            Ok(annotation(decoder, schema, key, value)?
                || constraint(decoder, schema, key, value)?
                || structure(decoder, schema, key, value)?
                || extension(decoder, schema, key, value)?)
        })
    })
}

fn boxed<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Box<Schema>> {
    let mut schema = Box::<Schema>::default();
    decode_into(decoder, &mut schema, value)?;
    Ok(schema)
}

fn annotation<'v>(
    decoder: &mut Decoder<'v>,
    schema: &mut Schema,
    key: &str,
    value: &'v Value,
) -> Step<bool> {
    match key {
        "id" => set(&mut schema.id, decoder.string(value)),
        "$schema" => set(
            &mut schema.dialect,
            decoder.string_of(value, "v1.JSONSchemaURL"),
        ),
        "$ref" => schema.reference = decoder.string(value),
        "description" => set(&mut schema.description, decoder.string(value)),
        "title" => set(&mut schema.title, decoder.string(value)),
        "default" => schema.default = present(value),
        "example" => schema.example = present(value),
        "externalDocs" if value.is_null() => schema.external_docs = None,
        "externalDocs" => {
            let mut docs = ExternalDocs::default();
            decoder.structure(value, "v1.ExternalDocumentation", |decoder, key, value| {
                match key {
                    "description" => set(&mut docs.description, decoder.string(value)),
                    "url" => set(&mut docs.url, decoder.string(value)),
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
            schema.external_docs = Some(docs);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn constraint<'v>(
    decoder: &mut Decoder<'v>,
    schema: &mut Schema,
    key: &str,
    value: &'v Value,
) -> Step<bool> {
    match key {
        "type" => set(&mut schema.type_name, decoder.string(value)),
        "format" => set(&mut schema.format, decoder.string(value)),
        "maximum" => schema.maximum = decoder.float64(value),
        "exclusiveMaximum" => set(&mut schema.exclusive_maximum, decoder.boolean(value)),
        "minimum" => schema.minimum = decoder.float64(value),
        "exclusiveMinimum" => set(&mut schema.exclusive_minimum, decoder.boolean(value)),
        "multipleOf" => schema.multiple_of = decoder.float64(value),
        "maxLength" => schema.max_length = decoder.int64(value),
        "minLength" => schema.min_length = decoder.int64(value),
        "pattern" => set(&mut schema.pattern, decoder.string(value)),
        "maxItems" => schema.max_items = decoder.int64(value),
        "minItems" => schema.min_items = decoder.int64(value),
        "uniqueItems" => set(&mut schema.unique_items, decoder.boolean(value)),
        "maxProperties" => schema.max_properties = decoder.int64(value),
        "minProperties" => schema.min_properties = decoder.int64(value),
        "enum" => {
            let list = decoder.list(value, "[]v1.JSON", |_, item| Ok(item.clone()))?;
            schema.enumeration = non_empty(schema, "enum", list);
        }
        "required" => {
            let list = decoder.strings(value)?;
            schema.required = non_empty(schema, "required", list);
        }
        "nullable" => set(&mut schema.nullable, decoder.boolean(value)),
        _ => return Ok(false),
    }
    Ok(true)
}

fn structure<'v>(
    decoder: &mut Decoder<'v>,
    schema: &mut Schema,
    key: &str,
    value: &'v Value,
) -> Step<bool> {
    match key {
        "items" => schema.items = items(decoder, value)?,
        "additionalItems" => schema.additional_items = additional(decoder, value)?,
        "additionalProperties" => schema.additional_properties = additional(decoder, value)?,
        "allOf" => {
            let list = decoder.list(value, LIST, decode)?;
            schema.all_of = non_empty(schema, "allOf", list);
        }
        "oneOf" => {
            let list = decoder.list(value, LIST, decode)?;
            schema.one_of = non_empty(schema, "oneOf", list);
        }
        "anyOf" => {
            let list = decoder.list(value, LIST, decode)?;
            schema.any_of = non_empty(schema, "anyOf", list);
        }
        "not" => schema.not = optional(decoder, value)?,
        "properties" => {
            let map = decoder.map(value, MAP, decode_into)?;
            schema.properties = non_empty(schema, "properties", map);
        }
        "patternProperties" => {
            let map = decoder.map(value, MAP, decode_into)?;
            schema.pattern_properties = non_empty(schema, "patternProperties", map);
        }
        "definitions" => {
            let map = decoder.map(value, "v1.JSONSchemaDefinitions", decode_into)?;
            schema.definitions = non_empty(schema, "definitions", map);
        }
        "dependencies" => {
            let map = decoder.map(value, "v1.JSONSchemaDependencies", dependency)?;
            schema.dependencies = non_empty(schema, "dependencies", map);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn extension<'v>(
    decoder: &mut Decoder<'v>,
    schema: &mut Schema,
    key: &str,
    value: &'v Value,
) -> Step<bool> {
    match key {
        "x-kubernetes-preserve-unknown-fields" => {
            schema.preserve_unknown_fields = decoder.boolean(value);
        }
        "x-kubernetes-embedded-resource" => {
            set(&mut schema.embedded_resource, decoder.boolean(value));
        }
        "x-kubernetes-int-or-string" => set(&mut schema.int_or_string, decoder.boolean(value)),
        "x-kubernetes-list-map-keys" => {
            let list = decoder.strings(value)?;
            schema.list_map_keys = non_empty(schema, "x-kubernetes-list-map-keys", list);
        }
        "x-kubernetes-list-type" => schema.list_type = decoder.string(value),
        "x-kubernetes-map-type" => schema.map_type = decoder.string(value),
        "x-kubernetes-validations" => {
            let list = decoder.list(value, "v1.ValidationRules", rule)?;
            schema.validations = non_empty(schema, "x-kubernetes-validations", list);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn rule<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<ValidationRule> {
    let mut rule = ValidationRule::default();
    decoder.structure(value, "v1.ValidationRule", |decoder, key, value| {
        match key {
            "rule" => set(&mut rule.rule, decoder.string(value)),
            "message" => set(&mut rule.message, decoder.string(value)),
            "messageExpression" => set(&mut rule.message_expression, decoder.string(value)),
            "reason" => rule.reason = decoder.string_of(value, "v1.FieldValueErrorReason"),
            "fieldPath" => set(&mut rule.field_path, decoder.string(value)),
            "optionalOldSelf" => rule.optional_old_self = decoder.boolean(value),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(rule)
}

fn optional<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<Box<Schema>>> {
    Ok(if value.is_null() {
        None
    } else {
        Some(boxed(decoder, value)?)
    })
}

/// Anything that is neither an object nor a list counts as present and empty.
fn items<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<Items>> {
    match value {
        Value::Null => Ok(None),
        Value::Object(_) => Ok(Some(Items::One(
            decoder.boundary(|decoder| boxed(decoder, value))?,
        ))),
        Value::Array(_) => {
            let list = decoder.boundary(|decoder| decoder.list(value, LIST, decode))?;
            Ok(Some(Items::Many(list.unwrap_or_default())))
        }
        _ => Ok(Some(Items::Nothing)),
    }
}

fn additional<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<Additional>> {
    match value {
        Value::Null => Ok(None),
        Value::Bool(allowed) => Ok(Some(Additional::Allowed(*allowed))),
        Value::Object(_) => Ok(Some(Additional::Schema(
            decoder.boundary(|decoder| boxed(decoder, value))?,
        ))),
        _ => decoder.boundary(|decoder| {
            decoder.fail("boolean or JSON schema expected");
            Ok(None)
        }),
    }
}

fn dependency<'v>(
    decoder: &mut Decoder<'v>,
    dependency: &mut Dependency,
    value: &'v Value,
) -> Step<()> {
    decoder.boundary(|decoder| {
        *dependency = match value {
            Value::Object(_) => Dependency::Schema(boxed(decoder, value)?),
            Value::Array(_) => Dependency::Properties(decoder.strings(value)?.unwrap_or_default()),
            _ => Dependency::Nothing,
        };
        Ok(())
    })
}

fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

fn present(value: &Value) -> Option<Value> {
    (!value.is_null()).then(|| value.clone())
}

/// Takes what was read, and notes a keyword that is there but empty.
fn non_empty<C: Collection>(schema: &mut Schema, keyword: &'static str, read: Option<C>) -> C {
    let Some(collection) = read else {
        return C::default();
    };
    if collection.has_none() {
        schema.empty.0.push(keyword);
    }
    collection
}

trait Collection: Default {
    fn has_none(&self) -> bool;
}

impl<T> Collection for Vec<T> {
    fn has_none(&self) -> bool {
        self.is_empty()
    }
}

impl<T> Collection for BTreeMap<String, T> {
    fn has_none(&self) -> bool {
        self.is_empty()
    }
}

#[cfg(test)]
mod tests;
