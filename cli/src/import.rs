//! `wheelwright import`: CRDs become Rust modules that emit them again.

mod folder;
mod samples;

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde_json::Value;
use wheelwright_import::{Fate, Imported, Options, differences, import_with, modules};
use wheelwright_rules::KubeRange;

use crate::Exit;
use crate::arguments::{ImportArguments, Shown};
use crate::check::{Strictness, Words, judge};
use crate::input::{self, Crds, Object, Seen};
use crate::report::{Finding, Judgement, Report, Severity, Verdict};
use folder::Folder;

pub(crate) fn run(arguments: &ImportArguments, output: &mut impl Write) -> io::Result<Exit> {
    let Crds {
        crds,
        skipped,
        unreadable,
    } = input::crds(&arguments.files, |object| {
        is_wanted(object, arguments.group.as_deref())
    });
    if crds.is_empty() && unreadable.is_empty() {
        let of = arguments
            .group
            .as_deref()
            .map_or_else(String::new, |group| format!(" of group `{group}`"));
        crate::tell(&format!(
            "there is no CustomResourceDefinition{of} in what was given"
        ));
        return Ok(Exit::Trouble);
    }
    let folder = match Folder::of(&arguments.out) {
        Ok(folder) => folder,
        Err(reason) => {
            crate::tell(&reason);
            return Ok(Exit::Trouble);
        }
    };
    let samples = match samples::of(arguments, &crds) {
        Ok(samples) => samples,
        Err(reasons) => {
            for reason in reasons {
                crate::tell(&reason);
            }
            return Ok(Exit::Trouble);
        }
    };
    let options = Options {
        draft: arguments.draft,
        samples: &samples,
        ..Options::default()
    };
    let (imported, refused) = all(crds, folder.path(), options);
    if !refused.is_empty() || !unreadable.is_empty() {
        let report = Report {
            subject: "CRD",
            judgements: refused,
            unreadable,
        };
        let shown = Shown {
            form: crate::arguments::Form::Human,
            quiet: true,
        };
        report.write(shown, output)?;
        writeln!(output, "Nothing is written.")?;
        return Ok(if report.unreadable.is_empty() {
            Exit::Refused
        } else {
            Exit::Trouble
        });
    }
    if arguments.check {
        return check(&imported, &folder, output);
    }
    if let Err(reason) = folder.write(&imported) {
        crate::tell(&reason);
        return Ok(Exit::Trouble);
    }
    summarize(&imported, &skipped, &folder, arguments.quiet, output)?;
    Ok(Exit::Success)
}

fn is_wanted(object: &Object, group: Option<&str>) -> bool {
    let own = object.value.get("spec").and_then(|spec| spec.get("group"));
    group.is_none_or(|group| own.is_some_and(|own| own == group))
}

/// Imports each CRD; those that cannot be are judged.
fn all(crds: Vec<Object>, folder: &str, options: Options<'_>) -> (Vec<Imported>, Vec<Judgement>) {
    let text = |object: &Object, path: [&str; 2]| {
        let spec = object.value.get("spec");
        let found = path
            .iter()
            .filter(|step| !step.is_empty())
            .fold(spec, |value, step| value?.get(step));
        found.and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let kinds: Vec<(String, String)> = crds
        .iter()
        .map(|object| {
            (
                text(object, ["names", "plural"]),
                text(object, ["group", ""]),
            )
        })
        .collect();
    let names = modules(&kinds);
    let mut seen = Seen::default();
    let (mut imported, mut refused) = (Vec::new(), Vec::new());
    for (object, module) in crds.into_iter().zip(names) {
        if let Some(finding) = seen.again(&object) {
            refused.push(Judgement::refused(object, finding));
            continue;
        }
        match import_with(&object.value, &module, folder, options) {
            Ok(done) => imported.push(done),
            Err(refusals) => {
                let strictness = Strictness::new(crate::arguments::Validate::Ignore, false);
                let judgement = judge(
                    object,
                    None,
                    strictness,
                    Words::new(false),
                    KubeRange::default(),
                );
                if judgement.verdict == Verdict::Refused {
                    refused.push(judgement);
                    continue;
                }
                let object = judgement.object;
                let findings = refusals
                    .into_iter()
                    .map(|refusal| {
                        Finding::new(Severity::Error, refusal.text)
                            .at(object.locate(&refusal.path), true)
                    })
                    .collect();
                refused.push(Judgement {
                    verdict: Verdict::Refused,
                    findings,
                    ..Judgement::skipped(object, "")
                });
            }
        }
    }
    (imported, refused)
}

/// Says what became of each CRD.
fn summarize(
    imported: &[Imported],
    skipped: &[String],
    folder: &Folder,
    is_quiet: bool,
    output: &mut impl Write,
) -> io::Result<()> {
    for done in imported {
        let rust: Vec<usize> = done
            .files
            .iter()
            .filter(|file| file.is_rust())
            .map(|file| file.text.lines().count())
            .collect();
        if !is_quiet {
            writeln!(
                output,
                "{} -> {} ({} files, {} lines)",
                done.name,
                folder.shown(&done.module),
                rust.len(),
                rust.iter().sum::<usize>()
            )?;
        }
        for note in &done.notes {
            let what = match note.fate {
                Fate::Differs => "differs",
                Fate::Decide => "decide",
                Fate::Function => "function",
                Fate::Conversion => "conversion",
                Fate::Doubt => "doubt",
            };
            if !is_quiet || matches!(note.fate, Fate::Differs | Fate::Decide) {
                let of = if is_quiet {
                    format!("{} ", done.name)
                } else {
                    "  ".to_owned()
                };
                writeln!(output, "{of}{what}: {}: {}", note.place, note.text)?;
            }
        }
    }
    if is_quiet {
        return Ok(());
    }
    for place in skipped {
        writeln!(output, "{place}: skipped")?;
    }
    let uses = |crate_name: &str| {
        imported
            .iter()
            .flat_map(|done| &done.files)
            .any(|file| file.text.contains(crate_name))
    };
    let mut crates = vec!["wheelwright", "serde (feature derive)"];
    if uses("serde_json::") {
        crates.push("serde_json");
    }
    if uses("k8s_openapi::") {
        crates.push("k8s-openapi");
    }
    writeln!(
        output,
        "The files are yours. They need {}; `cargo test` holds them against the manifests.",
        crates.join(", ")
    )
}

/// Whether the committed manifests are still those of the CRDs.
fn check(imported: &[Imported], folder: &Folder, output: &mut impl Write) -> io::Result<Exit> {
    let (mut exit, mut known) = (Exit::Success, BTreeSet::new());
    for done in imported {
        let name = format!("{}.yaml", done.name);
        let file = folder.shown(&name);
        known.insert(name.clone());
        let text = match folder.read(&name) {
            Ok(Some(text)) => text,
            Ok(None) => {
                writeln!(
                    output,
                    "{file} is missing: {} is not imported yet",
                    done.name
                )?;
                exit = worse(exit, Exit::Refused);
                continue;
            }
            Err(reason) => {
                crate::tell(&format!("{file} cannot be read: {reason}"));
                exit = worse(exit, Exit::Trouble);
                continue;
            }
        };
        let mut read = wheelwright_yaml::documents(&text);
        let held = match (read.pop(), read.is_empty()) {
            (Some(Ok(document)), true) => document.value,
            (Some(Err(error)), _) => {
                crate::tell(&format!("{file}:{}: {}", error.position, error.kind));
                exit = worse(exit, Exit::Trouble);
                continue;
            }
            _ => {
                crate::tell(&format!(
                    "{file} holds not one manifest; import writes one document into it"
                ));
                exit = worse(exit, Exit::Trouble);
                continue;
            }
        };
        let mut found = differences(&held, &done.manifest);
        if is_conversion_yours(done) {
            found.retain(|line| !line.starts_with(CONVERSION));
        }
        if found.is_empty() {
            writeln!(output, "{file}: as {}", done.name)?;
            continue;
        }
        exit = worse(exit, Exit::Refused);
        writeln!(output, "{file}: {} differs", done.name)?;
        for line in found {
            writeln!(output, "  {line}")?;
        }
    }
    Ok(exit)
}

const CONVERSION: &str = "spec.conversion";

/// Whether the CRD does not say how versions that differ convert, so that the types say it.
fn is_conversion_yours(done: &Imported) -> bool {
    let mut notes = done.notes.iter();
    notes.any(|note| note.fate == Fate::Decide && note.place == CONVERSION)
}

fn worse(one: Exit, other: Exit) -> Exit {
    match (one, other) {
        (Exit::Trouble, _) | (_, Exit::Trouble) => Exit::Trouble,
        (Exit::Refused, _) | (_, Exit::Refused) => Exit::Refused,
        _ => Exit::Success,
    }
}
