//! JSON → [`Crd`], with the types, defaults and error texts of the server's decoder.

use serde_json::Value;
use wheelwright_grammar::{go_text, webhook};

use super::base64;
use super::model::{
    ClientConfig, Column, Conversion, Crd, Names, PerVersion, Scale, Service, Spec, Status,
    Subresources, Validation, Version,
};
use crate::decode::{DecodeError, Decoder, Step};
use crate::object_meta::{self, ObjectMeta};
use crate::schema;

/// Reads a CRD of `apiextensions.k8s.io/v1`, with the defaults that the server sets, and the paths of unknown fields.
pub(super) fn decode(value: &Value) -> Result<(Crd, Vec<String>), DecodeError> {
    let mut decoder = Decoder::default();
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
                    set(&mut spec.preserve_unknown_fields, decoder.boolean(value))
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
struct Webhook {
    client: Option<ClientConfig>,
    review_versions: Vec<String>,
}

fn conversion<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<Conversion>> {
    optional(
        decoder,
        value,
        "v1.CustomResourceConversion",
        |decoder, read: &mut Conversion, key, value| {
            match key {
                "strategy" => set(
                    &mut read.strategy,
                    decoder.string_of(value, "v1.ConversionStrategyType"),
                ),
                "webhook" => {
                    let webhook = webhook(decoder, value)?.unwrap_or_default();
                    read.client = webhook.client;
                    read.review_versions = webhook.review_versions;
                }
                _ => return Ok(false),
            }
            Ok(true)
        },
    )
}

fn webhook<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<Webhook>> {
    optional(
        decoder,
        value,
        "v1.WebhookConversion",
        |decoder, read: &mut Webhook, key, value| {
            match key {
                "clientConfig" => read.client = client_config(decoder, value)?,
                "conversionReviewVersions" => {
                    read.review_versions = decoder.strings(value)?.unwrap_or_default()
                }
                _ => return Ok(false),
            }
            Ok(true)
        },
    )
}

fn client_config<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<ClientConfig>> {
    optional(
        decoder,
        value,
        "v1.WebhookClientConfig",
        |decoder, read: &mut ClientConfig, key, value| {
            match key {
                "url" => read.url = decoder.string(value),
                "service" => read.service = service(decoder, value)?,
                "caBundle" => {
                    let text = decoder.string_of(value, "[]uint8").unwrap_or_default();
                    match base64::decode(&text) {
                        Ok(bytes) => read.ca_bundle = bytes,
                        Err(position) => {
                            decoder.fail(format!("illegal base64 data at input byte {position}"))
                        }
                    }
                }
                _ => return Ok(false),
            }
            Ok(true)
        },
    )
}

fn service<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<Service>> {
    optional(
        decoder,
        value,
        "v1.ServiceReference",
        |decoder, read: &mut Service, key, value| {
            match key {
                "namespace" => set(&mut read.namespace, decoder.string(value)),
                "name" => set(&mut read.name, decoder.string(value)),
                "path" => read.path = decoder.string(value),
                "port" => read.port = decoder.int32(value),
                _ => return Ok(false),
            }
            Ok(true)
        },
    )
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
                "observedGeneration" => drop(decoder.int64(value)),
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
                "observedGeneration" => drop(decoder.int64(value)),
                _ => return Ok(false),
            }
            Ok(true)
        },
    )?;
    Ok(condition)
}

/// Source: `v1/defaults.go` of apiextensions.
fn set_defaults(crd: &mut Crd) {
    let spec = &mut crd.spec;
    let names = &mut spec.names;
    if names.singular.is_empty() {
        names.singular = go_text::to_lower(&names.kind);
    }
    if names.list_kind.is_empty() && !names.kind.is_empty() {
        names.list_kind = format!("{}List", names.kind);
    }
    let none = || Conversion {
        strategy: "None".to_owned(),
        ..Conversion::default()
    };
    let conversion = spec.conversion.get_or_insert_with(none);
    if let Some(service) = conversion
        .client
        .as_mut()
        .and_then(|client| client.service.as_mut())
    {
        let port = i32::try_from(webhook::DEFAULT_PORT).unwrap_or_default();
        service.port.get_or_insert(port);
    }
    if crd.status.stored_versions.is_empty() {
        crd.remember_storage_version();
    }
}

/// Moves what all versions agree on to the spec; each of the four for itself. Source: the conversion of
/// `CustomResourceDefinitionSpec` from v1.
fn hoist(spec: &mut Spec) {
    let Spec {
        versions, common, ..
    } = spec;
    hoist_field(
        versions,
        &mut common.schema,
        |own| &mut own.schema,
        |a, b| a == b,
    );
    hoist_field(
        versions,
        &mut common.subresources,
        |own| &mut own.subresources,
        |a, b| a == b,
    );
    hoist_field(
        versions,
        &mut common.columns,
        |own| &mut own.columns,
        same_list,
    );
    hoist_field(
        versions,
        &mut common.selectable_fields,
        |own| &mut own.selectable_fields,
        same_list,
    );
}

fn hoist_field<T>(
    versions: &mut [Version],
    common: &mut Option<T>,
    field: impl Fn(&mut PerVersion) -> &mut Option<T>,
    same: impl Fn(&Option<T>, &Option<T>) -> bool,
) {
    let Some((first, others)) = versions.split_first_mut() else {
        return;
    };
    let first = field(&mut first.own);
    if others
        .iter_mut()
        .all(|version| same(field(&mut version.own), first))
    {
        *common = first.take();
        others
            .iter_mut()
            .for_each(|version| *field(&mut version.own) = None);
    }
}

/// An absent list is the same as an empty one.
fn same_list<T: PartialEq>(a: &Option<Vec<T>>, b: &Option<Vec<T>>) -> bool {
    a.as_deref().unwrap_or_default() == b.as_deref().unwrap_or_default()
}
