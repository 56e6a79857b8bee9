//! Whether versions that map to each other can be converted, with the schemas that they have.

use super::{Finding, Origin, Problem, versions::values};
use crate::{
    convert::plan::{self, Both},
    manifest::Built,
};

/// Plans the conversion of each version whose hub has a schema, too.
pub(super) fn check(built: &Built, findings: &mut Vec<Finding>) {
    let schema = |name: &str| {
        let mut versions = built.versions.iter();
        let (_, object) = versions.find(|(version, _)| version.name == name)?;
        Some(values(object))
    };
    for (version, object) in &built.versions {
        let root = version.root;
        // Further versions of one struct map as it does.
        let Some(mapping) = root.mapping.filter(|_| version.name == root.version) else {
            continue;
        };
        let mapping = mapping();
        let Some(hub) = schema(mapping.hub.version) else {
            continue;
        };
        let spoke = values(object);
        let schemas = Both {
            spoke: Some(&spoke),
            hub: Some(&hub),
        };
        if let Err(error) = plan::root(mapping, schemas) {
            findings.push(Finding {
                origin: Some(Origin::Attribute(root)),
                ..Finding::new(Problem::Mapping(error))
            });
        }
    }
}
