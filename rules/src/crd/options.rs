//! What the server asks for on an update only if the old CRD already had it. Source: `validationOptions` of
//! apiextensions' validation and the functions that fill it in.

use super::ca_bundle;
use super::cel::{self, Preexisting};
use super::model::{Crd, Spec};
use super::{convertible, defaults, list_type, structural};
use crate::path::At;
use crate::schema::Schema;
use wheelwright_cel::KubeVersion;
use wheelwright_grammar::vocabulary;

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a rule that may be waived by itself"
)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Options<'o> {
    pub(super) rules: cel::Rules<'o>,
    pub(super) recognized_review_version: bool,
    pub(super) immutable_names: bool,
    pub(super) schema: bool,
    pub(super) known_types: bool,
    pub(super) structural: bool,
    pub(super) pruned_defaults: bool,
    pub(super) atomic_sets: bool,
    pub(super) list_map_keys: bool,
    pub(super) valid_ca_bundle: bool,
}

impl<'o> Options<'o> {
    pub(super) fn create(server: KubeVersion, preexisting: &'o Preexisting<'o>) -> Self {
        Self {
            rules: cel::Rules {
                server,
                preexisting,
                limits_each: true,
            },
            recognized_review_version: true,
            immutable_names: false,
            schema: true,
            known_types: true,
            structural: true,
            pruned_defaults: true,
            atomic_sets: true,
            list_map_keys: true,
            valid_ca_bundle: false,
        }
    }

    pub(super) fn update(old: &Crd, server: KubeVersion, preexisting: &'o Preexisting<'o>) -> Self {
        let spec = &old.spec;
        let none =
            |is_faulty: fn(&Schema) -> bool| !spec.schemas().any(|schema| schema.any(&is_faulty));
        Self {
            rules: cel::Rules {
                server,
                preexisting,
                limits_each: true,
            },
            recognized_review_version: spec.conversion.as_ref().is_none_or(|conversion| {
                let versions = &conversion.review_versions;
                versions.is_empty()
                    || versions
                        .iter()
                        .any(|name| vocabulary::REVIEW_VERSIONS.contains(&name.as_str()))
            }),
            immutable_names: old.status.is_established,
            schema: has_all_schemas(spec),
            known_types: none(has_unknown_type),
            structural: spec.schemas().all(|schema| is_structural(schema, server)),
            pruned_defaults: !spec
                .schemas()
                .any(|schema| has_unpruned_default(schema, server)),
            atomic_sets: none(list_type::is_set_of_granular_items),
            list_map_keys: none(list_type::has_faulty_keys),
            valid_ca_bundle: old.status.is_established && !has_invalid_ca_bundle(spec),
        }
    }
}

pub(super) fn has_unknown_type(schema: &Schema) -> bool {
    !schema.type_name.is_empty() && !vocabulary::TYPES.contains(&schema.type_name.as_str())
}

fn has_all_schemas(spec: &Spec) -> bool {
    let has_schema = |place: &super::model::PerVersion| {
        place.schema.as_ref().is_some_and(|v| v.schema.is_some())
    };
    has_schema(&spec.common) || spec.versions.iter().all(|version| has_schema(&version.own))
}

fn is_structural(schema: &Schema, server: KubeVersion) -> bool {
    convertible::error(schema).is_none() && structural::check(schema, server, At::ROOT).is_empty()
}

fn has_unpruned_default(schema: &Schema, server: KubeVersion) -> bool {
    schema.any(&|schema: &Schema| schema.default.is_some())
        && is_structural(schema, server)
        && defaults::are_unpruned(schema)
}

fn has_invalid_ca_bundle(spec: &Spec) -> bool {
    let client = spec
        .conversion
        .as_ref()
        .and_then(|conversion| conversion.client.as_ref());
    client.is_some_and(|client| {
        !client.ca_bundle.is_empty() && ca_bundle::check(&client.ca_bundle).is_err()
    })
}
