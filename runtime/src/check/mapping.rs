//! Whether versions that map to each other can be converted, with the schemas that they have.

use super::{Finding, Origin, Problem, versions::values};
use crate::{
    convert::{
        SpokePlan,
        plan::{self, Both},
        spoke_plan,
    },
    manifest::Built,
};

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
        let mapping = mapping();
        let Some(hub) = schema(mapping.hub.version) else {
            continue;
        };
        let spoke = values(object);
        let schemas = Both {
            spoke: Some(&spoke),
            hub: Some(&hub),
        };
        match plan::root(mapping, schemas) {
            Ok(plan) => {
                let plan = spoke_plan(&plan, version.name, mapping.hub.version);
                narrowed.extend(narrowing(&plan));
            }
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

/// Each place where a value that is valid at one version may be refused at the other.
fn narrowing(plan: &SpokePlan) -> Vec<String> {
    let (spoke, hub) = (&plan.version, &plan.hub);
    let mut out = Vec::new();
    for row in &plan.rows {
        let ways = [
            (&row.up, [spoke, hub], &row.hub),
            (&row.down, [hub, spoke], &row.spoke),
        ];
        for (way, [from, to], paths) in ways {
            if let Some(narrowing) = &way.narrowing {
                let stand_in = if narrowing.stand_in {
                    " (has a stand-in)"
                } else {
                    ""
                };
                let (what, paths) = (&narrowing.what, paths.join(", "));
                out.push(format!("{from} → {to} {paths}: {what}{stand_in}"));
            }
        }
    }
    out
}
