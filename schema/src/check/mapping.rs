//! Whether versions that map to each other can be converted, with the schemas that they have.

use super::{Finding, Origin, Problem, versions::values};
use crate::manifest::Built;

/// Plans the conversion of each version whose hub has a schema, too.
pub(super) fn check(built: &Built, findings: &mut Vec<Finding>) {
    let schema = |name: &str| {
        let mut versions = built.versions.iter();
        let (_, object) = versions.find(|(version, _)| version.name == name)?;
        Some(values(object))
    };
    let mut narrowed = Vec::new();
    for (version, object) in &built.versions {
        let root = version.root;
        // Further versions of one struct map as it does.
        let Some(mapping) = root.mapping.filter(|_| version.name == root.version) else {
            continue;
        };
        let of = (mapping.of)();
        let Some(hub) = schema(of.hub.version) else {
            continue;
        };
        match (mapping.judge)(of, version.name, [&values(object), &hub]) {
            Ok(places) => narrowed.extend(places),
            Err(error) => findings.push(Finding {
                origin: Some(Origin::Attribute(root)),
                ..Finding::new(Problem::Mapping(error))
            }),
        }
    }
    if !narrowed.is_empty() {
        findings.push(Finding::new(Problem::Narrowed(narrowed)));
    }
}
