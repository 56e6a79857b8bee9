//! `wheelwright rehearse`: what an upgrade would make of the objects that are there.

use std::io::Write;
use std::sync::Arc;

use serde_json::Value;
use wheelwright_grammar::name::KEPT_ANNOTATION;
use wheelwright_rehearsal::{Conversion, Convert, Rehearsal, Unready};

use crate::Exit;
use crate::arguments::RehearseArguments;
use crate::converter::Converter;
use crate::input;

pub(crate) fn run(arguments: &RehearseArguments, output: &mut impl Write) -> Exit {
    let given = input::read(std::slice::from_ref(&arguments.crd));
    for unreadable in &given.unreadable {
        crate::tell(&unreadable.to_string());
    }
    let mut crds = given.objects.into_iter().filter(input::is_crd);
    let (Some(crd), None, true) = (crds.next(), crds.next(), given.unreadable.is_empty()) else {
        if given.unreadable.is_empty() {
            let what = "must hold one CustomResourceDefinition, that of the objects";
            crate::tell(&format!("{} {what}", arguments.crd));
        }
        return Exit::Trouble;
    };
    let converter = arguments
        .convert
        .as_deref()
        .map(Converter::new)
        .map(Arc::new);
    let group = crd.value["spec"]["group"].as_str().unwrap_or_default();
    let conversion = converter.clone().map(|converter| Conversion {
        annotation: match &arguments.annotation {
            Some(name) => name.clone(),
            None => format!("{group}/{KEPT_ANNOTATION}"),
        },
        convert: convert(group, converter),
    });
    let mut rehearsal = match Rehearsal::new(&crd.value, conversion) {
        Ok(rehearsal) => rehearsal,
        Err(error) => {
            let hint = match error {
                Unready::NeedsConversion => ", as a command or a URL by --convert",
                _ => "",
            };
            crate::tell(&format!("{}: {error}{hint}", crd.place()));
            return Exit::Trouble;
        }
    };
    if let Err(error) = arguments.rehearsal.read(&mut rehearsal) {
        crate::tell(&error);
        return Exit::Trouble;
    }
    if let Some(trouble) = converter.and_then(|converter| converter.trouble()) {
        crate::tell(&trouble);
        return Exit::Trouble;
    }
    let report = rehearsal.into_report();
    match arguments.rehearsal.finish(&report, output) {
        Ok(true) => Exit::Success,
        Ok(false) => Exit::Refused,
        Err(reason) => {
            crate::tell(&reason);
            Exit::Trouble
        }
    }
}

/// What converts objects of a group.
fn convert(group: &str, converter: Arc<Converter>) -> Convert {
    let group = group.to_owned();
    Box::new(move |object, version| {
        let object: Value = serde_json::from_str(object).map_err(|error| error.to_string())?;
        let converted = converter.convert(&object, &format!("{group}/{version}"))?;
        Ok(converted.to_string())
    })
}
