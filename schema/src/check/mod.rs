//! What an API server would say of a CRD, and what else the types of a version get wrong, before anything is installed.

mod advice;
mod cost;
mod defaults;
mod mapping;
mod nodes;
mod origin;
mod paths;
mod presence;
mod problem;
mod report;
mod server;
mod size;
mod update;
mod versions;
mod written;

pub use origin::Origin;
pub use problem::{PathProblem, PathUse, Problem};
pub use report::{Finding, Report};
pub use update::{NotCompared, Update};
#[doc(hidden)]
pub use versions::first_difference;
pub use wheelwright_cel::Lack;
pub use wheelwright_grammar::printer_column::PathError;
pub use wheelwright_rules::{
    BadValue, DecodeError, ErrorKind, Fault, FieldError, FieldPath, KubeRange, KubeVersion,
    Segment,
    crd::{
        Cause as ReasonCause, Costs, Crash, Moved, Outdated, Reason, Remedy, RuleCost, Unbounded,
        Unreadable,
        compare::{Comparison, Difference, Direction, Kind as DifferenceKind, compare},
    },
};

use crate::manifest::{Built, Manifest};
pub use crate::schema::{Cause, Source};

/// An error about a value that was put to its schema by itself.
fn about_value(error: &FieldError) -> String {
    let detail = &*error.detail;
    if !error.path.segments().is_empty() {
        return format!("{}: {detail}", error.path);
    }
    // The server names the value by a path that is empty.
    let named = ["\"\" ", " in body "].into_iter();
    let mut unnamed = named.filter_map(|name| detail.strip_prefix(name));
    unnamed.next().unwrap_or(detail).to_owned()
}

/// Checks a manifest: first what the tables tell, then, if each version has a schema, the API server's verdict.
pub(crate) fn check(manifest: &Manifest, built: &Built) -> Report {
    let mut findings = built.findings.clone();
    versions::check(manifest, built, &mut findings);
    let mut lost = Vec::new();
    for (version, object) in &built.versions {
        // Further versions of one struct have its schema.
        if version.name == version.root.version {
            nodes::check(&object.described, &mut findings);
            let paths = defaults::check(version.root, object, &mut findings);
            lost.extend(paths.iter().map(|path| format!("{} {path}", version.name)));
            written::check(version.root, object, &mut findings);
            paths::check(version.root, object, &mut findings);
        }
    }
    if !lost.is_empty() {
        findings.push(Finding::new(Problem::DefaultsLost(lost)));
    }
    mapping::check(built, &mut findings);
    findings.extend(size::check(&built.crd));
    let mut costs = Vec::new();
    // The server speaks of versions by their place in the CRD, so all must be there.
    if built.findings.is_empty() && !built.versions.is_empty() {
        let (refused, found) = server::verdict(manifest, built);
        findings.extend(refused);
        costs = found;
    }
    Report::new(manifest.name(), findings).with_costs(costs)
}
