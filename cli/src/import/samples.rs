//! Objects from which mappings are found.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::arguments::ImportArguments;
use crate::converter::Converter;
use crate::input::{self, Object};

/// What is asked for at most, so that a whole cluster may be given: more of a version teaches little.
const MOST: usize = 500;

/// The samples of these CRDs, and what became of those that only one version has; or why there are none.
pub(super) fn of(arguments: &ImportArguments, crds: &[Object]) -> Result<Vec<Value>, Vec<String>> {
    if arguments.samples.is_empty() {
        return Ok(Vec::new());
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
    let mut asked = Vec::new();
    let mut are_known = false;
    for crd in crds {
        let own = Kind::of(&crd.value);
        let known = samples.iter().filter_map(|sample| own.key(sample));
        let known: BTreeSet<Key> = known.collect();
        are_known |= !known.is_empty();
        let Some(given) = &arguments.ask else {
            continue;
        };
        let converter = Converter::new(given);
        let desired = format!("{}/{}", own.group, own.stored);
        let alone = samples.iter().filter(|sample| {
            own.key(sample).is_some_and(|key| {
                let stored = Key {
                    version: own.stored.to_owned(),
                    ..key.clone()
                };
                !known.contains(&stored)
            })
        });
        for sample in alone.take(MOST) {
            match converter.convert(sample, &desired) {
                Ok(converted) => asked.push(converted),
                // What it refuses teaches nothing.
                Err(_) if converter.trouble().is_none() => {}
                Err(_) => return Err(converter.trouble().into_iter().collect()),
            }
        }
    }
    if !are_known {
        return Err(vec![
            "no sample is an object of a CRD that is imported: their `apiVersion` and `kind` must be of one".to_owned(),
        ]);
    }
    samples.extend(asked);
    Ok(samples)
}

/// Which object a sample is, and at which version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    version: String,
    namespace: Option<String>,
    name: Option<String>,
}

/// What a CRD is of.
struct Kind<'c> {
    group: &'c str,
    kind: &'c str,
    stored: &'c str,
}

impl<'c> Kind<'c> {
    fn of(crd: &'c Value) -> Self {
        let spec = &crd["spec"];
        let stored = spec["versions"].as_array().and_then(|versions| {
            let mut versions = versions.iter();
            versions.find(|version| version["storage"] == true)?["name"].as_str()
        });
        Self {
            group: spec["group"].as_str().unwrap_or_default(),
            kind: spec["names"]["kind"].as_str().unwrap_or_default(),
            stored: stored.unwrap_or_default(),
        }
    }

    fn key(&self, sample: &Value) -> Option<Key> {
        let (group, version) = sample["apiVersion"].as_str()?.split_once('/')?;
        let text = |key: &str| sample["metadata"][key].as_str().map(str::to_owned);
        (group == self.group && sample["kind"] == self.kind).then(|| Key {
            version: version.to_owned(),
            namespace: text("namespace"),
            name: text("name"),
        })
    }
}
