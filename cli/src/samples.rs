//! `wheelwright samples`: whether documents are what they show.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use wheelwright_samples::{Kinds, Report, read};
use wheelwright_yaml::{Position, Span};

use crate::Exit;
use crate::arguments::{SamplesArguments, SamplesOutput};
use crate::input;
use crate::report::{Severity, github};

pub(crate) fn run(arguments: &SamplesArguments, output: &mut impl Write) -> io::Result<Exit> {
    let given = input::read(&arguments.crds);
    let unreadable = given.unreadable.iter();
    let mut troubles: Vec<String> = unreadable.map(ToString::to_string).collect();
    let crds = given.objects.into_iter().filter(input::is_crd);
    let mut rules = Vec::new();
    let mut places: BTreeMap<String, String> = BTreeMap::new();
    for crd in crds {
        let (name, place) = (crd.name().to_owned(), crd.place());
        if let Some(first) = places.insert(name.clone(), place.clone()) {
            troubles.push(format!("{place}: {name} is given twice, first at {first}"));
            continue;
        }
        match Kinds::of(std::slice::from_ref(&crd.value)) {
            Ok(_) => rules.push(crd.value),
            Err(error) => troubles.push(format!("{}: {error}", crd.place())),
        }
    }
    let mut texts = Vec::new();
    for path in &arguments.samples {
        match read(Path::new(path)) {
            Ok(read) => texts.extend(read),
            Err(error) => troubles.push(error.to_string()),
        }
    }
    if troubles.is_empty() && rules.is_empty() {
        troubles.push("there is no CustomResourceDefinition to judge by: give one by --crd".into());
    }
    if !troubles.is_empty() {
        for trouble in &troubles {
            crate::tell(trouble);
        }
        return Ok(Exit::Trouble);
    }
    let report = match Kinds::of(&rules) {
        Ok(kinds) => kinds.judge(&texts),
        Err(error) => {
            crate::tell(&error.to_string());
            return Ok(Exit::Trouble);
        }
    };
    write(&report, arguments.output, output)?;
    if !report.faults.is_empty() {
        return Ok(Exit::Refused);
    }
    if report.samples == 0 {
        crate::tell("there is no sample of these kinds");
        return Ok(Exit::Trouble);
    }
    Ok(Exit::Success)
}

fn write(report: &Report, form: SamplesOutput, output: &mut impl Write) -> io::Result<()> {
    match form {
        SamplesOutput::Human => writeln!(output, "{report}"),
        SamplesOutput::Github => report.faults.iter().try_for_each(|fault| {
            let start = Position {
                line: fault.line,
                column: 1,
            };
            let span = Span { start, end: start };
            let title = "a sample is not what it shows";
            let line = github::command(
                Severity::Error,
                &fault.file,
                Some(span),
                title,
                &fault.reason,
            );
            writeln!(output, "{line}")
        }),
    }
}
