//! Reading an object: from a client, or from storage.

use serde_json::{Map, Value};

use crate::default::{drop_nulls, set_defaults};
use crate::embedded::{self, Malformed};
use crate::node::Node;
use crate::number::normalize;
use crate::object_meta::ObjectMeta;
use crate::print::{go_json, go_value};
use crate::prune::prune_resource;
use crate::rules::{Compiled, Rules};
use crate::type_meta::{TypeMeta, split_group};

/// An object in the form that the server works with.
pub(crate) struct Read {
    pub(crate) members: Map<String, Value>,
    /// The metadata as a structure; the members have the same.
    pub(crate) meta: Option<ObjectMeta>,
    pub(crate) unknown_fields: Vec<String>,
    pub(crate) kind: String,
    pub(crate) api_version: String,
}

/// Reads an object as a request has it: prunes, drops nulls, coerces embedded resources and metadata, sets defaults, all
/// by the version that the object says it has. The error is the server's text.
pub(crate) fn read(rules: &Rules, object: Value, malformed: Malformed) -> Result<Read, String> {
    let mut read = read_without_defaults(rules, object, malformed)?;
    if let Some(compiled) = version_of(rules, &read) {
        let mut object = Value::Object(std::mem::take(&mut read.members));
        set_defaults(&mut object, compiled.node());
        read.members = into_members(object);
    }
    Ok(read)
}

/// Reads an object as a conversion leaves it: as [`read`], but without defaults.
pub(crate) fn read_without_defaults(
    rules: &Rules,
    object: Value,
    malformed: Malformed,
) -> Result<Read, String> {
    let TypeMeta { api_version, kind } = TypeMeta::read(&object)?;
    let Value::Object(members) = object else {
        return Err(missing_kind("null"));
    };
    split_group(&api_version)?;
    if kind.is_empty() {
        return Err(missing_kind(&go_json(&Value::Object(members))));
    }
    if members.get("apiVersion").is_some_and(Value::is_null) {
        return Err(
            ".apiVersion accessor error: <nil> is of the type <nil>, expected string".to_owned(),
        );
    }
    let mut read = Read {
        members,
        meta: None,
        unknown_fields: Vec::new(),
        kind,
        api_version,
    };
    let nothing_declared = Node::default();
    let node = is_of(rules, &read)
        .then(|| version_of(rules, &read).map_or(&nothing_declared, Compiled::node));
    coerce(&mut read, node, malformed)?;
    Ok(read)
}

fn is_of(rules: &Rules, read: &Read) -> bool {
    split_group(&read.api_version).is_ok_and(|(group, _)| group == rules.group())
        && read.kind == rules.kind()
}

fn version_of<'r>(rules: &'r Rules, read: &Read) -> Option<&'r Compiled> {
    let (_, version) = split_group(&read.api_version).ok()?;
    rules.compiled(version).filter(|_| is_of(rules, read))
}

/// Prunes, drops nulls, and coerces, and puts type and metadata back.
fn coerce(read: &mut Read, node: Option<&Node>, malformed: Malformed) -> Result<(), String> {
    read.meta = metadata(&read.members, malformed, &mut read.unknown_fields)?;
    read.members.values_mut().for_each(normalize);
    if let Some(node) = node {
        let mut object = Value::Object(std::mem::take(&mut read.members));
        prune_resource(&mut object, node, &mut read.unknown_fields);
        drop_nulls(&mut object, node);
        embedded::coerce(
            &mut object,
            node,
            false,
            malformed,
            &mut read.unknown_fields,
        )
        .map_err(|error| error.to_string())?;
        read.members = into_members(object);
        if malformed == Malformed::Drop
            && let Some(meta) = read.meta.as_mut()
        {
            // Very old objects have none.
            meta.generation = if meta.generation == 0 {
                1
            } else {
                meta.generation
            };
        }
    }
    read.members
        .insert("kind".to_owned(), read.kind.as_str().into());
    if read.members.contains_key("apiVersion") {
        read.members
            .insert("apiVersion".to_owned(), read.api_version.as_str().into());
    }
    if let Some(meta) = &read.meta {
        read.members.insert("metadata".to_owned(), meta.to_value());
    }
    Ok(())
}

fn metadata(
    members: &Map<String, Value>,
    malformed: Malformed,
    unknown_fields: &mut Vec<String>,
) -> Result<Option<ObjectMeta>, String> {
    let Some(value) = members.get("metadata") else {
        return Ok(None);
    };
    match (ObjectMeta::decode(value), malformed) {
        (Ok((meta, unknown)), _) => {
            unknown_fields.extend(unknown.into_iter().map(|field| format!("metadata.{field}")));
            Ok(Some(meta))
        }
        (Err(error), Malformed::Refuse) => Err(error.to_string()),
        (Err(_), Malformed::Drop) => match ObjectMeta::decode_leniently(value) {
            Some(meta) => Ok(Some(meta)),
            None => Err(format!(
                "invalid metadata: expected object, got {}",
                go_value(value)
            )),
        },
    }
}

fn missing_kind(body: &str) -> String {
    format!("Object 'Kind' is missing in '{body}'")
}

fn into_members(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
