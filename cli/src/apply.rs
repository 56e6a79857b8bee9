//! `wheelwright apply`: what a server makes of objects.

mod changes;
mod installed;

use std::io::{self, Write};

use serde_json::Value;
use wheelwright_rules::{
    Admission, FieldError, FieldValidation, Outcome, Refusal, Rules, Subresource, Version,
};
use wheelwright_yaml::write;

use crate::Exit;
use crate::arguments::{ApplyArguments, ApplyOutput, Form, Shown};
use crate::check;
use crate::input::{self, Object};
use crate::report::{Finding, Judgement, Report, Severity, Verdict};
use crate::resource_version;
pub(crate) use changes::Change;
use installed::{Installed, Known};

pub(crate) fn run(arguments: &ApplyArguments, output: &mut impl Write) -> io::Result<Exit> {
    let crds = input::read(&arguments.crds);
    let input = input::read(&arguments.objects);
    let old = input::read(&arguments.old);
    let mut unreadable = crds.unreadable;
    unreadable.extend(input.unreadable);
    unreadable.extend(old.unreadable);

    let (among, objects): (Vec<_>, Vec<_>) = input.objects.into_iter().partition(check::is_crd);
    let (given, _): (Vec<_>, Vec<_>) = crds.objects.into_iter().partition(check::is_crd);
    let mut installed = Installed::default();
    // What is wrong with a CRD is said where it matters: its objects cannot be judged.
    let mut judgements: Vec<Judgement> = given
        .into_iter()
        .chain(among)
        .filter_map(|crd| installed.add(crd))
        .collect();
    let judge = Judge {
        arguments,
        installed: &installed,
        old: &old.objects,
    };
    judgements.extend(objects.into_iter().map(|object| judge.object(object)));
    let report = Report {
        subject: "object",
        judgements,
        unreadable,
    };
    let form = match arguments.output {
        ApplyOutput::Human => Form::Human,
        ApplyOutput::Json => Form::Json,
        ApplyOutput::Github => Form::Github,
        ApplyOutput::Yaml => {
            let quiet = Shown {
                form: Form::Human,
                quiet: true,
            };
            report.write(quiet, &mut io::stderr().lock())?;
            return write_yaml(&report, output);
        }
    };
    let shown = Shown {
        form,
        quiet: arguments.quiet,
    };
    report.write(shown, output)
}

fn write_yaml(report: &Report, output: &mut impl Write) -> io::Result<Exit> {
    for judgement in &report.judgements {
        if let (Verdict::Accepted, Some(stored)) = (&judgement.verdict, &judgement.stored) {
            output.write_all(b"---\n")?;
            output.write_all(write::to_string(stored).as_bytes())?;
        }
    }
    Ok(report.exit())
}

struct Judge<'a> {
    arguments: &'a ApplyArguments,
    installed: &'a Installed,
    old: &'a [Object],
}

impl Judge<'_> {
    fn object(&self, object: Object) -> Judgement {
        let group = object
            .api_version()
            .rsplit_once('/')
            .map_or("", |(group, _)| group);
        let reason = match self.installed.find(group, object.kind()) {
            Known::Rules(rules) => return self.under(rules, object),
            Known::Refused => "its CRD is refused",
            Known::Nothing => "no CRD has its group and kind",
        };
        Judgement::skipped(object, reason)
    }

    fn under(&self, rules: &Rules, object: Object) -> Judgement {
        let name = object
            .api_version()
            .rsplit_once('/')
            .map_or("", |(_, version)| version);
        let Some(version) = rules.version(name).filter(Version::is_served) else {
            let text = format!(
                "no matches for kind \"{}\" in version \"{}\"",
                object.kind(),
                object.api_version()
            );
            let place = object.locate_text("apiVersion");
            let finding = Finding {
                help: Some(format!("the CRD serves {}", served(rules))),
                ..Finding::new(Severity::Error, text).at(place, true)
            };
            return Judgement {
                verdict: Verdict::Refused,
                findings: vec![finding],
                ..Judgement::skipped(object, "")
            };
        };
        let namespace = self.arguments.namespace.as_deref();
        let mut new = object.value.clone();
        let mut old = self.old_of(&object, namespace);
        if let Some(old) = &mut old {
            resource_version::give(&mut new);
            resource_version::give(old);
        }
        let outcome = version.admit(Admission {
            old,
            namespace,
            // Unknown fields are reported with their places.
            field_validation: FieldValidation::Ignore,
            subresource: self
                .arguments
                .subresource
                .map_or(Subresource::None, Into::into),
            ..Admission::create(new)
        });
        let mut judgement = self.judgement(rules, object, outcome);
        if let Some(warning) = version.deprecation_warning() {
            let place = judgement.object.locate_text("apiVersion");
            let warning = Finding::new(Severity::Warning, warning).at(place, true);
            judgement.findings.push(warning);
        }
        judgement
    }

    /// The object as it is stored already.
    fn old_of(&self, object: &Object, namespace: Option<&str>) -> Option<Value> {
        let place = |object: &Object| match object.namespace() {
            "" => namespace.unwrap_or("default").to_owned(),
            own => own.to_owned(),
        };
        let group = |object: &Object| {
            let api_version = object.api_version();
            api_version
                .rsplit_once('/')
                .map(|(group, _)| group.to_owned())
        };
        let old = self.old.iter().find(|old| {
            old.kind() == object.kind()
                && old.name() == object.name()
                && group(old) == group(object)
                && place(old) == place(object)
        });
        old.map(|old| old.value.clone())
    }

    fn judgement(&self, rules: &Rules, object: Object, outcome: Outcome) -> Judgement {
        let mut findings = Vec::new();
        let refusal = outcome.refusal;
        match &refusal {
            None => {}
            Some(Refusal::BadRequest(text)) => findings.push(Finding::new(Severity::Error, text)),
            Some(Refusal::Invalid(errors)) => {
                findings.extend(errors.iter().map(|error| of_error(&object, error)));
            }
            Some(_) => findings.push(Finding::new(
                Severity::Error,
                "the version has no such subresource, or the object is not there to be updated; give it by --old",
            )),
        }
        findings.extend(check::strictly(
            &object,
            &outcome.unknown_fields,
            self.arguments.strict,
        ));
        findings.extend(
            outcome
                .warnings
                .iter()
                .map(|warning| Finding::new(Severity::Warning, warning)),
        );
        let is_refused = findings
            .iter()
            .any(|finding| finding.severity == Severity::Error);
        let admitted = outcome.object.filter(|_| refusal.is_none());
        let changes = match (&admitted, self.arguments.subresource) {
            (Some(admitted), None) => {
                changes::between(&object.value, admitted, &outcome.unknown_fields)
            }
            _ => Vec::new(),
        };
        let (stored, remark) = match admitted {
            Some(admitted) => stored(rules, admitted),
            None => (None, None),
        };
        Judgement {
            verdict: if is_refused {
                Verdict::Refused
            } else {
                Verdict::Accepted
            },
            findings,
            unchecked: outcome.unchecked.len(),
            stored,
            changes,
            remark,
            object,
        }
    }
}

/// The object in the version that it is stored in, and what to say of that.
fn stored(rules: &Rules, admitted: Value) -> (Option<Value>, Option<String>) {
    let Some(storage) = rules.storage_version().map(|version| version.name()) else {
        return (Some(admitted), None);
    };
    let own = admitted.get("apiVersion").and_then(Value::as_str);
    let is_own = own == Some(&format!("{}/{storage}", rules.group()));
    if is_own {
        return (Some(admitted), Some(format!("stored as {storage}")));
    }
    match rules.read(admitted.clone(), storage) {
        Ok(stored) => (Some(stored), Some(format!("stored as {storage}"))),
        Err(error) => (
            Some(admitted),
            Some(format!("shown before it is stored as {storage}: {error}")),
        ),
    }
}

fn of_error(object: &Object, error: &FieldError) -> Finding {
    let place = object.locate(&error.path);
    let is_exact = place.steps == error.path.segments().len();
    let finding = Finding {
        error: Some(error.clone()),
        ..Finding::new(Severity::Error, error.to_string())
    };
    if place.steps == 0 {
        // The server names no place, or none that is in the file.
        return finding;
    }
    finding.at(place, is_exact)
}

fn served(rules: &Rules) -> String {
    let names: Vec<String> = rules
        .versions()
        .filter(Version::is_served)
        .map(|version| format!("{}/{}", rules.group(), version.name()))
        .collect();
    match names.as_slice() {
        [] => "no version".to_owned(),
        names => names.join(", "),
    }
}
