//! The part of a CRD that matters for its objects.

use serde_json::Value;

use super::{Compiled, Rules, RulesError};
use crate::decode::{Decoder, Step};
use crate::node::{self, Purpose};
use crate::scale::ScalePaths;
use crate::schema::{self, Schema};

#[derive(Default)]
struct Crd {
    group: String,
    kind: String,
    scope: String,
    versions: Vec<CrdVersion>,
}

#[derive(Default)]
struct CrdVersion {
    name: String,
    schema: Option<Schema>,
    has_status: bool,
    scale: Option<ScalePaths>,
}

pub(super) fn load(crd: &Value) -> Result<Rules, RulesError> {
    let Crd {
        group,
        kind,
        scope,
        versions,
    } = decode(crd).map_err(RulesError::Unreadable)?;
    let compile = |CrdVersion {
                       name,
                       schema,
                       has_status,
                       scale,
                   }| {
        let Some(schema) = schema else {
            return Err(RulesError::NoSchema { version: name });
        };
        match node::compile(&schema, Purpose::Objects) {
            Ok(node) => Ok(Compiled::new(&group, name, node, has_status, scale)),
            Err(error) => Err(RulesError::Pattern {
                version: name,
                pattern: error.pattern,
                reason: error.reason,
            }),
        }
    };
    let versions = versions
        .into_iter()
        .map(compile)
        .collect::<Result<_, _>>()?;
    Ok(Rules {
        namespaced: scope == "Namespaced",
        group,
        kind,
        versions,
    })
}

fn decode(value: &Value) -> Step<Crd> {
    let mut decoder = Decoder::default();
    let mut crd = Crd::default();
    decoder.structure(
        value,
        "v1.CustomResourceDefinition",
        |decoder, key, value| {
            if key != "spec" {
                return Ok(true);
            }
            decoder.structure(
                value,
                "v1.CustomResourceDefinitionSpec",
                |decoder, key, value| {
                    match key {
                        "group" => crd.group = decoder.string(value).unwrap_or_default(),
                        "scope" => {
                            crd.scope = decoder
                                .string_of(value, "v1.ResourceScope")
                                .unwrap_or_default()
                        }
                        "names" => {
                            decoder.structure(
                                value,
                                "v1.CustomResourceDefinitionNames",
                                |decoder, key, value| {
                                    if key == "kind" {
                                        crd.kind = decoder.string(value).unwrap_or_default();
                                    }
                                    Ok(true)
                                },
                            )?;
                        }
                        "versions" => {
                            let list = decoder.list(
                                value,
                                "[]v1.CustomResourceDefinitionVersion",
                                version,
                            )?;
                            crd.versions = list.unwrap_or_default();
                        }
                        _ => {}
                    }
                    Ok(true)
                },
            )?;
            Ok(true)
        },
    )?;
    decoder.finish()?;
    Ok(crd)
}

fn version<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<CrdVersion> {
    let mut version = CrdVersion::default();
    decoder.structure(
        value,
        "v1.CustomResourceDefinitionVersion",
        |decoder, key, value| {
            match key {
                "name" => version.name = decoder.string(value).unwrap_or_default(),
                "schema" => {
                    decoder.structure(
                        value,
                        "v1.CustomResourceValidation",
                        |decoder, key, value| {
                            if key == "openAPIV3Schema" && !value.is_null() {
                                version.schema = Some(schema::decode(decoder, value)?);
                            }
                            Ok(true)
                        },
                    )?;
                }
                "subresources" => {
                    decoder.structure(
                        value,
                        "v1.CustomResourceSubresources",
                        |decoder, key, value| {
                            match key {
                                "status" => version.has_status = !value.is_null(),
                                "scale" if !value.is_null() => {
                                    version.scale = Some(scale(decoder, value)?)
                                }
                                _ => {}
                            }
                            Ok(true)
                        },
                    )?;
                }
                _ => {}
            }
            Ok(true)
        },
    )?;
    Ok(version)
}

fn scale<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<ScalePaths> {
    let mut scale = ScalePaths::default();
    decoder.structure(
        value,
        "v1.CustomResourceSubresourceScale",
        |decoder, key, value| {
            match key {
                "specReplicasPath" => {
                    scale.spec_replicas = decoder.string(value).unwrap_or_default()
                }
                "statusReplicasPath" => {
                    scale.status_replicas = decoder.string(value).unwrap_or_default()
                }
                "labelSelectorPath" => scale.label_selector = decoder.string(value),
                _ => {}
            }
            Ok(true)
        },
    )?;
    Ok(scale)
}
