//! Resources embedded in a resource: their type and metadata.

use serde_json::{Map, Value};
use wheelwright_cel::KubeVersion;
use wheelwright_grammar::name;

use crate::error::FieldError;
use crate::errors::Errors;
use crate::node::Node;
use crate::object_meta::{self, NameRule, ObjectMeta};
use crate::path::{At, FieldPath};

/// What happens to a type or metadata that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Malformed {
    /// It is an error: the object comes from a client.
    Refuse,
    /// It is dropped: the object comes from storage.
    Drop,
}

/// Reads the types and the metadata of embedded resources and writes them back, which drops what metadata cannot have;
/// the paths of that are added to `removed`, sorted. With `is_resource`, the value itself counts as embedded.
pub(crate) fn coerce(
    value: &mut Value,
    node: &Node,
    is_resource: bool,
    malformed: Malformed,
    removed: &mut Vec<String>,
) -> Result<(), FieldError> {
    let first = removed.len();
    let embedded = is_resource || node.embedded;
    let result = Coercer { malformed, removed }.coerce(value, node, embedded, At::ROOT);
    if let Some(new) = removed.get_mut(first..) {
        new.sort_unstable();
    }
    result
}

struct Coercer<'c> {
    malformed: Malformed,
    removed: &'c mut Vec<String>,
}

impl Coercer<'_> {
    fn coerce(
        &mut self,
        value: &mut Value,
        node: &Node,
        embedded: bool,
        at: At<'_>,
    ) -> Result<(), FieldError> {
        if !embedded && !node.below.embedded {
            return Ok(());
        }
        match value {
            Value::Object(members) => {
                if embedded {
                    self.coerce_type(members, "apiVersion", at)?;
                    self.coerce_type(members, "kind", at)?;
                    self.coerce_metadata(members, at)?;
                }
                for (name, member) in members {
                    if let Some(property) = node.properties.get(name) {
                        self.coerce(member, property, property.embedded, at.child(name))?;
                    } else if let Some(schema) = node.additional.schema() {
                        self.coerce(member, schema, schema.embedded, at.key(name))?;
                    }
                }
                Ok(())
            }
            Value::Array(items) => {
                let Some(schema) = node.items.as_deref() else {
                    return Ok(());
                };
                let coerce = |(position, item)| {
                    self.coerce(item, schema, schema.embedded, at.index(position))
                };
                items.iter_mut().enumerate().try_for_each(coerce)
            }
            _ => Ok(()),
        }
    }

    fn coerce_type(
        &self,
        members: &mut Map<String, Value>,
        name: &str,
        at: At<'_>,
    ) -> Result<(), FieldError> {
        match members.get(name) {
            None | Some(Value::String(_)) => Ok(()),
            Some(_) if self.malformed == Malformed::Drop => {
                members.remove(name);
                Ok(())
            }
            Some(other) => Err(FieldError::invalid(
                at.child(name).to_path(),
                other.clone(),
                "must be a string",
            )),
        }
    }

    fn coerce_metadata(
        &mut self,
        members: &mut Map<String, Value>,
        at: At<'_>,
    ) -> Result<(), FieldError> {
        let Some(value) = members.get_mut("metadata") else {
            return Ok(());
        };
        let path = at.field("metadata");
        let meta = match (ObjectMeta::decode(value), self.malformed) {
            (Ok((meta, unknown)), _) => {
                // The server forms these paths with brackets around map keys, unlike those of pruned fields.
                self.removed.extend(
                    unknown
                        .into_iter()
                        .map(|field| format!("{}.{field}", path.to_path())),
                );
                meta
            }
            (Err(error), Malformed::Refuse) => {
                return Err(FieldError::invalid(
                    path.to_path(),
                    value.clone(),
                    error.to_string(),
                ));
            }
            (Err(_), Malformed::Drop) => match ObjectMeta::decode_leniently(value) {
                Some(meta) => meta,
                None => return Ok(()),
            },
        };
        *value = meta.to_value();
        Ok(())
    }
}

/// Every error in the types and the metadata of embedded resources.
pub(crate) fn validate(
    value: &Value,
    node: &Node,
    is_resource: bool,
    server: KubeVersion,
    at: At<'_>,
) -> Vec<FieldError> {
    let mut errors = Errors::default();
    visit(value, node, is_resource, server, at, &mut errors);
    errors.into_list()
}

fn visit(
    value: &Value,
    node: &Node,
    is_resource: bool,
    server: KubeVersion,
    at: At<'_>,
    errors: &mut Errors,
) {
    let embedded = is_resource || node.embedded;
    if !embedded && !node.below.embedded || errors.is_full() {
        return;
    }
    match value {
        Value::Object(members) => {
            if embedded {
                validate_resource(members, server, at, errors);
            }
            for (name, member) in members {
                if let Some(property) = node.properties.get(name) {
                    visit(member, property, false, server, at.child(name), errors);
                } else if let Some(schema) = node.additional.schema() {
                    visit(member, schema, false, server, at.key(name), errors);
                }
            }
        }
        Value::Array(items) => {
            if let Some(schema) = node.items.as_deref() {
                for (position, item) in items.iter().enumerate() {
                    visit(item, schema, false, server, at.index(position), errors);
                }
            }
        }
        _ => {}
    }
}

fn validate_resource(
    members: &Map<String, Value>,
    server: KubeVersion,
    at: At<'_>,
    errors: &mut Errors,
) {
    validate_type(
        members,
        at.field("apiVersion"),
        "apiVersion",
        errors,
        |text| {
            (text.matches('/').count() > 1)
                .then(|| format!("unexpected GroupVersion string: {text}"))
        },
    );
    validate_type(members, at.field("kind"), "kind", errors, |text| {
        let complaints = name::kind(text);
        (!complaints.is_empty()).then(|| name::server(&complaints))
    });
    if let Some(value) = members.get("metadata") {
        let path = at.field("metadata").to_path();
        match ObjectMeta::decode(value) {
            Err(error) => {
                errors.add(|| FieldError::invalid(path, value.clone(), error.to_string()));
            }
            Ok((meta, _)) => errors.extend(validate_metadata(meta, server, &path)),
        }
    }
}

fn validate_metadata(
    mut meta: ObjectMeta,
    server: KubeVersion,
    path: &FieldPath,
) -> Vec<FieldError> {
    if meta.name.is_empty() {
        // An embedded resource needs no name.
        "name".clone_into(&mut meta.name);
    }
    let namespaced = !meta.namespace.is_empty();
    object_meta::validate(&meta, namespaced, NameRule::PathSegment, server, path)
}

fn validate_type(
    members: &Map<String, Value>,
    at: At<'_>,
    name: &str,
    errors: &mut Errors,
    complaint: impl Fn(&str) -> Option<String>,
) {
    match members.get(name) {
        None => errors.add(|| FieldError::required(at.to_path(), "")),
        Some(Value::String(text)) if text.is_empty() => {
            errors.add(|| FieldError::invalid(at.to_path(), "", "must not be empty"));
        }
        Some(Value::String(text)) => {
            errors.extend(
                complaint(text)
                    .map(|detail| FieldError::invalid(at.to_path(), text.as_str(), detail)),
            );
        }
        Some(other) => {
            errors.add(|| FieldError::invalid(at.to_path(), other.clone(), "must be a string"));
        }
    }
}
