//! What a check of the CRD says of a mapping.

use serde_json::Value;

use super::{
    PlanError, SpokePlan,
    plan::{self, Both},
    spoke_plan,
};
use crate::table::RootMapping;

/// The [`Judge`](crate::table::Judge) of every mapping.
pub(super) fn judge(
    mapping: &'static RootMapping,
    version: &str,
    [spoke, hub]: [&Value; 2],
) -> Result<Vec<String>, PlanError> {
    let schemas = Both {
        spoke: Some(spoke),
        hub: Some(hub),
    };
    let plan = plan::root(mapping, schemas)?;
    Ok(narrowed(&spoke_plan(&plan, version, mapping.hub.version)))
}

/// Each place where a value that is valid at one version may be refused at the other.
fn narrowed(plan: &SpokePlan) -> Vec<String> {
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
