//! `batch crd` and `batch update`: is a CRD accepted?

use serde_json::{Map, Value};
use wheelwright_grammar::go_text::quote;
use wheelwright_rules::crd::{self, Report, UncheckedReason};

use super::{Answer, errors};

/// Is a CRD accepted on create?
pub(super) fn check(request: &Map<String, Value>) -> Result<Answer, String> {
    Ok(answer(&crd::check(part(request, "crd")?)))
}

/// Is a CRD accepted as an update of another?
pub(super) fn check_update(request: &Map<String, Value>) -> Result<Answer, String> {
    Ok(answer(&crd::check_update(
        part(request, "old")?,
        part(request, "new")?,
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
    if !report.unchecked.is_empty() {
        let unchecked = report.unchecked.iter().map(|unchecked| {
            let mut entry =
                Map::from_iter([("field".to_owned(), unchecked.path.to_string().into())]);
            if let UncheckedReason::Expression(expression) = &unchecked.reason {
                entry.insert("expression".to_owned(), expression.as_str().into());
            }
            Value::Object(entry)
        });
        put("unchecked", unchecked.collect());
    }
    answer
}
