//! Objects from which mappings are found.

use serde_json::Value;
use wheelwright_import::unpaired;

use crate::arguments::ImportArguments;
use crate::converter::Converter;
use crate::input::{self, Object};

/// What is asked for at most, so that a whole cluster may be given: more of a kind teaches little.
const MOST: usize = 500;

/// The samples of these CRDs, and what became of those that are not there at the stored version; or why there are none.
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
