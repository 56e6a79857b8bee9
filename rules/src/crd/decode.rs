//! JSON → [`Crd`], with the types, defaults and error texts of the server's decoder.

mod conversion;

use super::internal::{hoist, set_defaults};
use super::model::{Column, Crd, Names, Scale, Spec, Status, Subresources, Validation, Version};
use crate::decode::{DecodeError, Decoder, Step};
use crate::object_meta::{self, ObjectMeta};
use crate::schema;
use crate::server::Change;
use conversion::conversion;
use serde_json::Value;
use wheelwright_cel::KubeVersion;

/// Reads a CRD of `apiextensions.k8s.io/v1`, with the defaults that the server sets, and the paths of unknown fields.
pub(super) fn decode(
    value: &Value,
    server: KubeVersion,
) -> Result<(Crd, Vec<String>), DecodeError> {
    let mut decoder = Decoder::default();
    decoder.server = server;
    let mut crd = Crd::default();
    decoder.structure(
        value,
        "v1.CustomResourceDefinition",
        |decoder, key, value| {
            match key {
                "apiVersion" | "kind" => drop(decoder.string(value)),
                "metadata" => crd.meta = ObjectMeta::read(decoder, value)?,
                "spec" => crd.spec = spec(decoder, value)?,
                "status" => crd.status = status(decoder, value)?,
                _ => return Ok(false),
            }
            Ok(true)
        },
    )?;
    let unknown = decoder.finish()?;
    set_defaults(&mut crd);
    hoist(&mut crd.spec);
    Ok((crd, unknown))
}

fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// Reads what the server has a pointer for: null is absence.
fn optional<'v, T: Default>(
    decoder: &mut Decoder<'v>,
    value: &'v Value,
    go_type: &'static str,
    mut field: impl FnMut(&mut Decoder<'v>, &mut T, &'v str, &'v Value) -> Step<bool>,
) -> Step<Option<T>> {
    if value.is_null() {
        return Ok(None);
    }
    let mut read = T::default();
    decoder.structure(value, go_type, |decoder, key, value| {
        field(decoder, &mut read, key, value)
    })?;
    Ok(Some(read))
}

fn spec<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Spec> {
    let mut spec = Spec::default();
    decoder.structure(
        value,
        "v1.CustomResourceDefinitionSpec",
        |decoder, key, value| {
            match key {
                "group" => set(&mut spec.group, decoder.string(value)),
                "names" => spec.names = names(decoder, value)?,
                "scope" => set(
                    &mut spec.scope,
                    decoder.string_of(value, "v1.ResourceScope"),
                ),
                "versions" => {
                    let list =
                        decoder.list(value, "[]v1.CustomResourceDefinitionVersion", version)?;
                    spec.has_versions = list.is_some();
                    spec.versions = list.unwrap_or_default();
                }
                "conversion" => spec.conversion = conversion(decoder, value)?,
                "preserveUnknownFields" => {
                    set(&mut spec.preserve_unknown_fields, decoder.boolean(value));
                }
                _ => return Ok(false),
            }
            Ok(true)
        },
    )?;
    Ok(spec)
}

fn names<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Names> {
    let mut names = Names::default();
    decoder.structure(
        value,
        "v1.CustomResourceDefinitionNames",
        |decoder, key, value| {
            match key {
                "plural" => set(&mut names.plural, decoder.string(value)),
                "singular" => set(&mut names.singular, decoder.string(value)),
                "shortNames" => names.short_names = decoder.strings(value)?.unwrap_or_default(),
                "kind" => set(&mut names.kind, decoder.string(value)),
                "listKind" => set(&mut names.list_kind, decoder.string(value)),
                "categories" => names.categories = decoder.strings(value)?.unwrap_or_default(),
                _ => return Ok(false),
            }
            Ok(true)
        },
    )?;
    Ok(names)
}

fn version<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Version> {
    let mut version = Version::default();
    decoder.structure(
        value,
        "v1.CustomResourceDefinitionVersion",
        |decoder, key, value| {
            match key {
                "name" => set(&mut version.name, decoder.string(value)),
                "served" => set(&mut version.served, decoder.boolean(value)),
                "storage" => set(&mut version.storage, decoder.boolean(value)),
                "deprecated" => set(&mut version.deprecated, decoder.boolean(value)),
                "deprecationWarning" => version.deprecation_warning = decoder.string(value),
                "schema" => version.own.schema = validation(decoder, value)?,
                "subresources" => version.own.subresources = subresources(decoder, value)?,
                "additionalPrinterColumns" => {
                    version.own.columns =
                        decoder.list(value, "[]v1.CustomResourceColumnDefinition", column)?;
                }
                "selectableFields" => {
                    version.own.selectable_fields =
                        decoder.list(value, "[]v1.SelectableField", selectable_field)?;
                }
                _ => return Ok(false),
            }
            Ok(true)
        },
    )?;
    Ok(version)
}

fn validation<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<Validation>> {
    optional(
        decoder,
        value,
        "v1.CustomResourceValidation",
        |decoder, read: &mut Validation, key, value| match key {
            "openAPIV3Schema" => {
                read.schema = if value.is_null() {
                    None
                } else {
                    Some(schema::decode(decoder, value)?)
                };
                Ok(true)
            }
            _ => Ok(false),
        },
    )
}

fn subresources<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<Subresources>> {
    optional(
        decoder,
        value,
        "v1.CustomResourceSubresources",
        |decoder, read: &mut Subresources, key, value| {
            match key {
                "status" => {
                    decoder.structure(value, "v1.CustomResourceSubresourceStatus", |_, _, _| {
                        Ok(false)
                    })?;
                    read.status = !value.is_null();
                }
                "scale" => read.scale = scale(decoder, value)?,
                _ => return Ok(false),
            }
            Ok(true)
        },
    )
}

fn scale<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<Scale>> {
    optional(
        decoder,
        value,
        "v1.CustomResourceSubresourceScale",
        |decoder, read: &mut Scale, key, value| {
            match key {
                "specReplicasPath" => set(&mut read.spec_replicas_path, decoder.string(value)),
                "statusReplicasPath" => set(&mut read.status_replicas_path, decoder.string(value)),
                "labelSelectorPath" => read.label_selector_path = decoder.string(value),
                _ => return Ok(false),
            }
            Ok(true)
        },
    )
}

fn column<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Column> {
    let mut column = Column::default();
    decoder.structure(
        value,
        "v1.CustomResourceColumnDefinition",
        |decoder, key, value| {
            match key {
                "name" => set(&mut column.name, decoder.string(value)),
                "type" => set(&mut column.type_name, decoder.string(value)),
                "format" => set(&mut column.format, decoder.string(value)),
                "description" => set(&mut column.description, decoder.string(value)),
                "priority" => set(&mut column.priority, decoder.int32(value)),
                "jsonPath" => set(&mut column.json_path, decoder.string(value)),
                _ => return Ok(false),
            }
            Ok(true)
        },
    )?;
    Ok(column)
}

fn selectable_field<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<String> {
    let mut path = String::new();
    decoder.structure(value, "v1.SelectableField", |decoder, key, value| {
        if key == "jsonPath" {
            set(&mut path, decoder.string(value));
        }
        Ok(key == "jsonPath")
    })?;
    Ok(path)
}

#[derive(Default)]
struct Condition {
    type_name: String,
    status: String,
}

fn status<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Status> {
    let mut status = Status::default();
    decoder.structure(
        value,
        "v1.CustomResourceDefinitionStatus",
        |decoder, key, value| {
            match key {
                "conditions" => {
                    let list =
                        decoder.list(value, "[]v1.CustomResourceDefinitionCondition", condition)?;
                    // The server looks at the first condition of a type.
                    let established = list
                        .unwrap_or_default()
                        .into_iter()
                        .find(|c| c.type_name == "Established");
                    status.is_established =
                        established.is_some_and(|condition| condition.status == "True");
                }
                "acceptedNames" => status.accepted_names = names(decoder, value)?,
                "storedVersions" => {
                    let list = decoder.strings(value)?;
                    status.has_stored_versions = list.is_some();
                    status.stored_versions = list.unwrap_or_default();
                }
                "observedGeneration" if Change::ObservedGeneration.is_in(decoder.server) => {
                    let _ = decoder.int64(value);
                }
                _ => return Ok(false),
            }
            Ok(true)
        },
    )?;
    Ok(status)
}

fn condition<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Condition> {
    let mut condition = Condition::default();
    decoder.structure(
        value,
        "v1.CustomResourceDefinitionCondition",
        |decoder, key, value| {
            match key {
                "type" => {
                    let go_type = "v1.CustomResourceDefinitionConditionType";
                    set(&mut condition.type_name, decoder.string_of(value, go_type));
                }
                "status" => set(
                    &mut condition.status,
                    decoder.string_of(value, "v1.ConditionStatus"),
                ),
                "lastTransitionTime" => drop(object_meta::timestamp(decoder, value)?),
                "reason" | "message" => drop(decoder.string(value)),
                "observedGeneration" if Change::ObservedGeneration.is_in(decoder.server) => {
                    let _ = decoder.int64(value);
                }
                _ => return Ok(false),
            }
            Ok(true)
        },
    )?;
    Ok(condition)
}
