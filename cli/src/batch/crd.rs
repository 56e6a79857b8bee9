//! `batch crd` and `batch update`: is a CRD accepted?

use serde_json::{Map, Value};
use wheelwright_grammar::go_text::quote;
use wheelwright_rules::KubeVersion;
use wheelwright_rules::crd::{self, Report};

use super::{Answer, errors};

/// Is a CRD accepted on create?
pub(super) fn check(request: &Map<String, Value>, server: KubeVersion) -> Result<Answer, String> {
    Ok(answer(&crd::check_on(part(request, "crd")?, server)))
}

/// Is a CRD accepted as an update of another?
pub(super) fn check_update(
    request: &Map<String, Value>,
    server: KubeVersion,
) -> Result<Answer, String> {
    Ok(answer(&crd::check_update_on(
        part(request, "old")?,
        part(request, "new")?,
        server,
    )))
}

fn part<'r>(request: &'r Map<String, Value>, name: &str) -> Result<&'r Value, String> {
    request
        .get(name)
        .ok_or_else(|| format!("a request needs `{name}`"))
}

fn answer(report: &Report) -> Answer {
    let mut answer = Map::new();
    let mut put = |key: &str, value: Value| {
        answer.insert(key.to_owned(), value);
    };
    put("accepted", report.is_accepted().into());
    put("errors", errors(&report.errors));
    if let Some(reason) = &report.unreadable {
        put("decode_error", reason.to_string().into());
    }
    if let Some(crash) = report.crash {
        put("panic", crash.to_string().into());
    }
    if !report.unknown_fields.is_empty() {
        let warnings = report
            .unknown_fields
            .iter()
            .map(|path| format!("unknown field {}", quote(path)));
        put("decode_warnings", warnings.collect());
    }
    if !report.warnings.is_empty() {
        put("warnings", report.warnings.as_slice().into());
    }
    // Of versions that share a schema, the cost counts once.
    let total = report
        .costs
        .iter()
        .fold(0_u64, |total, costs| total.saturating_add(costs.total));
    if !report.costs.is_empty() {
        put("estimated_cost", total.into());
    }
    answer
}
