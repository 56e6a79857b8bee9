//! The API server's verdict, led back to the source.

use serde_json::Value;
use wheelwright_rules::{
    KubeRange, KubeVersion,
    crd::{self, Cause, Costs, Reason},
};

use super::{Finding, Origin, Problem, cost, origin::of_path, presence};
use crate::manifest::{Built, Manifest};

/// What the server refuses, and what its rules cost. Its warnings are about formats, which the schema's nodes tell
/// better.
pub(super) fn verdict(manifest: &Manifest, built: &Built) -> (Vec<Finding>, Vec<Costs>) {
    // What is no range has been said.
    let servers = manifest
        .servers()
        .unwrap_or(KubeRange::only(KubeVersion::default()));
    let report = crd::check_on(&built.crd, servers.newest());
    let mut findings = Vec::new();
    let remedies: Vec<_> = report
        .errors
        .iter()
        .map(|error| Some(cost::remedy(report.remedy(error)?, manifest, built)))
        .collect();
    let mut find = |problem, origin, remedy| {
        findings.push(Finding {
            origin,
            remedy,
            ..Finding::new(problem)
        });
    };
    if let Some(reason) = report.unreadable {
        find(Problem::Unreadable(reason.to_string()), None, None);
    }
    if let Some(crash) = report.crash {
        find(Problem::Crash(crash), None, None);
    }
    for (error, remedy) in report.errors.into_iter().zip(remedies) {
        let origin = of_path(&error.path.to_string(), manifest, built);
        find(Problem::Refused(error), origin, remedy);
    }
    for path in report.unknown_fields {
        let origin = of_unknown(&path, built);
        find(Problem::UnknownField(path), origin, None);
    }
    findings.extend(presence::check(report.unguarded, manifest, built));
    findings.extend(lacking(servers, manifest, built));
    (findings, report.costs)
}

/// What older servers of a range lack, and its newest does not.
fn lacking(servers: KubeRange, manifest: &Manifest, built: &Built) -> Vec<Finding> {
    if servers.oldest() == servers.newest() {
        return Vec::new();
    }
    let reasons = crd::support(&built.crd, servers).reasons.into_iter();
    let reasons = reasons.filter(|reason| !reason.is_rare && !reason.is_about(servers.newest()));
    let finding = |reason: Reason| {
        let origin = reason
            .paths
            .first()
            .and_then(|path| of_path(&path.to_string(), manifest, built));
        let instead = match &reason.cause {
            Cause::Cost {
                remedy: Some(remedy),
                ..
            } => Some(cost::remedy(remedy, manifest, built)),
            _ => reason.advice(),
        };
        let pin = reason.since().map(|since| format!("pin `>={since}`"));
        let remedy: Vec<String> = instead.into_iter().chain(pin).collect();
        Finding {
            origin,
            remedy: (!remedy.is_empty()).then(|| remedy.join("; or ")),
            ..Finding::new(Problem::Lacking {
                pinned: servers,
                reason,
            })
        }
    };
    reasons.map(finding).collect()
}

/// The source of a field that the server does not know. Of such fields the server writes all names with dots.
fn of_unknown(path: &str, built: &Built) -> Option<Origin> {
    let (index, rest) = path
        .strip_prefix("spec.versions[")?
        .split_once("].schema.openAPIV3Schema.")?;
    let (_, object) = built.versions.get(index.parse::<usize>().ok()?)?;
    let (mut at, mut rest, mut known) = (&object.described.schema, rest, String::new());
    while let Some((step, inner, after)) = step(at, rest) {
        if !known.is_empty() {
            known.push('.');
        }
        known.push_str(&step);
        (at, rest) = (inner, after);
    }
    object.described.source_of(&known).map(Origin::Type)
}

/// One step into a schema, as its sources name it, and what of the path is left.
fn step<'a>(schema: &'a Value, path: &'a str) -> Option<(String, &'a Value, &'a str)> {
    if let Some(path) = path.strip_prefix("properties.") {
        let properties = schema.get("properties")?.as_object()?;
        return properties.iter().find_map(|(name, property)| {
            let after = path.strip_prefix(name.as_str())?.strip_prefix('.')?;
            Some((format!("properties[{name}]"), property, after))
        });
    }
    let (step, after) = path.split_once('.')?;
    let inner = schema
        .get(step)
        .filter(|_| matches!(step, "items" | "additionalProperties"))?;
    Some((step.to_owned(), inner, after))
}
