//! `wheelwright rehearse`: what an upgrade would make of the objects that are there.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use serde_json::Value;
use wheelwright_grammar::name::KEPT_ANNOTATION;
use wheelwright_rehearsal::{Conversion, Rehearsal};

use crate::Exit;
use crate::arguments::{RehearseArguments, RehearseOutput};
use crate::converter::Converter;
use crate::input;

/// How often it is said how far it is.
const EVERY: u64 = 1000;

pub(crate) fn run(arguments: &RehearseArguments, output: &mut impl Write) -> io::Result<Exit> {
    let given = input::read(std::slice::from_ref(&arguments.crd));
    for unreadable in &given.unreadable {
        let at = unreadable.at.as_ref();
        let at = at
            .map(|(_, position)| format!(":{position}"))
            .unwrap_or_default();
        crate::tell(&format!("{}{at}: {}", unreadable.name, unreadable.reason));
    }
    let mut crds = given.objects.into_iter().filter(input::is_crd);
    let (Some(crd), None, true) = (crds.next(), crds.next(), given.unreadable.is_empty()) else {
        if given.unreadable.is_empty() {
            let what = "must hold one CustomResourceDefinition, that of the objects";
            crate::tell(&format!("{} {what}", arguments.crd));
        }
        return Ok(Exit::Trouble);
    };
    let converter = arguments
        .convert
        .as_deref()
        .map(Converter::new)
        .map(Arc::new);
    let group = crd.value["spec"]["group"].as_str().unwrap_or_default();
    if converter.is_none() && crd.value["spec"]["conversion"]["strategy"] == "Webhook" {
        let what = "a webhook converts its objects: give it by --convert, as a command or a URL";
        crate::tell(&format!("{}: {what}", crd.place()));
        return Ok(Exit::Trouble);
    }
    let conversion = Conversion {
        annotation: match &arguments.annotation {
            Some(name) => name.clone(),
            None => format!("{group}/{KEPT_ANNOTATION}"),
        },
        convert: convert(group, converter.clone()),
    };
    let mut rehearsal = match Rehearsal::new(&crd.value, conversion) {
        Ok(rehearsal) => rehearsal,
        Err(error) => {
            crate::tell(&format!("{}: {error}", crd.place()));
            return Ok(Exit::Trouble);
        }
    };
    let is_shown = io::stderr().is_terminal();
    let read = rehearsal.read_files(&arguments.dumps, |count| {
        if is_shown && count.is_multiple_of(EVERY) {
            crate::tell(&format!("{count} objects"));
        }
    });
    if let Err(error) = read {
        crate::tell(&error.to_string());
        return Ok(Exit::Trouble);
    }
    if let Some(trouble) = converter.and_then(|converter| converter.trouble()) {
        crate::tell(&trouble);
        return Ok(Exit::Trouble);
    }
    let report = rehearsal.into_report();
    match arguments.output {
        RehearseOutput::Human => writeln!(output, "{report}")?,
        RehearseOutput::Json => writeln!(output, "{}", report.json())?,
    }
    if report.objects == 0 {
        crate::tell("there is no object of the CRD's kind");
        return Ok(Exit::Trouble);
    }
    Ok(if report.is_ok() {
        Exit::Success
    } else {
        Exit::Refused
    })
}

/// What converts objects of a group: a webhook that is given, or the strategy `None`.
fn convert(group: &str, converter: Option<Arc<Converter>>) -> wheelwright_rehearsal::Convert {
    let group = group.to_owned();
    Box::new(move |object, version| {
        let api_version = format!("{group}/{version}");
        let mut object: Value = serde_json::from_str(object).map_err(|error| error.to_string())?;
        let converted = if let Some(converter) = &converter {
            converter.convert(&object, &api_version)?
        } else {
            object["apiVersion"] = api_version.into();
            object
        };
        Ok(converted.to_string())
    })
}
