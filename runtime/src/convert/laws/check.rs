//! One object at a time.

use serde_json::{Map, Value, json};
use wheelwright_rules::{ErrorKind, Rules, Version};

use super::{
    shrink::shrink,
    violation::{Law, Violation},
};
use crate::{
    convert::{
        ConversionError, Converter,
        json::{Json, same},
    },
    generate::Generator,
};

/// What the laws are tried on.
pub(super) struct Subject<'r> {
    converter: &'static Converter,
    rules: &'r Rules,
    /// Each version's name and the schema of its objects.
    versions: Vec<(String, Value)>,
}

type Broken = Option<Box<Violation>>;

/// A sequence of conversions to try on an object, and what to compare.
type Trial<'t> = dyn Fn(&Value) -> Broken + 't;

impl<'r> Subject<'r> {
    pub(super) fn new(converter: &'static Converter, rules: &'r Rules, crd: &Value) -> Self {
        let versions = crd["spec"]["versions"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|version| {
                let name = version["name"].as_str()?.to_owned();
                Some((name, version["schema"]["openAPIV3Schema"].clone()))
            })
            .collect();
        Self {
            converter,
            rules,
            versions,
        }
    }

    pub(super) fn run(&self, rounds: usize, seed: u64) -> Result<usize, Box<Violation>> {
        let mut tried = 0;
        for round in 0..rounds {
            let seed = seed.wrapping_add(round as u64);
            for (version, schema) in &self.versions {
                let is_sparse = round % 10 == 9;
                let mut generator = Generator::new(seed).size(3);
                if is_sparse {
                    generator = generator.sparse();
                }
                let object = self.object(version, schema, &mut generator, is_sparse);
                let outcome = if is_sparse {
                    self.sparse(version, &object)
                } else {
                    self.complete(version, schema, &object, seed)
                };
                match outcome {
                    Ok(true) => tried += 1,
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

    fn object(
        &self,
        version: &str,
        schema: &Value,
        generator: &mut Generator,
        is_sparse: bool,
    ) -> Value {
        let mut object = Map::new();
        object.insert(
            "apiVersion".into(),
            format!("{}/{version}", self.converter.group()).into(),
        );
        object.insert("kind".into(), self.converter.kind().into());
        if !is_sparse {
            object.insert(
                "metadata".into(),
                json!({
                    "name": "generated", "namespace": "default", "generation": 3,
                    "labels": {"app": "x"}, "annotations": {"example.com/other": "stays"}, "finalizers": ["example.com/f"],
                }),
            );
        }
        if let Value::Object(members) = generator.value(schema) {
            for (name, value) in members {
                object.entry(name).or_insert(value);
            }
        }
        let mut object = Value::Object(object);
        self.tag(&mut object, generator);
        if let Some(rules) = self.rules_of(version) {
            rules.prune(&mut object);
            if !is_sparse {
                rules.default(&mut object);
            }
        }
        object
    }

    /// Gives the object labels and annotations that steps look at, or takes them.
    fn tag(&self, object: &mut Value, generator: &mut Generator) {
        // What a label may say; few words, so that a field and a label say the same now and then.
        let words = json!({"type": "string", "enum": ["", "1", "a", "one.two", "true"]});
        for (member, key) in self.converter.tags() {
            if generator.value(&json!({"type": "boolean"})) == true {
                object["metadata"][member][key] = generator.value(&words);
            } else if let Some(tags) = object
                .pointer_mut(&format!("/metadata/{member}"))
                .and_then(Value::as_object_mut)
            {
                tags.remove(key);
            }
        }
    }

    fn convert(&self, object: &Value, to: &str) -> Result<Value, ConversionError> {
        let text = self.converter.convert_text(&object.to_string(), to)?;
        serde_json::from_str(&text).map_err(|error| ConversionError::new(error.to_string()))
    }

    /// Converts along a route; what is stored in between is pruned, and defaulted when it is read.
    fn along(&self, object: &Value, route: &[&str]) -> Result<Value, ConversionError> {
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

    /// The laws of complete objects. `false`: the object is none, or has no counterpart somewhere.
    fn complete(
        &self,
        version: &str,
        schema: &Value,
        object: &Value,
        seed: u64,
    ) -> Result<bool, Box<Violation>> {
        let Some(rules) = self.rules_of(version) else {
            return Ok(false);
        };
        let is_object = |object: &Value| {
            let mut there = object.clone();
            rules.prune(&mut there);
            rules.default(&mut there);
            there == *object
                && object
                    .get("metadata")
                    .is_some_and(|m| m.get("name").is_some())
                && rules.validate(object).is_empty()
        };
        if !is_object(object) {
            return Ok(false);
        }
        for first in self.names().filter(|name| *name != version) {
            let there = match self.along(object, &[first]) {
                Ok(there) => there,
                Err(error) => {
                    self.total(object, &[version, first], &error)?;
                    return Ok(false);
                }
            };
            self.metadata(object, &there, &[version, first])?;
            holds(object, &is_object, &|object| {
                self.round_trip(object, version, &[first, version])
            })?;
            holds(object, &is_object, &|object| {
                self.steady(object, version, first)
            })?;
            holds(object, &is_object, &|object| {
                self.defaults(object, version, first)
            })?;
            for second in self
                .names()
                .filter(|name| *name != first && *name != version)
            {
                holds(object, &is_object, &|object| {
                    self.round_trip(object, version, &[first, second, version])
                })?;
            }
        }
        self.edits(version, schema, object, seed)?;
        Ok(true)
    }

    /// Edits made at other versions are read back there.
    fn edits(
        &self,
        version: &str,
        _: &Value,
        object: &Value,
        seed: u64,
    ) -> Result<(), Box<Violation>> {
        for (other, schema) in &self.versions {
            let (Some(rules), true) = (self.rules_of(other), other != version) else {
                continue;
            };
            let Ok(there) = self.along(object, &[other]) else {
                continue;
            };
            let mut generator = Generator::new(seed ^ 0x00ed_1700).size(3);
            let mut edited = there.clone();
            for (member, schema) in schema["properties"].as_object().into_iter().flatten() {
                if matches!(member.as_str(), "apiVersion" | "kind" | "metadata") {
                    continue;
                }
                match edited.get_mut(member) {
                    Some(value) => generator.edit(value, schema),
                    None if seed.is_multiple_of(2) => edited[member] = generator.value(schema),
                    None => {}
                }
            }
            self.tag(&mut edited, &mut generator);
            rules.prune(&mut edited);
            rules.default(&mut edited);
            let is_object = |object: &Value| {
                let mut there = object.clone();
                rules.prune(&mut there);
                rules.default(&mut there);
                let has_name = object["metadata"]["name"].is_string();
                has_name && there == *object && rules.validate(object).is_empty()
            };
            if !is_object(&edited) {
                continue;
            }
            holds(&edited, &is_object, &|edited| {
                let back = self.along(edited, &[version, other]).ok()?;
                self.differ(Law::Edit, edited, &back, &[other, version, other], true)
            })?;
        }
        Ok(())
    }

    /// The laws of parts of objects.
    fn sparse(&self, version: &str, object: &Value) -> Result<bool, Box<Violation>> {
        let Some(rules) = self.rules_of(version) else {
            return Ok(false);
        };
        // What a part lacks says nothing, and what is there is valid; no smaller part has other faults.
        let faults = |object: &Value| -> Vec<String> {
            let errors = rules.validate(object).into_iter();
            let bad = errors.filter(|error| error.kind != ErrorKind::Required);
            bad.map(|error| error.to_string()).collect()
        };
        let known = faults(object);
        let is_part = |object: &Value| faults(object).iter().all(|fault| known.contains(fault));
        for other in self.names().filter(|name| *name != version) {
            let there = match self.convert(object, other) {
                Ok(there) => there,
                Err(error) => {
                    self.total(object, &[version, other], &error)?;
                    return Ok(false);
                }
            };
            if there.get("metadata").is_none() {
                let route = [version, other];
                return Err(violation(
                    Law::Metadata,
                    &route,
                    object,
                    "the object has no metadata",
                ));
            }
            holds(object, &is_part, &|object| {
                let there = self.convert(object, other).ok()?;
                let route = [version, other, version];
                let mut back = match self.convert(&there, version) {
                    Ok(back) => back,
                    Err(error) => {
                        let error = error.to_string();
                        return Some(violation(Law::RoundTrip, &route, object, &error));
                    }
                };
                // What had no metadata comes back with an empty one.
                if object.get("metadata").is_none()
                    && back.get("metadata") == Some(&json!({}))
                    && let Some(members) = back.as_object_mut()
                {
                    members.remove("metadata");
                }
                self.differ(Law::RoundTrip, object, &back, &route, false)
            })?;
        }
        Ok(true)
    }

    fn round_trip(&self, object: &Value, version: &str, route: &[&str]) -> Broken {
        let mut whole = vec![version];
        whole.extend(route);
        let back = match self.along(object, route) {
            Ok(back) => back,
            Err(error) => return self.no_return(object, &whole, &error),
        };
        self.differ(Law::RoundTrip, object, &back, &whole, false)
    }

    /// A step may have refused on the way, but what was reached leads back to where it came from.
    fn no_return(&self, object: &Value, whole: &[&str], error: &ConversionError) -> Broken {
        let (_, route) = whole.split_first()?;
        let (_, out) = route.split_last()?;
        self.along(object, out).ok()?;
        Some(violation(Law::RoundTrip, whole, object, &error.to_string()))
    }

    fn steady(&self, object: &Value, version: &str, other: &str) -> Broken {
        let once = self.along(object, &[other]).ok()?;
        let twice = self.along(object, &[other, version, other]).ok()?;
        self.differ(
            Law::Steady,
            &once,
            &twice,
            &[version, other, version, other],
            false,
        )
    }

    fn defaults(&self, object: &Value, version: &str, other: &str) -> Broken {
        let there = self.convert(object, other).ok()?;
        let mut defaulted = there.clone();
        self.rules_of(other)?.default(&mut defaulted);
        self.differ(Law::Defaults, &defaulted, &there, &[version, other], false)
    }

    fn metadata(
        &self,
        object: &Value,
        there: &Value,
        route: &[&str],
    ) -> Result<(), Box<Violation>> {
        let mut there = there.clone();
        self.drop_annotation(&mut there);
        let pick = |object: &Value| {
            let mut metadata = object["metadata"].clone();
            for member in ["labels", "annotations"] {
                metadata
                    .as_object_mut()
                    .map(|metadata| metadata.remove(member));
            }
            json!({"metadata": metadata})
        };
        match self.differ(Law::Metadata, &pick(object), &pick(&there), route, false) {
            Some(violation) => Err(violation),
            None => Ok(()),
        }
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

    fn drop_annotation(&self, object: &mut Value) {
        let name = self.converter.annotation();
        if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut)
            && let Some(annotations) = metadata
                .get_mut("annotations")
                .and_then(Value::as_object_mut)
        {
            annotations.remove(name);
            if annotations.is_empty() {
                metadata.remove("annotations");
            }
        }
    }

    fn differ(
        &self,
        law: Law,
        expected: &Value,
        actual: &Value,
        route: &[&str],
        apart_from_annotation: bool,
    ) -> Broken {
        let (mut expected, mut actual) = (expected.clone(), actual.clone());
        if apart_from_annotation {
            self.drop_annotation(&mut expected);
            self.drop_annotation(&mut actual);
        }
        let (path, left, right) = difference(&expected, &actual, String::new())?;
        Some(Box::new(Violation {
            law,
            route: route.iter().map(|name| (*name).to_owned()).collect(),
            path,
            expected: left,
            actual: right,
            object: expected,
            error: String::new(),
            seed: 0,
        }))
    }
}

fn violation(law: Law, route: &[&str], object: &Value, error: &str) -> Box<Violation> {
    Box::new(Violation {
        law,
        route: route.iter().map(|name| (*name).to_owned()).collect(),
        path: String::new(),
        expected: Value::Null,
        actual: Value::Null,
        object: object.clone(),
        error: error.to_owned(),
        seed: 0,
    })
}

/// Tries an object, and if it breaks the law, the smallest that does.
fn holds(
    object: &Value,
    is_object: &dyn Fn(&Value) -> bool,
    trial: &Trial<'_>,
) -> Result<(), Box<Violation>> {
    let Some(violation) = trial(object) else {
        return Ok(());
    };
    let smallest = shrink(object, |object| {
        is_object(object) && trial(object).is_some()
    });
    Err(trial(&smallest).unwrap_or(violation))
}

/// The first place where two values differ, and what stands there.
fn difference(a: &Value, b: &Value, path: String) -> Option<(String, Value, Value)> {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let names = a
                .keys()
                .chain(b.keys().filter(|name| !a.contains_key(*name)));
            names.into_iter().find_map(|name| {
                let path = format!("{path}.{name}");
                match (a.get(name), b.get(name)) {
                    (Some(a), Some(b)) => difference(a, b, path),
                    (a, b) => Some((path, absent(a), absent(b))),
                }
            })
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => x
            .iter()
            .zip(y)
            .enumerate()
            .find_map(|(index, (x, y))| difference(x, y, format!("{path}[{index}]"))),
        (a, b) => {
            (!same(&Json::of_value(a), &Json::of_value(b))).then(|| (path, a.clone(), b.clone()))
        }
    }
}

/// Absence, as it is shown.
fn absent(value: Option<&Value>) -> Value {
    value.cloned().unwrap_or_else(|| "(absent)".into())
}
