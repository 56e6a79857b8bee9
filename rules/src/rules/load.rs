//! CRD → [`Rules`].

use wheelwright_cel::KubeVersion;

use super::{Compiled, Rules, RulesError};
use crate::crd::model::{Crd, Scale, Spec, Version};
use crate::node::Of;
use crate::scale::ScalePaths;
use crate::value::Schema;

pub(super) fn load(crd: Crd, server: KubeVersion) -> Result<Rules, RulesError> {
    let spec = crd.spec;
    let versions = spec
        .versions
        .iter()
        .map(|version| compile(version, &spec, server))
        .collect::<Result<_, _>>()?;
    let conversion = spec.conversion;
    Ok(Rules {
        group: spec.group,
        kind: spec.names.kind,
        namespaced: spec.scope == "Namespaced",
        versions,
        converts_by_webhook: conversion.is_some_and(|conversion| conversion.strategy == "Webhook"),
        server,
    })
}

/// What a version has is its own or that of all versions.
fn compile(version: &Version, spec: &Spec, server: KubeVersion) -> Result<Compiled, RulesError> {
    let name = &version.name;
    let schema = spec
        .schema_of(version)
        .ok_or_else(|| RulesError::NoSchema {
            version: name.clone(),
        })?;
    let schema =
        Schema::of(schema, Of::Resources, server).map_err(|error| RulesError::Pattern {
            version: name.clone(),
            pattern: error.pattern,
            reason: error.reason,
        })?;
    let subresources = spec.subresources_of(version);
    let has_status = subresources.is_some_and(|subresources| subresources.status);
    let scale = subresources
        .and_then(|subresources| subresources.scale.as_ref())
        .map(scale_paths);
    Ok(Compiled::new(version, spec, schema, has_status, scale))
}

fn scale_paths(scale: &Scale) -> ScalePaths {
    ScalePaths {
        spec_replicas: scale.spec_replicas_path.clone(),
        status_replicas: scale.status_replicas_path.clone(),
        label_selector: scale.label_selector_path.clone(),
    }
}
