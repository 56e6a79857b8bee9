//! `ObjectMeta`, of a resource and of resources embedded in it: a type of the server's own, whatever the schema says.

mod managed;
mod owner;
mod time;
mod validate;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::decode::{DecodeError, Decoder, Step};
pub(crate) use managed::ManagedFields;
pub(crate) use owner::OwnerReference;
pub(crate) use time::Time;
pub(crate) use validate::{
    NameRule, finalizer_warnings, validate, validate_managers, validate_update,
};

/// The metadata of an object as the server holds it. What is empty is not there.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ObjectMeta {
    pub(crate) name: String,
    pub(crate) generate_name: String,
    pub(crate) namespace: String,
    pub(crate) self_link: String,
    pub(crate) uid: String,
    pub(crate) resource_version: String,
    pub(crate) generation: i64,
    pub(crate) creation_timestamp: Option<Time>,
    pub(crate) deletion_timestamp: Option<Time>,
    pub(crate) deletion_grace_period_seconds: Option<i64>,
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) annotations: BTreeMap<String, String>,
    pub(crate) owner_references: Vec<OwnerReference>,
    pub(crate) finalizers: Vec<String>,
    pub(crate) managed_fields: Vec<ManagedFields>,
}

const META: &str = "v1.ObjectMeta";

impl ObjectMeta {
    /// Reads metadata, and lists the fields that it cannot have.
    pub(crate) fn decode(value: &Value) -> Step<(Self, Vec<String>)> {
        let mut decoder = Decoder::of_values();
        let mut meta = Self::default();
        decoder.structure(value, META, |decoder, key, value| {
            meta.field(decoder, key, value)
        })?;
        Ok((meta, decoder.finish()?))
    }

    /// Reads metadata that is part of a larger document.
    pub(crate) fn read<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Self> {
        let mut meta = Self::default();
        decoder.structure(value, META, |decoder, key, value| {
            meta.field(decoder, key, value)
        })?;
        Ok(meta)
    }

    /// Reads metadata field by field and leaves out what cannot be read, as the server does with what it has stored.
    pub(crate) fn decode_leniently(value: &Value) -> Option<Self> {
        let members = value.as_object()?;
        let mut meta = Self::default();
        for (key, member) in members {
            let mut decoder = Decoder::of_values();
            let mut read = meta.clone();
            if read.field(&mut decoder, key, member).is_ok() && decoder.finish().is_ok() {
                meta = read;
            }
        }
        Some(meta)
    }

    fn field<'v>(&mut self, decoder: &mut Decoder<'v>, key: &str, value: &'v Value) -> Step<bool> {
        match key {
            "name" => replace(&mut self.name, decoder.string(value)),
            "generateName" => replace(&mut self.generate_name, decoder.string(value)),
            "namespace" => replace(&mut self.namespace, decoder.string(value)),
            "selfLink" => replace(&mut self.self_link, decoder.string(value)),
            "uid" => replace(&mut self.uid, decoder.string_of(value, "types.UID")),
            "resourceVersion" => replace(&mut self.resource_version, decoder.string(value)),
            "generation" => replace(&mut self.generation, decoder.int64(value)),
            "creationTimestamp" => self.creation_timestamp = timestamp(decoder, value)?,
            "deletionTimestamp" => self.deletion_timestamp = timestamp(decoder, value)?,
            "deletionGracePeriodSeconds" => {
                self.deletion_grace_period_seconds = decoder.int64(value);
            }
            "labels" => self.labels = strings_by_name(decoder, value)?,
            "annotations" => self.annotations = strings_by_name(decoder, value)?,
            "ownerReferences" => {
                let list = decoder.list(value, "[]v1.OwnerReference", OwnerReference::decode)?;
                self.owner_references = list.unwrap_or_default();
            }
            "finalizers" => self.finalizers = decoder.strings(value)?.unwrap_or_default(),
            "managedFields" => {
                let list = decoder.list(value, "[]v1.ManagedFieldsEntry", ManagedFields::decode)?;
                self.managed_fields = list.unwrap_or_default();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether it does not say which version of the object it is of.
    pub(crate) fn names_no_version(&self) -> bool {
        self.resource_version.is_empty() || self.resource_version.parse() == Ok(0_u64)
    }

    /// The metadata as JSON: what is empty is left out, times are in UTC without fractions.
    pub(crate) fn to_value(&self) -> Value {
        let mut members = Map::new();
        let mut text = |key: &str, text: &str| {
            if !text.is_empty() {
                members.insert(key.to_owned(), text.into());
            }
        };
        text("name", &self.name);
        text("generateName", &self.generate_name);
        text("namespace", &self.namespace);
        text("selfLink", &self.self_link);
        text("uid", &self.uid);
        text("resourceVersion", &self.resource_version);
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                members.insert(key.to_owned(), value);
            }
        };
        put(
            "generation",
            (self.generation != 0).then(|| self.generation.into()),
        );
        put(
            "creationTimestamp",
            self.creation_timestamp.map(|time| time.to_string().into()),
        );
        put(
            "deletionTimestamp",
            self.deletion_timestamp.map(|time| time.to_string().into()),
        );
        put(
            "deletionGracePeriodSeconds",
            self.deletion_grace_period_seconds.map(Value::from),
        );
        put("labels", non_empty(&self.labels));
        put("annotations", non_empty(&self.annotations));
        put(
            "ownerReferences",
            list(&self.owner_references, OwnerReference::to_value),
        );
        put(
            "finalizers",
            list(&self.finalizers, |name| name.as_str().into()),
        );
        put(
            "managedFields",
            list(&self.managed_fields, ManagedFields::to_value),
        );
        Value::Object(members)
    }
}

fn replace<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

fn strings_by_name<'v>(
    decoder: &mut Decoder<'v>,
    value: &'v Value,
) -> Step<BTreeMap<String, String>> {
    let map = decoder.map(value, "map[string]string", |decoder, text, value| {
        *text = decoder.string(value).unwrap_or_default();
        Ok(())
    })?;
    Ok(map.unwrap_or_default())
}

/// A time; the first second of year one is the server's "no time".
pub(crate) fn timestamp<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Option<Time>> {
    decoder.boundary(|decoder| match decoder.string(value) {
        None => Ok(None),
        Some(text) => match Time::parse(&text) {
            Ok(time) => Ok((!time.is_zero()).then_some(time)),
            Err(error) => Err(DecodeError::Message(error.to_string())),
        },
    })
}

fn non_empty(map: &BTreeMap<String, String>) -> Option<Value> {
    (!map.is_empty()).then(|| {
        map.iter()
            .map(|(key, value)| (key.clone(), Value::from(value.as_str())))
            .collect()
    })
}

fn list<T>(items: &[T], to_value: impl Fn(&T) -> Value) -> Option<Value> {
    (!items.is_empty()).then(|| items.iter().map(to_value).collect())
}
