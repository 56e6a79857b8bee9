//! One object at a time.

mod compare;
mod complete;
mod object;
mod place;
mod read;
mod sparse;
mod untouched;
mod valid;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use wheelwright_rules::{Rules, Version};
use wheelwright_schema::Reader;

use super::{
    limits::{Limits, Progress, Tried},
    violation::{Law, Violation},
};
use crate::{ConversionError, Converter, generate::Generator, plan::Way, watch::Watch};
use compare::violation;

/// What the laws are tried on.
pub(super) struct Subject<'r> {
    converter: &'static Converter,
    rules: &'r Rules,
    /// Each version's name and the schema of its objects.
    versions: Vec<(String, Value)>,
    /// Each version's lists whose order is not kept.
    unordered: BTreeMap<String, BTreeSet<Way>>,
    readers: &'r [Reader],
    /// Whether what has to be there is always made.
    makes_all: bool,
    /// Versions, and places at which they may refuse what is valid elsewhere.
    refusals: &'r [(String, String)],
}

type Broken = Option<Box<Violation>>;

/// A sequence of conversions to try on an object, and what to compare.
type Trial<'t> = dyn Fn(&Value) -> Broken + 't;

impl<'r> Subject<'r> {
    pub(super) fn new(
        converter: &'static Converter,
        rules: &'r Rules,
        crd: &Value,
        readers: &'r [Reader],
        makes_all: bool,
        refusals: &'r [(String, String)],
    ) -> Self {
        let versions: Vec<(String, Value)> = crd["spec"]["versions"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|version| {
                let name = version["name"].as_str()?.to_owned();
                Some((name, version["schema"]["openAPIV3Schema"].clone()))
            })
            .collect();
        let unordered = versions
            .iter()
            .map(|(name, _)| (name.clone(), converter.unordered(name)))
            .collect();
        Self {
            converter,
            rules,
            versions,
            unordered,
            readers,
            makes_all,
            refusals,
        }
    }

    pub(super) fn run(&self, limits: Limits, seed: u64) -> Result<Tried, Box<Violation>> {
        let what = format!("laws of {}", self.converter.kind());
        let (watch, mut progress) = (Watch::over(what.clone()), Progress::of(what));
        let mut tried = Tried::default();
        for round in 0..limits.rounds {
            if limits.are_reached(tried) {
                tried.is_cut = true;
                break;
            }
            tried.rounds += 1;
            progress.show(tried, limits);
            let seed = seed.wrapping_add(round as u64);
            for (version, schema) in &self.versions {
                let is_sparse = round % 10 == 9;
                let mut generator = Generator::new(seed).size(3);
                if is_sparse {
                    generator = generator.sparse();
                }
                let object = self.object(version, schema, &mut generator, is_sparse);
                watch.object(|| format!("object of {version}, seed {seed}: {object}"));
                let outcome = if is_sparse {
                    self.sparse(version, &object)
                } else {
                    self.complete(version, &object, seed)
                };
                match outcome {
                    Ok(true) => tried.objects += 1,
                    Ok(false) => {}
                    Err(mut violation) => {
                        violation.seed = seed;
                        return Err(violation);
                    }
                }
            }
        }
        Ok(tried)
    }

    fn rules_of(&self, version: &str) -> Option<Version<'r>> {
        self.rules.version(version)
    }

    fn convert(&self, object: &Value, to: &str) -> Result<Value, ConversionError> {
        let text = self.converter.convert_text(&object.to_string(), to)?;
        serde_json::from_str(&text).map_err(|error| ConversionError::new(error.to_string()))
    }

    /// Converts along a route; what is stored in between is pruned, and defaulted when it is read.
    pub(in crate::laws) fn along(
        &self,
        object: &Value,
        route: &[&str],
    ) -> Result<Value, ConversionError> {
        let mut object = object.clone();
        for (index, version) in route.iter().enumerate() {
            object = self.convert(&object, version)?;
            if let Some(rules) = self.rules_of(version) {
                rules.prune(&mut object);
                if index + 1 < route.len() && object.get("metadata") != Some(&json!({})) {
                    rules.default(&mut object);
                }
            }
        }
        Ok(object)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.versions.iter().map(|(name, _)| name.as_str())
    }

    /// A failure is one of a step that may fail, or breaks a law.
    fn total(
        &self,
        object: &Value,
        route: &[&str],
        error: &ConversionError,
    ) -> Result<(), Box<Violation>> {
        if self.converter.may_fail() {
            return Ok(());
        }
        Err(violation(Law::Total, route, object, &error.to_string()))
    }
}
