//! `wheelwright check`: whether a server takes CRDs.

mod advice;
mod search;

use std::collections::HashMap;
use std::io::{self, Write};

use serde_json::Value;
use wheelwright_grammar::go_text::quote;
use wheelwright_rules::crd::{self, Unreadable};
use wheelwright_rules::{DecodeError, FieldPath};

use crate::Exit;
use crate::arguments::CheckArguments;
use crate::input::{self, Object};
use crate::report::{Finding, Judgement, Report, Severity, Verdict};

const GROUP: &str = "apiextensions.k8s.io/";
const KIND: &str = "CustomResourceDefinition";

pub(crate) fn run(arguments: &CheckArguments, output: &mut impl Write) -> io::Result<Exit> {
    let input = input::read(&arguments.files);
    let old = input::read(&arguments.old);
    let mut unreadable = input.unreadable;
    unreadable.extend(old.unreadable);
    let installed: HashMap<&str, &Value> = old
        .objects
        .iter()
        .filter(|object| is_crd(object))
        .map(|object| (object.name(), &object.value))
        .collect();
    let judge = |object: Object| {
        let old = installed.get(object.name()).copied();
        judge(object, old, arguments.strict)
    };
    let report = Report {
        subject: "CRD",
        judgements: input.objects.into_iter().map(judge).collect(),
        unreadable,
    };
    report.write(arguments.shown, output)
}

/// Whether an object is a CRD, of whatever version of the API.
pub(crate) fn is_crd(object: &Object) -> bool {
    object.kind() == KIND && object.api_version().starts_with(GROUP)
}

/// Judges one CRD.
pub(crate) fn judge(object: Object, old: Option<&Value>, strict: bool) -> Judgement {
    if !is_crd(&object) {
        return Judgement::skipped(object, "it is no CustomResourceDefinition");
    }
    let report = match old {
        Some(old) => crd::check_update(old, &object.value),
        None => crd::check(&object.value),
    };
    let mut findings = Vec::new();
    if let Some(reason) = &report.unreadable {
        findings.extend(of_unreadable(&object, reason));
    }
    if let Some(crash) = report.crash {
        let text = format!("the server crashes on this CRD: {crash}");
        findings.push(Finding::new(Severity::Error, text));
    }
    findings.extend(report.errors.iter().map(|error| {
        let path = crd::source_path(error);
        let place = object.locate(&path);
        Finding {
            help: advice::of(error).map(str::to_owned),
            error: Some(error.clone()),
            ..Finding::new(Severity::Error, error.to_string())
                .at(place, place.steps == path.segments().len())
        }
    }));
    findings.extend(strictly(&object, &report.unknown_fields, strict));
    for warning in &report.warnings {
        let place = search::format_in(&object.value, warning);
        let finding = Finding::new(Severity::Warning, warning.as_str());
        findings.push(match place {
            Some(path) => finding.at(object.locate(&path), true),
            None => finding,
        });
    }
    let is_refused = findings
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    Judgement {
        verdict: if is_refused {
            Verdict::Refused
        } else {
            Verdict::Accepted
        },
        findings,
        unchecked: report.unchecked.len(),
        ..Judgement::skipped(object, "")
    }
}

/// Fields that the server does not know or that are given twice.
pub(crate) fn strictly(object: &Object, unknown: &[String], strict: bool) -> Vec<Finding> {
    let severity = if strict {
        Severity::Error
    } else {
        Severity::Warning
    };
    let unknown = unknown.iter().map(|path| {
        let place = object.locate_text(path);
        let text = format!("unknown field {}", quote(path));
        Finding {
            help: Some("the server drops it; kubectl refuses it".to_owned()),
            // The key is what is wrong.
            ..Finding::new(severity, text).at(place, false)
        }
    });
    let repeated = object.duplicates().map(|(path, key)| {
        let mut place = object.locate(&path);
        place.key = Some(key);
        let text = format!("duplicate field {}", quote(&path.to_string()));
        Finding {
            help: Some("the last value counts; strict readers refuse it".to_owned()),
            ..Finding::new(severity, text).at(place, false)
        }
    });
    unknown.chain(repeated).collect()
}

fn of_unreadable(object: &Object, reason: &Unreadable) -> Vec<Finding> {
    let error = Finding::new(Severity::Error, reason.to_string());
    match reason {
        Unreadable::Version(outdated) => {
            let place = object.locate(&FieldPath::root().child("apiVersion"));
            let moved = outdated.moved.iter().map(|moved| {
                let place = object.locate_text(moved.from);
                Finding::new(Severity::Error, moved.to_string()).at(place, false)
            });
            std::iter::once(error.at(place, true))
                .chain(moved)
                .collect()
        }
        Unreadable::Kind { .. } => {
            let place = object.locate(&FieldPath::root().child("apiVersion"));
            vec![error.at(place, true)]
        }
        Unreadable::Decode(DecodeError::Type { field, value, .. }) => {
            vec![match search::mistyped(&object.value, field, value) {
                Some(path) => error.at(object.locate(&path), true),
                None => error,
            }]
        }
        _ => vec![error],
    }
}
