//! `wheelwright apply`: what a server makes of objects.

mod changes;
mod installed;
mod numbers;
mod scale;
mod stored;

use std::io::{self, Write};

use wheelwright_rules::{
    Admission, FieldError, FieldValidation, Outcome, Refusal, Rules, Subresource, Version,
};
use wheelwright_yaml::write;

use crate::Exit;
use crate::arguments::{ApplyArguments, ApplyOutput, Form, Part, Shown};
use crate::check::{self, Strictness, Words};
use crate::input::{self, Groups, Identity, Object};
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

    let groups = Groups::of(crds.objects.iter().chain(&input.objects));
    unreadable.extend(groups.faults(&crds.objects));
    unreadable.extend(groups.faults(&old.objects));
    let (among, objects): (Vec<_>, Vec<_>) = input.objects.into_iter().partition(input::is_crd);
    let (given, _): (Vec<_>, Vec<_>) = crds.objects.into_iter().partition(input::is_crd);
    let words = Words::new(arguments.gate.verbatim);
    let mut installed = Installed::default();
    // What is wrong with a CRD is said where it matters: its objects cannot be judged.
    let mut judgements: Vec<Judgement> = given
        .into_iter()
        .chain(among)
        .filter_map(|crd| installed.add(crd, words, arguments.server.kube))
        .collect();
    let judge = Judge {
        arguments,
        strictness: Strictness::new(arguments.validate, arguments.strict),
        groups: &groups,
        installed: &installed,
        old: &old.objects,
    };
    judgements.extend(objects.into_iter().map(|object| judge.object(object)));
    let report = Report {
        subject: "object",
        judgements,
        unreadable,
    };
    let report = report.denying(&arguments.gate.deny);
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
    strictness: Strictness,
    groups: &'a Groups,
    installed: &'a Installed,
    old: &'a [Object],
}

/// A request, and what it is about.
struct Request<'a> {
    rules: &'a Rules,
    /// The object of the request.
    object: Object,
    /// Its `apiVersion`, or that of the object whose scale it is.
    api_version: String,
    /// The object as it is stored.
    old: Option<&'a Object>,
}

impl<'a> Judge<'a> {
    fn object(&self, object: Object) -> Judgement {
        let near = match self.groups.identify(&object) {
            Identity::Fault(fault) => return Judgement::nothing(object, *fault),
            Identity::Foreign(near) => near,
            Identity::Known => None,
        };
        if self.arguments.subresource == Some(Part::Scale) && scale::is_scale(&object) {
            return self.scale(object);
        }
        let reason = match self.installed.find(group(&object), object.kind()) {
            Known::Rules(rules) => {
                let old = self.old_of(&object, rules);
                let api_version = object.api_version().to_owned();
                return self.judge(Request {
                    rules,
                    object,
                    api_version,
                    old,
                });
            }
            Known::Refused => "its CRD is refused".to_owned(),
            Known::Nothing => {
                let hint = near.map(|near| format!(": did you mean `{near}`?"));
                format!("no CRD has its group and kind{}", hint.unwrap_or_default())
            }
        };
        Judgement::skipped(object, &reason)
    }

    fn judge(&self, request: Request<'_>) -> Judgement {
        let Request {
            rules,
            object,
            api_version,
            old,
        } = request;
        let name = api_version.rsplit_once('/').map_or("", |(_, name)| name);
        let Some(version) = rules.version(name).filter(Version::is_served) else {
            let text = format!(
                "no matches for kind \"{}\" in version \"{api_version}\"",
                rules.kind()
            );
            let place = object.locate_text("apiVersion");
            let finding = Finding {
                help: Some(format!("the CRD serves {}", served(rules))),
                ..Finding::new(Severity::Error, text).at(place, true)
            };
            return Judgement::refused(object, finding);
        };
        let mut new = object.value.clone();
        let mut stored = old.map(|old| old.value.clone());
        if let Some(stored) = &mut stored {
            resource_version::give(&mut new);
            resource_version::give(stored);
        }
        let outcome = version.admit(Admission {
            old: stored,
            namespace: self.arguments.namespace.as_deref(),
            // Unknown fields are reported with their places.
            field_validation: FieldValidation::Ignore,
            subresource: self
                .arguments
                .subresource
                .map_or(Subresource::None, Into::into),
            ..Admission::create(new)
        });
        let mut judgement = self.judgement(rules, object, old, outcome);
        if old.is_none() && !self.old.is_empty() {
            let text = "no object of its kind and name is among the old ones: it is created";
            judgement.findings.push(Finding::new(Severity::Note, text));
        }
        if let Some(warning) = version.deprecation_warning() {
            let place = judgement.object.locate_text("apiVersion");
            let warning = Finding::new(Severity::Warning, warning).at(place, true);
            judgement.findings.push(warning);
        }
        judgement
    }

    /// The object as it is stored already.
    fn old_of(&self, object: &Object, rules: &Rules) -> Option<&'a Object> {
        self.old.iter().find(|old| {
            old.kind() == object.kind()
                && group(old) == group(object)
                && self.is_same(old, object, rules)
        })
    }

    /// Whether two objects have the same name in the same namespace, if they are in any.
    fn is_same(&self, old: &Object, object: &Object, rules: &Rules) -> bool {
        let namespace = |object: &Object| match object.namespace() {
            "" => self.arguments.namespace.clone().unwrap_or("default".into()),
            own => own.to_owned(),
        };
        old.name() == object.name()
            && (!rules.is_namespaced() || namespace(old) == namespace(object))
    }

    fn judgement(
        &self,
        rules: &Rules,
        object: Object,
        old: Option<&Object>,
        outcome: Outcome,
    ) -> Judgement {
        let mut findings = Vec::new();
        let refusal = outcome.refusal;
        match &refusal {
            None => {}
            Some(Refusal::BadRequest(text)) => findings.push(Finding::new(Severity::Error, text)),
            Some(Refusal::Invalid(errors)) => {
                let words = Words::new(self.arguments.gate.verbatim);
                findings.extend(errors.iter().map(|error| of_error(&object, error, words)));
            }
            Some(_) => findings.push(Finding::new(
                Severity::Error,
                "the version has no such subresource, or the object is not there to be updated; give it by --old",
            )),
        }
        findings.extend(check::strictly(
            &object,
            &outcome.unknown_fields,
            self.strictness,
        ));
        let forgiven = outcome.forgiven.iter().map(ToString::to_string);
        findings.extend(
            outcome
                .warnings
                .iter()
                .cloned()
                .chain(forgiven)
                .map(|warning| Finding::new(Severity::Warning, warning)),
        );
        let before = match (self.arguments.subresource, old) {
            (Some(_), Some(old)) => &old.value,
            _ => &object.value,
        };
        let (mut stored, mut changes, mut remark) = (None, Vec::new(), None);
        if let Some(admitted) = outcome.object.filter(|_| refusal.is_none()) {
            findings.extend(numbers::changed(&object, &admitted));
            let kept = stored::stored(rules, &object, admitted);
            findings.extend(kept.findings);
            // What is reported for itself is not listed again.
            let reported = if self.strictness.ignores_unknown() {
                &[][..]
            } else {
                &outcome.unknown_fields
            };
            changes = changes::between(before, &kept.object, reported);
            remark = kept.remark;
            stored = Some(kept.object);
        }
        Judgement {
            verdict: Verdict::of(&findings),
            findings,
            stored,
            changes,
            remark,
            ..Judgement::skipped(object, "")
        }
    }
}

fn group(object: &Object) -> &str {
    let parts = object.api_version().rsplit_once('/');
    parts.map_or("", |(group, _)| group)
}

fn of_error(object: &Object, error: &FieldError, words: Words) -> Finding {
    let finding = Finding {
        error: Some(error.clone()),
        ..Finding::new(Severity::Error, words.of(error, object))
    };
    let (place, is_exact) = if let Some(path) = error.named_place() {
        (object.locate_text(&path), true)
    } else {
        let place = object.locate(&error.path);
        (place, place.steps == error.path.segments().len())
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
