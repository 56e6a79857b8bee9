//! Writing the scale of an object.

use serde_json::{Map, Value, json};
use wheelwright_grammar::go_text::quote;

use super::metadata::{check_name, set_namespace};
use super::read::Read;
use super::{Outcome, update};
use crate::decode::{Decoder, Step};
use crate::object_meta::ObjectMeta;
use crate::rules::{Compiled, Rules};
use crate::scale::ScalePaths;

const API_VERSION: &str = "autoscaling/v1";
const KIND: &str = "Scale";
/// The number that stands for none in the server.
const NO_REPLICAS: i32 = i32::MIN;

/// A `Scale` of `autoscaling/v1`, as far as an object has a place for it.
#[derive(Debug, Default)]
pub(super) struct Scale {
    api_version: String,
    kind: String,
    meta: ObjectMeta,
    replicas: i32,
}

/// Reads a scale, and the paths of fields that it cannot have.
pub(super) fn decode(value: &Value) -> Result<(Scale, Vec<String>), String> {
    let mut decoder = Decoder::default();
    let read = scale(&mut decoder, value);
    let (scale, unknown) = read
        .and_then(|scale| Ok((scale, decoder.finish()?)))
        .map_err(|error| error.to_string())?;
    if !matches!(scale.api_version.as_str(), "" | API_VERSION) {
        let found = &scale.api_version;
        return Err(format!(
            "the API version in the data ({found}) does not match the expected API version ({API_VERSION})"
        ));
    }
    if !matches!(scale.kind.as_str(), "" | KIND) {
        let found = &scale.kind;
        return Err(format!(
            "no kind \"{found}\" is registered for version \"{API_VERSION}\""
        ));
    }
    Ok((scale, unknown))
}

fn scale<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Scale> {
    let mut scale = Scale::default();
    decoder.structure(value, "v1.Scale", |decoder, key, value| {
        match key {
            "kind" => scale.kind = decoder.string(value).unwrap_or_default(),
            "apiVersion" => scale.api_version = decoder.string(value).unwrap_or_default(),
            "metadata" => scale.meta = ObjectMeta::read(decoder, value)?,
            "spec" => decoder.structure(value, "v1.ScaleSpec", |decoder, key, value| {
                if key == "replicas" {
                    scale.replicas = decoder.int32(value).unwrap_or_default();
                }
                Ok(key == "replicas")
            })?,
            "status" => decoder.structure(value, "v1.ScaleStatus", |decoder, key, value| {
                match key {
                    "replicas" => drop(decoder.int32(value)),
                    "selector" => drop(decoder.string(value)),
                    _ => return Ok(false),
                }
                Ok(true)
            })?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(scale)
}

/// Everything but the number of replicas is that of the old object.
pub(super) fn update(
    rules: &Rules,
    version: &Compiled,
    paths: &ScalePaths,
    mut scale: Scale,
    old: Read,
    namespace: Option<&str>,
) -> Outcome {
    let mut meta = old.meta.clone().unwrap_or_default();
    if let Err(text) = set_namespace(&mut scale.meta, Some(&mut meta), rules, namespace)
        .and_then(|()| check_name(&scale.meta, &meta))
    {
        return Outcome::bad_request(text);
    }
    let mut members = old.members.clone();
    let is_readable = paths.read(&Value::Object(old.members.clone())).map(|_| ());
    let is_given = is_readable.and_then(|()| match scale.replicas {
        NO_REPLICAS => Err(format!(
            "the spec replicas field {} cannot be empty",
            quote(&paths.spec_replicas)
        )),
        _ => Ok(()),
    });
    if let Err(text) = is_given.and_then(|()| paths.set_replicas(&mut members, scale.replicas)) {
        return Outcome::bad_request(text);
    }
    if !scale.meta.resource_version.is_empty() {
        meta.resource_version = scale.meta.resource_version;
    }
    let new = Read {
        members,
        meta: Some(meta),
        unknown_fields: Vec::new(),
        kind: old.kind.clone(),
        api_version: old.api_version.clone(),
    };
    update::update(rules, version, new, old, namespace)
}

/// The scale of an object as the server serves it; none if the object does not say how many replicas it wants.
pub(crate) fn read(paths: &ScalePaths, object: &Value) -> Result<Option<Value>, String> {
    let scale = paths.read(object)?;
    let Some(replicas) = scale.spec_replicas else {
        return Ok(None);
    };
    let own = object.get("metadata").and_then(Value::as_object);
    let kept = [
        "name",
        "namespace",
        "uid",
        "resourceVersion",
        "creationTimestamp",
    ];
    let metadata = kept
        .into_iter()
        .filter_map(|key| Some((key.to_owned(), own?.get(key)?.clone())));
    let mut spec = Map::new();
    if replicas != 0 {
        spec.insert("replicas".to_owned(), replicas.into());
    }
    let mut status = Map::from_iter([("replicas".to_owned(), scale.status_replicas.into())]);
    if !scale.selector.is_empty() {
        status.insert("selector".to_owned(), scale.selector.into());
    }
    Ok(Some(json!({
        "apiVersion": API_VERSION,
        "kind": KIND,
        "metadata": metadata.collect::<Map<_, _>>(),
        "spec": spec,
        "status": status,
    })))
}
