//! What a migration reads of a CRD.

use serde::Deserialize;
use serde_json::Value;
use wheelwright_grammar::version;

use crate::access::Right;
use crate::error::MigrationError;

/// The condition in which the server's own migrator says how it ended, and its reasons.
pub(crate) const STORAGE_MIGRATING: &str = "StorageMigrating";
const MIGRATION_FAILED: &str = "MigrationFailed";
const MIGRATION_SUCCEEDED: &str = "MigrationSucceeded";

/// A CRD, as the server has it. Schemas are skipped unread, whatever their depth.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Definition {
    pub(crate) metadata: Metadata,
    pub(crate) spec: Spec,
    #[serde(default)]
    pub(crate) status: Status,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Metadata {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) uid: String,
    #[serde(default)]
    pub(crate) resource_version: String,
    #[serde(default)]
    pub(crate) generation: i64,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Spec {
    pub(crate) group: String,
    pub(crate) names: Names,
    pub(crate) versions: Vec<Version>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Names {
    pub(crate) plural: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Version {
    pub(crate) name: String,
    pub(crate) served: bool,
    pub(crate) storage: bool,
    #[serde(default)]
    pub(crate) deprecated: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Status {
    #[serde(default)]
    pub(crate) stored_versions: Vec<String>,
    #[serde(default)]
    pub(crate) conditions: Vec<Value>,
}

impl Definition {
    /// The version that is stored; a server takes no CRD without one.
    pub(crate) fn storage(&self) -> &str {
        let storage = self.spec.versions.iter().find(|version| version.storage);
        storage.map_or("", |version| version.name.as_str())
    }

    pub(crate) fn version(&self, name: &str) -> Option<&Version> {
        self.spec
            .versions
            .iter()
            .find(|version| version.name == name)
    }

    pub(crate) fn is_served(&self, name: &str) -> bool {
        self.version(name).is_some_and(|version| version.served)
    }

    /// The version to ask at: the stored one, for which the server converts least, else the served one of the highest priority.
    pub(crate) fn asked(&self) -> Option<&str> {
        let storage = self.storage();
        if self.is_served(storage) {
            return Some(storage);
        }
        let served = self.spec.versions.iter().filter(|version| version.served);
        let mut names: Vec<&str> = served.map(|version| version.name.as_str()).collect();
        version::sort_by_priority(&mut names);
        names.first().copied()
    }

    /// The version to ask at, which there must be.
    pub(crate) fn asked_for(&self) -> Result<&str, MigrationError> {
        self.asked().ok_or_else(|| MigrationError::NotServed {
            name: self.metadata.name.clone(),
        })
    }

    /// The right to do so with its objects.
    pub(crate) fn right(&self, verb: &'static str) -> Right<'_> {
        Right {
            verb,
            group: &self.spec.group,
            resource: &self.spec.names.plural,
            subresource: "",
        }
    }

    /// Whether objects may be stored at the storage version alone.
    pub(crate) fn is_migrated(&self) -> bool {
        self.status.stored_versions == [self.storage()] && !self.is_untrusted()
    }

    pub(crate) fn is_untrusted(&self) -> bool {
        is_untrusted(&self.status.conditions)
    }

    /// The conditions, once another migrator did what the server's did not.
    pub(crate) fn trusted_conditions(&self) -> Option<Vec<Value>> {
        self.is_untrusted().then(|| {
            let mut conditions = self.status.conditions.clone();
            for condition in &mut conditions {
                if condition["type"] == STORAGE_MIGRATING && condition["reason"] == MIGRATION_FAILED
                {
                    condition["reason"] = MIGRATION_SUCCEEDED.into();
                    condition["message"] =
                        "a later migration, by a client, stored all objects anew".into();
                }
            }
            conditions
        })
    }

    /// The path of all objects at a version.
    pub(crate) fn objects(&self, version: &str) -> String {
        format!(
            "/apis/{}/{version}/{}",
            self.spec.group, self.spec.names.plural
        )
    }

    /// The path of an object at a version; `namespace` is empty for a cluster's object.
    pub(crate) fn object(&self, version: &str, namespace: &str, name: &str) -> String {
        let (group, plural) = (&self.spec.group, &self.spec.names.plural);
        if namespace.is_empty() {
            format!("/apis/{group}/{version}/{plural}/{name}")
        } else {
            format!("/apis/{group}/{version}/namespaces/{namespace}/{plural}/{name}")
        }
    }
}

/// Whether the server's own migrator failed, by the conditions of a CRD: it sets `status.storedVersions` all the same
/// (kube-controller-manager 1.37).
#[must_use]
pub fn is_untrusted<'c>(conditions: impl IntoIterator<Item = &'c Value>) -> bool {
    conditions.into_iter().any(|condition| {
        condition["type"] == STORAGE_MIGRATING && condition["reason"] == MIGRATION_FAILED
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn definition(versions: &[(&str, bool, bool)], status: &Value) -> Definition {
        let versions: Vec<Value> = versions
            .iter()
            .map(|(name, served, storage)| json!({"name": name, "served": served, "storage": storage, "schema": {}}))
            .collect();
        serde_json::from_value(json!({
            "metadata": {"name": "pizzas.example.com"},
            "spec": {"group": "example.com", "names": {"plural": "pizzas"}, "versions": versions},
            "status": status,
        }))
        .unwrap()
    }

    #[test]
    fn it_asks_at_the_stored_version_unless_that_is_not_served() {
        let of = |versions: &[(&str, bool, bool)]| {
            let definition = definition(versions, &json!({}));
            definition.asked().map(str::to_owned)
        };
        let both = [("v1beta1", true, true), ("v1", true, false)];
        assert_eq!(of(&both).as_deref(), Some("v1beta1"));
        let hidden = [
            ("v1", false, true),
            ("v1alpha1", true, false),
            ("v1beta1", true, false),
        ];
        assert_eq!(of(&hidden).as_deref(), Some("v1beta1"));
        assert_eq!(of(&[("v1", false, true)]), None);
        let definition = definition(&both, &json!({}));
        let path = definition.object("v1", "", "big");
        assert_eq!(path, "/apis/example.com/v1/pizzas/big");
        let path = definition.object("v1", "here", "big");
        assert_eq!(path, "/apis/example.com/v1/namespaces/here/pizzas/big");
    }

    #[test]
    fn what_a_failed_migration_of_the_server_left_is_not_trusted() {
        let versions = [("v1", true, true), ("v1alpha1", true, false)];
        let failed = json!({
            "storedVersions": ["v1"],
            "conditions": [
                {"type": "Established", "status": "True", "reason": "InitialNamesAccepted"},
                {"type": "StorageMigrating", "status": "False", "reason": "MigrationFailed", "message": "The migration has failed"},
            ],
        });
        let failed = definition(&versions, &failed);
        assert!(failed.is_untrusted() && !failed.is_migrated());
        let trusted = failed.trusted_conditions().unwrap();
        assert_eq!(trusted[0], failed.status.conditions[0]);
        let again = json!({"storedVersions": ["v1"], "conditions": trusted});
        let again = definition(&versions, &again);
        assert!(again.is_migrated() && again.trusted_conditions().is_none());
    }
}
