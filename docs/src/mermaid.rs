//! Pictures for Mermaid.

use std::fmt::Write as _;

use crate::mapping::Mappings;
use crate::reference::Reference;

/// The versions of a kind around the one that they are converted by.
pub(crate) fn wheel(reference: &Reference, mappings: Option<&Mappings>) -> String {
    // Names of versions are DNS labels, identifiers but for dashes, and no words of Mermaid's with a line below.
    let id = |version: &str| format!("{}_", version.replace('-', "_"));
    let storage = reference.versions.iter().find(|version| version.is_storage);
    let storage = storage.map_or("", |version| version.name.as_str());
    let hub = mappings.map_or(storage, |mappings| mappings.hub.as_str());
    let mut out = "flowchart LR\n".to_owned();
    for version in &reference.versions {
        let mut words = version.remarks();
        if mappings.is_some() && version.name == hub {
            words.insert(0, "hub");
        }
        let (open, close) = if version.name == hub {
            ("((", "))")
        } else {
            ("(", ")")
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "  {}{open}\"{}<br>{}\"{close}",
            id(&version.name),
            version.name,
            words.join(", ")
        );
    }
    if let Some(mappings) = mappings {
        for mapping in &mappings.mappings {
            let _ = writeln!(out, "  {} <--> {}", id(&mapping.spoke), id(&mapping.hub));
        }
    } else {
        let label = if reference.converts_by_webhook {
            "webhook"
        } else {
            "only the version changes"
        };
        let others = reference
            .versions
            .iter()
            .filter(|version| version.name != hub);
        for version in others {
            let _ = writeln!(
                out,
                "  {} <-- \"{label}\" --> {}",
                id(&version.name),
                id(hub)
            );
        }
    }
    for (class, style) in [
        ("storage", "stroke-width:3px"),
        ("deprecated", "stroke-dasharray:4 4"),
        ("unserved", "opacity:0.6"),
    ] {
        let members = reference.versions.iter().filter(|version| match class {
            "storage" => version.is_storage,
            "deprecated" => version.deprecation.is_some(),
            _ => !version.is_served,
        });
        let members: Vec<String> = members.map(|version| id(&version.name)).collect();
        if !members.is_empty() {
            let _ = writeln!(out, "  classDef {class} {style}");
            let _ = writeln!(out, "  class {} {class}", members.join(","));
        }
    }
    out
}
