//! `wheelwright check`: whether a server takes CRDs.

mod advice;
mod installed;
pub(crate) mod search;
mod words;

use std::collections::HashSet;
use std::io::{self, Write};

use serde_json::Value;
use wheelwright_grammar::go_text::quote;
use wheelwright_rules::crd::{self, Doubt, Reason, Unreadable};
use wheelwright_rules::{DecodeError, FieldError, FieldPath, KubeRange, Segment};

use crate::Exit;
use crate::arguments::{CheckArguments, Deny, Validate};
use crate::input::{self, Groups, Identity, Object};
use crate::report::{Finding, Judgement, Report, Severity, Verdict};
use installed::Installed;
pub(crate) use words::Words;

pub(crate) fn run(arguments: &CheckArguments, output: &mut impl Write) -> io::Result<Exit> {
    let input = input::read(&arguments.files);
    // Only one of the two is given.
    let old = input::read(&[&arguments.old[..], &arguments.against[..]].concat());
    let mut unreadable = input.unreadable;
    unreadable.extend(old.unreadable);
    let groups = Groups::of(input.objects.iter().chain(&old.objects));
    unreadable.extend(groups.faults(&old.objects));
    let installed = Installed::new(old.objects, &arguments.assume, &mut unreadable);
    let gone = if arguments.against.is_empty() {
        Vec::new()
    } else {
        installed.gone(&input.objects)
    };
    let crds = input.objects.iter().filter(|object| input::is_crd(object));
    let is_only = crds.count() == 1;
    let judge = |object: Object| match groups.identify(&object) {
        Identity::Fault(fault) => Judgement::nothing(object, *fault),
        Identity::Known if input::is_crd(&object) => installed.judge(object, is_only, arguments),
        Identity::Known | Identity::Foreign(_) => {
            Judgement::skipped(object, "it is no CustomResourceDefinition")
        }
    };
    let judge = |object| {
        let mut judgement = judge(object);
        if !arguments.cost {
            judgement.costs.clear();
        }
        if !arguments.shown.quiet
            && !matches!(judgement.verdict, Verdict::Skipped(_) | Verdict::Nothing)
        {
            judgement.support = Some(installed.support(&judgement, is_only, arguments));
        }
        judgement
    };
    let mut judgements: Vec<Judgement> = input.objects.into_iter().map(judge).collect();
    judgements.extend(gone.into_iter().map(|crd| {
        let text = "it is gone: no CRD of its name takes its place";
        if arguments.gate.deny.contains(&Deny::Tightened) {
            Judgement::refused(crd, Finding::new(Severity::Error, text))
        } else {
            Judgement::skipped(crd, text)
        }
    }));
    let report = Report {
        subject: "CRD",
        judgements,
        unreadable,
    };
    report
        .denying(&arguments.gate.deny)
        .write(arguments.shown, output)
}

/// What is done about fields that the server does not know or that are given twice.
#[derive(Clone, Copy)]
pub(crate) struct Strictness {
    unknown: Option<Severity>,
    repeated: Option<Severity>,
}

impl Strictness {
    /// kubectl knows nothing of fields that are given twice: only the last reaches the server.
    pub(crate) fn new(validate: Validate, strict: bool) -> Self {
        let (unknown, repeated) = match validate {
            _ if strict => (Some(Severity::Error), Some(Severity::Error)),
            Validate::Strict => (Some(Severity::Error), Some(Severity::Warning)),
            Validate::Warn => (Some(Severity::Warning), Some(Severity::Warning)),
            Validate::Ignore => (None, None),
        };
        Self { unknown, repeated }
    }

    /// Whether nothing is said of unknown fields.
    pub(crate) const fn ignores_unknown(self) -> bool {
        self.unknown.is_none()
    }
}

/// Judges one CRD.
pub(crate) fn judge(
    object: Object,
    old: Option<&Value>,
    strictness: Strictness,
    words: Words,
    servers: KubeRange,
) -> Judgement {
    let server = servers.newest();
    let report = match old {
        Some(old) => crd::check_update_on(old, &object.value, server),
        None => crd::check_on(&object.value, server),
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
        let mut path = crd::source_path(error);
        let mut place = object.locate(&path);
        if place.steps == 0 && path.segments().first() == Some(&Segment::Field("status".to_owned()))
        {
            // The stored versions are those of the server; what is wrong is the list that lacks one.
            path = FieldPath::root().child("spec").child("versions");
            place = object.locate(&path);
        }
        Finding {
            help: match report.remedy(error) {
                Some(remedy) => Some(remedy.to_string()),
                None => hints(&report, error)
                    .or_else(|| crd::before_removal(error, &object.value))
                    .or_else(|| advice::of(error).map(str::to_owned)),
            },
            error: Some(error.clone()),
            ..Finding::new(Severity::Error, words.of(error, &object))
                .at(place, place.steps == path.segments().len())
        }
    }));
    findings.extend(strictly(&object, &report.unknown_fields, strictness));
    // A client is shown each once.
    let mut seen = HashSet::new();
    for warning in report
        .warnings
        .iter()
        .filter(|warning| seen.insert(*warning))
    {
        let place = search::format_in(&object.value, warning);
        let finding = Finding::new(Severity::Warning, warning.as_str());
        findings.push(match place {
            Some((path, near)) => Finding {
                help: near.map(|near| format!("did you mean `{near}`?")),
                ..finding.at(object.locate(&path), true)
            },
            None => finding,
        });
    }
    findings.extend(doubts(&object));
    findings.extend(lacking(&object, old, servers));
    Judgement {
        verdict: Verdict::of(&findings),
        findings,
        costs: report.costs,
        ..Judgement::skipped(object, "")
    }
}

/// What servers of a range that is asked for lack, and its newest does not.
fn lacking(object: &Object, old: Option<&Value>, servers: KubeRange) -> Vec<Finding> {
    if servers.oldest() == servers.newest() {
        return Vec::new();
    }
    let support = match old {
        Some(old) => crd::support_update(old, &object.value, servers),
        None => crd::support(&object.value, servers),
    };
    let reasons = support.reasons.into_iter();
    let reasons = reasons.filter(|reason| !reason.is_rare && !reason.is_about(servers.newest()));
    let finding = |reason: Reason| {
        let path = reason.paths.first().cloned().unwrap_or_default();
        let place = object.locate(&path);
        let finding = Finding::new(Severity::Error, reason.to_string());
        Finding {
            help: reason.advice(),
            ..finding.at(place, place.steps == path.segments().len())
        }
    };
    reasons.map(finding).collect()
}

/// What to write instead of what is wrong in an expression.
fn hints(report: &crd::Report, error: &FieldError) -> Option<String> {
    let broken = report.broken(error)?;
    let hints: Vec<&str> = broken
        .errors
        .iter()
        .filter_map(|error| error.hint.as_deref())
        .collect();
    (!hints.is_empty()).then(|| hints.join("; "))
}

/// What a server takes and that does not work, or not as it seems.
fn doubts(object: &Object) -> Vec<Finding> {
    let finding = |doubt: &Doubt| {
        let severity = if doubt.is_error() {
            Severity::Error
        } else {
            Severity::Warning
        };
        let finding = Finding::new(severity, doubt.to_string());
        if doubt.path.segments().is_empty() {
            return finding;
        }
        let place = object.locate(&doubt.path);
        finding.at(place, place.steps == doubt.path.segments().len())
    };
    crd::doubts(&object.value).iter().map(finding).collect()
}

/// Fields that the server does not know or that are given twice.
pub(crate) fn strictly(
    object: &Object,
    unknown: &[String],
    strictness: Strictness,
) -> Vec<Finding> {
    let unknown = strictness.unknown.into_iter().flat_map(|severity| {
        unknown.iter().map(move |path| {
            let place = object.locate_text(path);
            let text = format!("unknown field {}", quote(path));
            Finding {
                help: Some("the server drops it; kubectl asks it to refuse it".to_owned()),
                // The key is what is wrong.
                ..Finding::new(severity, text).at(place, false)
            }
        })
    });
    let repeated = strictness.repeated.into_iter().flat_map(|severity| {
        object.duplicates().map(move |(path, key)| {
            let mut place = object.locate(&path);
            place.key = Some(key);
            let text = format!("duplicate field {}", quote(&path.to_string()));
            Finding {
                help: Some(
                    "kubectl sends the last value and says nothing; a server that is sent both refuses it if it is strict"
                        .to_owned(),
                ),
                ..Finding::new(severity, text).at(place, false)
            }
        })
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
