//! Whether versions that map to each other can be converted, with the schemas that they have.

use super::{Finding, Origin, Problem};
use crate::{
    convert::plan::{self, Both},
    manifest::Manifest,
};

/// Plans the conversion of each version whose hub is in the manifest, too.
pub(super) fn check(manifest: &Manifest, findings: &mut Vec<Finding>) {
    let spokes = manifest
        .roots()
        .iter()
        .filter_map(|root| Some((*root, root.mapping?())));
    let mut schemas = None;
    for (root, mapping) in spokes {
        let schemas: &Vec<_> = schemas.get_or_insert_with(|| manifest.schemas());
        let schema = |version: &str| {
            let mut schemas = schemas.iter();
            schemas.find_map(|(of, schema)| (of.version == version).then_some(schema))
        };
        let (Some(spoke), Some(hub)) = (schema(root.version), schema(mapping.hub.version)) else {
            continue;
        };
        let schemas = Both {
            spoke: Some(spoke),
            hub: Some(hub),
        };
        if let Err(error) = plan::root(mapping, schemas) {
            findings.push(Finding {
                origin: Some(Origin::Attribute(root)),
                ..Finding::new(Problem::Mapping(error))
            });
        }
    }
}
