//! A `CustomResourceDefinition` as the server holds it while it validates: what all versions agree on is moved to the
//! spec, and errors name it there.

use serde_json::Value;

use crate::object_meta::ObjectMeta;
use crate::schema::Schema;

#[derive(Clone, Debug, Default)]
pub(crate) struct Crd {
    pub(crate) meta: ObjectMeta,
    pub(crate) spec: Spec,
    pub(crate) status: Status,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Spec {
    pub(crate) group: String,
    pub(crate) names: Names,
    pub(crate) scope: String,
    pub(crate) versions: Vec<Version>,
    /// Whether the list of versions is there at all; the server prints an absent one as null.
    pub(crate) has_versions: bool,
    pub(crate) conversion: Option<Conversion>,
    pub(crate) preserve_unknown_fields: bool,
    /// What all versions agree on.
    pub(crate) common: PerVersion,
}

#[expect(
    clippy::struct_field_names,
    reason = "the fields are those of the API type"
)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names {
    pub(crate) plural: String,
    pub(crate) singular: String,
    pub(crate) short_names: Vec<String>,
    pub(crate) kind: String,
    pub(crate) list_kind: String,
    pub(crate) categories: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Version {
    pub(crate) name: String,
    pub(crate) served: bool,
    pub(crate) storage: bool,
    pub(crate) deprecated: bool,
    pub(crate) deprecation_warning: Option<String>,
    /// What other versions have otherwise.
    pub(crate) own: PerVersion,
}

/// What a version has for itself or shares with all others.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PerVersion {
    pub(crate) schema: Option<Validation>,
    pub(crate) subresources: Option<Subresources>,
    pub(crate) columns: Option<Vec<Column>>,
    pub(crate) selectable_fields: Option<Vec<String>>,
}

/// The field `schema` of a version; it may be there without a schema in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Validation {
    pub(crate) schema: Option<Schema>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Subresources {
    pub(crate) status: bool,
    pub(crate) scale: Option<Scale>,
}

#[expect(
    clippy::struct_field_names,
    reason = "the fields are those of the API type"
)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) spec_replicas_path: String,
    pub(crate) status_replicas_path: String,
    pub(crate) label_selector_path: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) type_name: String,
    pub(crate) format: String,
    pub(crate) description: String,
    pub(crate) priority: i32,
    pub(crate) json_path: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Conversion {
    pub(crate) strategy: String,
    pub(crate) client: Option<ClientConfig>,
    pub(crate) review_versions: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ClientConfig {
    pub(crate) url: Option<String>,
    pub(crate) service: Option<Service>,
    pub(crate) ca_bundle: Vec<u8>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Service {
    pub(crate) namespace: String,
    pub(crate) name: String,
    pub(crate) path: Option<String>,
    pub(crate) port: Option<i32>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Status {
    pub(crate) accepted_names: Names,
    pub(crate) stored_versions: Vec<String>,
    /// Whether the list is there at all; the server prints an absent one as null.
    pub(crate) has_stored_versions: bool,
    pub(crate) is_established: bool,
}

impl Crd {
    pub(crate) fn storage_version(&self) -> Option<&str> {
        self.spec
            .versions
            .iter()
            .find(|version| version.storage)
            .map(|version| version.name.as_str())
    }

    /// Appends the storage version to the stored ones, as every write does.
    pub(crate) fn remember_storage_version(&mut self) {
        if let Some(name) = self.storage_version().map(str::to_owned)
            && !self.status.stored_versions.contains(&name)
        {
            self.status.stored_versions.push(name);
        }
    }
}

impl Spec {
    /// The schema of a version: its own, or that of all versions.
    pub(crate) fn schema_of<'s>(&'s self, version: &'s Version) -> Option<&'s Schema> {
        let own = version.own.schema.as_ref();
        own.or(self.common.schema.as_ref())?.schema.as_ref()
    }

    /// The subresources of a version: its own, or those of all versions.
    pub(crate) fn subresources_of<'s>(&'s self, version: &'s Version) -> Option<&'s Subresources> {
        let own = version.own.subresources.as_ref();
        own.or(self.common.subresources.as_ref())
    }

    /// The printer columns of a version: its own, or those of all versions.
    pub(crate) fn columns_of<'s>(&'s self, version: &'s Version) -> &'s [Column] {
        let own = version.own.columns.as_deref();
        own.or(self.common.columns.as_deref()).unwrap_or_default()
    }

    /// The selectable fields of a version: its own, or those of all versions.
    pub(crate) fn selectable_fields_of<'s>(&'s self, version: &'s Version) -> &'s [String] {
        let own = version.own.selectable_fields.as_deref();
        own.or(self.common.selectable_fields.as_deref())
            .unwrap_or_default()
    }

    /// Every schema there is: the common one, or those of the versions.
    pub(crate) fn schemas(&self) -> impl Iterator<Item = &Schema> {
        std::iter::once(&self.common)
            .chain(self.versions.iter().map(|version| &version.own))
            .filter_map(|place| place.schema.as_ref()?.schema.as_ref())
    }
}

/// A value that nothing here looks into.
pub(crate) fn member<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    value.as_object()?.get(name)
}
