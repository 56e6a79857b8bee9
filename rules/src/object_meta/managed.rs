//! `managedFields`: who wrote which fields. The server keeps them itself, and what a client says of them counts little.

use serde_json::{Map, Value};

use super::validate::OPERATIONS;
use super::{ObjectMeta, Time, replace, timestamp};
use crate::decode::{Decoder, Step};

/// One entry of `managedFields`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ManagedFields {
    pub(super) manager: String,
    pub(super) operation: String,
    api_version: String,
    time: Option<Time>,
    pub(super) fields_type: String,
    fields: Option<Value>,
    pub(super) subresource: String,
}

impl ManagedFields {
    pub(super) fn decode<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Self> {
        let mut entry = Self::default();
        decoder.structure(value, "v1.ManagedFieldsEntry", |decoder, key, value| {
            match key {
                "manager" => replace(&mut entry.manager, decoder.string(value)),
                "operation" => {
                    replace(
                        &mut entry.operation,
                        decoder.string_of(value, "v1.ManagedFieldsOperationType"),
                    );
                }
                "apiVersion" => replace(&mut entry.api_version, decoder.string(value)),
                "time" => entry.time = timestamp(decoder, value)?,
                "fieldsType" => replace(&mut entry.fields_type, decoder.string(value)),
                "fieldsV1" => entry.fields = (!value.is_null()).then(|| value.clone()),
                "subresource" => replace(&mut entry.subresource, decoder.string(value)),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(entry)
    }

    pub(super) fn to_value(&self) -> Value {
        let mut members = Map::new();
        for (key, text) in [
            ("manager", &self.manager),
            ("operation", &self.operation),
            ("apiVersion", &self.api_version),
            ("fieldsType", &self.fields_type),
            ("subresource", &self.subresource),
        ] {
            if !text.is_empty() {
                members.insert(key.to_owned(), text.as_str().into());
            }
        }
        members.extend(
            self.time
                .map(|time| ("time".to_owned(), time.to_string().into())),
        );
        members.extend(
            self.fields
                .clone()
                .map(|fields| ("fieldsV1".to_owned(), fields)),
        );
        Value::Object(members)
    }

    fn has_fields(&self) -> bool {
        let fields = self.fields.as_ref().and_then(Value::as_object);
        fields.is_some_and(|fields| !fields.is_empty())
    }

    /// Whether the server can read the entry. Fields are looked at on the outside only.
    fn is_readable(&self) -> bool {
        let is_element = |key: &String| key == "." || key.as_bytes().get(1) == Some(&b':');
        let fields = match &self.fields {
            None => true,
            Some(Value::Object(fields)) => fields.keys().all(is_element),
            Some(_) => false,
        };
        OPERATIONS.contains(&self.operation.as_str())
            && !self.api_version.is_empty()
            && self.fields_type == "FieldsV1"
            && fields
    }
}

impl ObjectMeta {
    /// Gives up what a new object says of its managers: whoever creates it wrote all its fields.
    pub(crate) fn forget_managers(&mut self) {
        self.managed_fields.clear();
    }

    /// Whether an entry, apart from empty ones, names an operation that there is not.
    pub(super) fn has_unknown_operation(&self) -> bool {
        self.managed_fields.iter().any(|entry| {
            *entry != ManagedFields::default() && !OPERATIONS.contains(&entry.operation.as_str())
        })
    }

    /// Takes the managers from the stored object if the new one names none, or one that cannot be read: clients that know
    /// nothing of them are not to lose them. A single empty entry asks to forget them. Entries without fields, or of a
    /// version that there is not, are dropped. Source: `decodeLiveOrNew` of apimachinery's managed fields.
    pub(crate) fn keep_managers(&mut self, stored: &Self, is_version: impl Fn(&str) -> bool) {
        let are_readable =
            |entries: &[ManagedFields]| entries.iter().all(ManagedFields::is_readable);
        if self.managed_fields == [ManagedFields::default()] {
            self.forget_managers();
        } else if self.managed_fields.is_empty() || !are_readable(&self.managed_fields) {
            self.managed_fields.clone_from(&stored.managed_fields);
            if !are_readable(&self.managed_fields) {
                self.forget_managers();
            }
        }
        self.managed_fields
            .retain(|entry| entry.has_fields() && is_version(&entry.api_version));
    }
}
