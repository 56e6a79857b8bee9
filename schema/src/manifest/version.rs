//! The versions of a CRD: which there are, and what the manifest says of each.

use serde_json::{Map, Value, json};
use wheelwright_grammar::version::compare;

use super::{columns, object::Object};
use crate::table::Root;
pub use crate::table::{Deprecation, Scope};

/// One version of a kind, as the CRD lists it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Version {
    /// The name: `v1beta1`.
    pub name: &'static str,
    /// Whether the API server serves it.
    pub served: bool,
    /// Whether objects are stored at it.
    pub storage: bool,
    /// Whether it is deprecated.
    pub deprecation: Deprecation,
    /// What the attributes on the spec struct say.
    pub root: &'static Root,
}

/// All versions that the roots name, by Kubernetes' version priority, the highest first. A version that is alone is the
/// storage version, said or not.
pub(crate) fn versions(roots: &[&'static Root]) -> Vec<Version> {
    let mut versions: Vec<Version> = Vec::new();
    for root in roots {
        versions.push(Version {
            name: root.version,
            served: root.served,
            storage: root.storage,
            deprecation: root.deprecation,
            root,
        });
        versions.extend(root.also.iter().map(|also| Version {
            name: also.version,
            served: also.served,
            storage: also.storage,
            deprecation: also.deprecation,
            root,
        }));
    }
    if let [alone] = versions.as_mut_slice() {
        alone.storage = true;
    }
    versions.sort_by(|left, right| compare(right.name, left.name));
    versions
}

impl Version {
    /// The entry of `spec.versions`.
    pub(super) fn json(&self, object: &Object) -> Value {
        let root = self.root;
        let mut version = Map::new();
        version.insert("name".into(), self.name.into());
        version.insert("served".into(), self.served.into());
        version.insert("storage".into(), self.storage.into());
        if self.deprecation != Deprecation::No {
            version.insert("deprecated".into(), true.into());
        }
        if let Deprecation::Text(warning) = self.deprecation {
            version.insert("deprecationWarning".into(), warning.into());
        }
        version.insert(
            "schema".into(),
            json!({"openAPIV3Schema": object.published}),
        );
        let subresources = subresources(root);
        if !subresources.is_empty() {
            version.insert("subresources".into(), subresources.into());
        }
        if let Some(columns) = columns::json(root, &object.columns, &object.described.schema) {
            version.insert("additionalPrinterColumns".into(), columns);
        }
        if !root.selectable.is_empty() {
            let fields = root.selectable.iter().map(|path| json!({"jsonPath": path}));
            version.insert("selectableFields".into(), fields.collect());
        }
        version.into()
    }
}

fn subresources(root: &Root) -> Map<String, Value> {
    let mut subresources = Map::new();
    if root.has_status_subresource() {
        subresources.insert("status".into(), json!({}));
    }
    if let Some(scale) = &root.scale {
        let mut paths = Map::new();
        paths.insert("specReplicasPath".into(), scale.spec.into());
        paths.insert("statusReplicasPath".into(), scale.status.into());
        if let Some(selector) = scale.selector {
            paths.insert("labelSelectorPath".into(), selector.into());
        }
        subresources.insert("scale".into(), paths.into());
    }
    subresources
}
