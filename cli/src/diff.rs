//! `wheelwright diff`: whom a new release of CRDs breaks.

mod accepted;
mod json;
mod release;

use std::io::{self, Write};
use std::rc::Rc;

use serde_json::Value;
use wheelwright_release::{
    Convert, Finding, Notice, Options, Recorded, Report, Trouble, Verdict, releases, rollbacks,
};
use wheelwright_rules::crd::Unreadable as Reason;
use wheelwright_rules::{DecodeError, FieldPath};
use wheelwright_yaml::{Position, Span};

use crate::Exit;
use crate::arguments::{DiffArguments, DiffOutput, Form, Shown};
use crate::converter::Converter;
use crate::input::{Object, Unreadable};
use crate::report::{self, Severity, github};
use release::Release;

pub(crate) fn run(arguments: &DiffArguments, output: &mut impl Write) -> io::Result<Exit> {
    let (mut old, mut new) = (Release::read(&arguments.old), Release::read(&arguments.new));
    let mut unreadable = std::mem::take(&mut old.unreadable);
    unreadable.append(&mut new.unreadable);
    if unreadable.is_empty() {
        for (side, given) in [(&old, &arguments.old), (&new, &arguments.new)] {
            if side.crds.is_empty() {
                crate::tell(&format!("there is no CustomResourceDefinition in {given}"));
                return Ok(Exit::Trouble);
            }
        }
    }
    let mut earlier = Vec::new();
    for given in &arguments.earlier {
        let mut release = Release::read(given);
        unreadable.append(&mut release.unreadable);
        earlier.extend(release.values());
    }
    let recorded = match recorded(arguments) {
        Ok(recorded) => recorded,
        Err(reason) => {
            crate::tell(&reason);
            return Ok(Exit::Trouble);
        }
    };
    let converter = |given: &Option<String>| given.as_deref().map(Converter::new);
    let converters = [
        converter(&arguments.convert_old),
        converter(&arguments.convert_new),
    ];
    let [convert_old, convert_new] = converters
        .each_ref()
        .map(|converter| by(converter.as_ref()));
    let options = Options {
        assumption: arguments.assume.as_ref(),
        convert_old: convert_old.as_ref().map(|convert| convert as &Convert<'_>),
        convert_new: convert_new.as_ref().map(|convert| convert as &Convert<'_>),
        recorded: &recorded,
        notice: arguments.deprecated_for.map(|releases| Notice {
            releases,
            earlier: &earlier,
        }),
    };
    let mut report = Report::default();
    if unreadable.is_empty() {
        let compared = if arguments.rollback {
            rollbacks(&old.values(), &new.values(), &options)
        } else {
            releases(&old.values(), &new.values(), &options)
        };
        match compared {
            Ok(found) => report = found,
            Err(errors) => unreadable.extend(errors.into_iter().filter_map(|error| {
                let (side, reason) = match &error.trouble {
                    Trouble::Old(reason) => (&old, because(reason)),
                    Trouble::New(reason) => (&new, because(reason)),
                    Trouble::OldHalf | Trouble::OldRules(_) => (&old, error.trouble.to_string()),
                    _ => (&new, error.trouble.to_string()),
                };
                let crd = side.named(&error.name)?;
                let mut unreadable = Unreadable::object(crd, reason);
                if matches!(error.trouble, Trouble::OldHalf | Trouble::NewHalf) {
                    let versions = FieldPath::root().child("spec").child("versions");
                    let at = crd.locate(&versions).value.start;
                    unreadable.at = Some((Rc::clone(&crd.source), at));
                }
                Some(unreadable)
            })),
        }
    }
    let troubles = converters.iter().flatten().filter_map(Converter::trouble);
    if let Some(trouble) = troubles.into_iter().next() {
        crate::tell(&trouble);
        return Ok(Exit::Trouble);
    }
    if unreadable.is_empty()
        && let Some(file) = &arguments.accept
    {
        unreadable.extend(accepted::apply(&mut report, file));
    }
    if !unreadable.is_empty() {
        let form = match arguments.output {
            DiffOutput::Json => Form::Json,
            DiffOutput::Github => Form::Github,
            DiffOutput::Human | DiffOutput::Markdown => Form::Human,
        };
        let trouble = report::Report {
            subject: "CRD",
            judgements: Vec::new(),
            unreadable,
        };
        return trouble.write(Shown { form, quiet: true }, output);
    }
    let places = Places {
        old: &old,
        new: &new,
    };
    match arguments.output {
        DiffOutput::Human => write_human(&report, &places, arguments.quiet, output)?,
        DiffOutput::Json => json::write(&report, &places, output)?,
        DiffOutput::Github => write_github(&report, &places, arguments.quiet, output)?,
        DiffOutput::Markdown => output.write_all(report.markdown().as_bytes())?,
    }
    let is_open = arguments.strict && report.undecided().next().is_some();
    Ok(if report.verdict().is_breaking() || is_open {
        Exit::Refused
    } else {
        Exit::Success
    })
}

fn by(
    converter: Option<&Converter>,
) -> Option<impl Fn(&Value, &str) -> Result<Value, String> + use<'_>> {
    converter.map(|converter| {
        move |object: &Value, api_version: &str| converter.convert(object, api_version)
    })
}

/// What the old release made of objects, if a file is given.
fn recorded(arguments: &DiffArguments) -> Result<Vec<Recorded>, String> {
    let Some(file) = &arguments.recorded else {
        return Ok(Vec::new());
    };
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    Recorded::read(&text).map_err(|error| format!("{file}: {error}"))
}

/// Why a document is no CRD, with what to write instead.
fn because(reason: &Reason) -> String {
    match reason {
        Reason::Version(_) => format!("{reason}; write it as apiextensions.k8s.io/v1"),
        Reason::Decode(DecodeError::Type { .. }) => format!("{reason}: no server reads it"),
        _ => reason.to_string(),
    }
}

/// Where findings stand in the files.
pub(crate) struct Places<'p> {
    old: &'p Release,
    new: &'p Release,
}

impl Places<'_> {
    /// The file and the place in it: of the new CRD, or of the old one if there is no other.
    fn of(&self, finding: &Finding) -> Option<(&Object, Span)> {
        let crd = self
            .new
            .named(&finding.crd)
            .or_else(|| self.old.named(&finding.crd))?;
        let path = if finding.path == FieldPath::root() {
            FieldPath::root().child("metadata").child("name")
        } else {
            finding.path.clone()
        };
        let place = crd.locate(&path);
        Some((crd, place.key.unwrap_or(place.value)))
    }
}

/// Whether it is said when asked to be quiet.
fn is_told(finding: &Finding, quiet: bool) -> bool {
    !quiet || finding.level.is_breaking() || finding.undecided.is_some()
}

fn write_human(
    report: &Report,
    places: &Places<'_>,
    quiet: bool,
    output: &mut impl Write,
) -> io::Result<()> {
    for finding in report
        .findings
        .iter()
        .filter(|finding| is_told(finding, quiet))
    {
        writeln!(output, "{}", finding.headline())?;
        let details = finding.details();
        if !details.is_empty()
            && let Some((crd, span)) = places.of(finding)
        {
            writeln!(output, "  --> {}:{}", crd.source.name, span.start)?;
        }
        for line in details {
            writeln!(output, "  {line}")?;
        }
    }
    writeln!(output, "{}", report.summary())
}

fn write_github(
    report: &Report,
    places: &Places<'_>,
    quiet: bool,
    output: &mut impl Write,
) -> io::Result<()> {
    for finding in report
        .findings
        .iter()
        .filter(|finding| is_told(finding, quiet))
    {
        let severity = match (finding.counted(), &finding.undecided) {
            (Verdict::NewVersion | Verdict::Impossible, _) => Severity::Error,
            (_, Some(_)) if finding.accepted.is_none() => Severity::Warning,
            _ => Severity::Note,
        };
        let Some((crd, span)) = places.of(finding) else {
            continue;
        };
        let title = format!("{}: {}", finding.heading(), finding.key());
        let mut text = finding.reason.clone();
        for line in finding.details() {
            text.push('\n');
            text.push_str(&line);
        }
        let line = github::command(severity, &crd.source.name, Some(span), &title, &text);
        writeln!(output, "{line}")?;
    }
    Ok(())
}

/// The position of a finding as JSON has it.
fn position(place: Option<(&Object, Span)>) -> Vec<(&'static str, Value)> {
    let Some((crd, span)) = place else {
        return Vec::new();
    };
    let Position { line, column } = span.start;
    vec![
        ("file", crd.source.name.as_str().into()),
        ("line", line.into()),
        ("column", column.into()),
    ]
}
