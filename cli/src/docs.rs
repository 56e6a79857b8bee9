//! `wheelwright docs`: references of CRDs, and schemas for editors.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};

use wheelwright_docs::{Documents, File, Form, NotDocumented};
use wheelwright_rules::KubeRange;

use crate::Exit;
use crate::arguments::{DocsArguments, DocsForm, Form as Output, Shown, Validate};
use crate::check::{Strictness, Words, judge};
use crate::input::{self, Crds, Object, Seen};
use crate::report::{Finding, Judgement, Report, Severity, Verdict};

pub(crate) fn run(arguments: &DocsArguments, output: &mut impl Write) -> io::Result<Exit> {
    let Crds {
        crds, unreadable, ..
    } = input::crds(&arguments.crds, |_| true);
    if crds.is_empty() && unreadable.is_empty() {
        crate::tell("there is no CustomResourceDefinition in what was given");
        return Ok(Exit::Trouble);
    }
    if arguments.out.exists() && !arguments.out.is_dir() {
        crate::tell(&format!(
            "{} is no folder; choose another one with --out",
            arguments.out.display()
        ));
        return Ok(Exit::Trouble);
    }
    let (files, refused) = all(crds, &forms(&arguments.forms));
    if !refused.is_empty() || !unreadable.is_empty() {
        let report = Report {
            subject: "CRD",
            judgements: refused,
            unreadable,
        };
        let shown = Shown {
            form: Output::Human,
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
        check(arguments, &files, output)
    } else {
        write(arguments, &files, output)
    }
}

fn forms(asked: &[DocsForm]) -> Vec<Form> {
    if asked.is_empty() {
        return Form::ALL.to_vec();
    }
    let form = |form: &DocsForm| match form {
        DocsForm::Html => Form::Html,
        DocsForm::Markdown => Form::Markdown,
        DocsForm::Mermaid => Form::Mermaid,
        DocsForm::JsonSchema => Form::JsonSchema,
    };
    asked.iter().map(form).collect()
}

/// The files of all CRDs by their paths, and the CRDs that have none.
fn all(crds: Vec<Object>, forms: &[Form]) -> (BTreeMap<String, String>, Vec<Judgement>) {
    let mut seen = Seen::default();
    let (mut files, mut refused) = (BTreeMap::new(), Vec::new());
    for object in crds {
        if let Some(finding) = seen.again(&object) {
            refused.push(Judgement::refused(object, finding));
            continue;
        }
        match Documents::of(&object.value) {
            Ok(documents) => {
                for File { path, text, .. } in documents.files(forms) {
                    if files.insert(path.clone(), text).is_some() {
                        let text = format!(
                            "{path} is of another CRD already, of its group and kind; give one of the two"
                        );
                        let finding = Finding::new(Severity::Error, text);
                        refused.push(Judgement::refused(object.clone(), finding));
                    }
                }
            }
            Err(reason) => refused.push(refusal(object, &reason)),
        }
    }
    (files, refused)
}

/// Why a CRD is not documented, with the line where that is what a server says.
fn refusal(object: Object, reason: &NotDocumented) -> Judgement {
    let text = reason.to_string();
    if !matches!(reason, NotDocumented::Refused(_)) {
        return Judgement::refused(object, Finding::new(Severity::Error, text));
    }
    let strictness = Strictness::new(Validate::Ignore, false);
    let words = Words::new(false);
    let judgement = judge(object, None, strictness, words, KubeRange::default());
    if judgement.verdict == Verdict::Refused {
        return judgement;
    }
    Judgement::refused(judgement.object, Finding::new(Severity::Error, text))
}

fn write(
    arguments: &DocsArguments,
    files: &BTreeMap<String, String>,
    output: &mut impl Write,
) -> io::Result<Exit> {
    for (path, text) in files {
        let file = arguments.out.join(path);
        let folder = file.parent().unwrap_or(&arguments.out);
        if let Err(error) = fs::create_dir_all(folder).and_then(|()| fs::write(&file, text)) {
            crate::tell(&format!("{} cannot be written: {error}", file.display()));
            return Ok(Exit::Trouble);
        }
        if !arguments.quiet {
            writeln!(output, "{}", file.display())?;
        }
    }
    Ok(Exit::Success)
}

/// Whether the files in the folder are those that would be written.
fn check(
    arguments: &DocsArguments,
    files: &BTreeMap<String, String>,
    output: &mut impl Write,
) -> io::Result<Exit> {
    let mut exit = Exit::Success;
    for (path, text) in files {
        let file = arguments.out.join(path);
        let said = match fs::read(&file) {
            Ok(there) if there == text.as_bytes() => {
                if !arguments.quiet {
                    writeln!(output, "{}: as it should be", file.display())?;
                }
                continue;
            }
            Ok(_) => "differs from what would be written",
            Err(error) if error.kind() == io::ErrorKind::NotFound => "is missing",
            Err(error) => {
                crate::tell(&format!("{} cannot be read: {error}", file.display()));
                return Ok(Exit::Trouble);
            }
        };
        exit = Exit::Refused;
        writeln!(
            output,
            "{} {said}; run `wheelwright docs` without --check",
            file.display()
        )?;
    }
    Ok(exit)
}
