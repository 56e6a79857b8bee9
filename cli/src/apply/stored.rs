//! What a server stores of an object that it takes: the object in the storage version.

use serde_json::Value;
use wheelwright_rules::Rules;

use super::changes;
use crate::input::Object;
use crate::report::{Finding, Severity};

/// An object in the version that it is stored in, and what to say of that.
pub(super) struct Stored {
    pub(super) object: Value,
    pub(super) remark: Option<String>,
    /// What is lost on the way, and what is stored that the storage version refuses.
    pub(super) findings: Vec<Finding>,
}

pub(super) fn stored(rules: &Rules, given: &Object, admitted: Value) -> Stored {
    let of = |object, remark| Stored {
        object,
        remark,
        findings: Vec::new(),
    };
    let Some(storage) = rules.storage_version() else {
        return of(admitted, None);
    };
    let name = storage.name();
    let remark = format!("stored as {name}");
    let own = admitted.get("apiVersion").and_then(Value::as_str);
    if own == Some(&format!("{}/{name}", rules.group())) {
        return of(admitted, Some(remark));
    }
    let stored = match rules.read(admitted.clone(), name) {
        Ok(stored) => stored,
        Err(error) => {
            let remark = format!("shown before it is stored as {name}: {error}");
            return of(admitted, Some(remark));
        }
    };
    let lost = changes::between(&admitted, &stored, &[]);
    let lost = lost.iter().filter(|change| change.set.is_none());
    let mut findings: Vec<Finding> = lost
        .filter_map(|change| {
            let place = given.locate(&change.path);
            let is_given = place.steps == change.path.segments().len();
            let text = format!(
                "{}: the schema of {name} has no such field, and the conversion strategy None drops it",
                change.path
            );
            let finding = Finding {
                help: Some(format!(
                    "declare it in {name}, or convert with a webhook"
                )),
                ..Finding::new(Severity::Warning, text).at(place, false)
            };
            is_given.then_some(finding)
        })
        .collect();
    findings.extend(storage.validate(&stored).iter().map(|error| {
        let text = format!("stored though {name} does not allow it: {error}");
        let place = given.locate(&error.path);
        let finding = Finding {
            help: Some(format!(
                "the conversion strategy None makes no valid {name} of it, and no client of {name} can update it as it is"
            )),
            ..Finding::new(Severity::Warning, text)
        };
        if place.steps == 0 {
            finding
        } else {
            finding.at(place, place.steps == error.path.segments().len())
        }
    }));
    Stored {
        object: stored,
        remark: Some(remark),
        findings,
    }
}
