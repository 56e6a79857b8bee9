//! Objects from which mappings are found.

use serde_json::Value;
use wheelwright_import::{made, unpaired};

use crate::arguments::ImportArguments;
use crate::converter::Converter;
use crate::input::{self, Object};

/// What is asked for at most, so that a whole cluster may be given: more of a kind teaches little.
const MOST: usize = 500;

/// So many objects of each version are made where no samples are given.
const MADE: usize = 60;

/// The samples of these CRDs, and what became of those that are not there at the stored version; or why there are none.
pub(super) fn of(arguments: &ImportArguments, crds: &[Object]) -> Result<Vec<Value>, Vec<String>> {
    if arguments.samples.is_empty() {
        return match &arguments.ask {
            Some(given) => asked(&Converter::new(given), crds),
            None => Ok(Vec::new()),
        };
    }
    let read = input::read(&arguments.samples);
    if !read.unreadable.is_empty() {
        return Err(read.unreadable.iter().map(ToString::to_string).collect());
    }
    let mut samples: Vec<Value> = read
        .objects
        .into_iter()
        .map(|object| object.value)
        .collect();
    let kinds: Vec<_> = crds
        .iter()
        .filter_map(|crd| unpaired(&crd.value, &samples))
        .collect();
    if kinds.is_empty() {
        return Err(vec![
            "no sample is an object of a CRD that is imported: their `apiVersion` and `kind` must be of one".to_owned(),
        ]);
    }
    let mut asked = Vec::new();
    if let Some(given) = &arguments.ask {
        let converter = Converter::new(given);
        for kind in &kinds {
            for sample in kind.objects.iter().take(MOST) {
                let converted = converter.convert(sample, &kind.stored);
                if let Some(trouble) = converter.trouble() {
                    return Err(vec![trouble]);
                }
                // What it refuses teaches nothing.
                asked.extend(converted);
            }
        }
    }
    samples.extend(asked);
    Ok(samples)
}

/// Objects made of CRDs of several versions, each with what it was converted to: to the stored version, or from there to each other.
fn asked(converter: &Converter, crds: &[Object]) -> Result<Vec<Value>, Vec<String>> {
    let (mut samples, mut refusal) = (Vec::new(), None);
    let mut is_asked = false;
    for crd in crds {
        let spec = &crd.value["spec"];
        let group = spec["group"].as_str().unwrap_or_default();
        let versions = spec["versions"].as_array().into_iter().flatten();
        let named = |is_stored: bool| -> Vec<String> {
            let versions = versions
                .clone()
                .filter(|version| version["storage"].as_bool().unwrap_or_default() == is_stored);
            versions
                .filter_map(|version| Some(format!("{group}/{}", version["name"].as_str()?)))
                .collect()
        };
        let (stored, others) = (named(true), named(false));
        if others.is_empty() {
            continue;
        }
        is_asked = true;
        for object in made(&crd.value, MADE) {
            let is_stored = stored
                .iter()
                .any(|version| object["apiVersion"] == **version);
            for (number, to) in if is_stored { &others } else { &stored }.iter().enumerate() {
                let mut object = object.clone();
                if let Some(Value::String(name)) = object.pointer_mut("/metadata/name") {
                    // One of the stored version goes with each of the others.
                    name.push_str(&format!("-{number}"));
                }
                let converted = converter.convert(&object, to);
                if let Some(trouble) = converter.trouble() {
                    return Err(vec![trouble]);
                }
                match converted {
                    Ok(converted) => samples.extend([object, converted]),
                    Err(reason) => refusal = Some(reason),
                }
            }
        }
    }
    match refusal {
        Some(reason) if samples.is_empty() && is_asked => Err(vec![format!(
            "no object that was made of the CRDs is converted, the last with: {reason}; give some by --samples"
        )]),
        _ => Ok(samples),
    }
}
