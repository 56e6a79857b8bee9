//! The laws of complete objects.

use serde_json::{Value, json};

use super::{
    Broken, Subject,
    compare::{holds, violation},
    untouched::Edit,
};
use crate::{
    ConversionError,
    generate::Generator,
    laws::violation::{Law, Violation},
};

impl Subject<'_> {
    /// The laws of complete objects. `false`: the object is none, or has no counterpart somewhere.
    pub(super) fn complete(
        &self,
        version: &str,
        object: &Value,
        seed: u64,
    ) -> Result<bool, Box<Violation>> {
        let is_object = |object: &Value| self.is_complete(version, object);
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
            holds(object, &is_object, &|object| {
                self.valid(object, version, first)
            })?;
            holds(object, &is_object, &|object| {
                self.read(object, version, first)
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
        self.edits(version, object, seed)?;
        Ok(true)
    }

    /// Whether an object is one that the API server has stored at a version.
    pub(in crate::laws) fn is_complete(&self, version: &str, object: &Value) -> bool {
        let Some(rules) = self.rules_of(version) else {
            return false;
        };
        let mut there = object.clone();
        rules.prune(&mut there);
        rules.default(&mut there);
        let has_name = object["metadata"]["name"].is_string();
        has_name && there == *object && rules.validate(object).is_empty()
    }

    /// Edits made at other versions are read back there, and touch nothing else here.
    fn edits(&self, version: &str, object: &Value, seed: u64) -> Result<(), Box<Violation>> {
        for (other, schema) in &self.versions {
            let (Some(rules), true) = (self.rules_of(other), other != version) else {
                continue;
            };
            let Ok(there) = self.along(object, &[other]) else {
                continue;
            };
            // What a version in between had kept is seen at neither end.
            if self.converter.distance(version, other) == Some(1)
                && let Some(edit) = Edit::of(&there, schema, seed)
            {
                let is_object = |object: &Value| self.is_complete(version, object);
                holds(object, &is_object, &|object| {
                    self.untouched(object, version, other, &edit)
                })?;
            }
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
            let is_object = |object: &Value| self.is_complete(other, object);
            if !is_object(&edited) {
                continue;
            }
            holds(&edited, &is_object, &|edited| {
                let back = self.along(edited, &[version, other]).ok()?;
                self.differ(Law::Edit, edited, &back, &[other, version, other], true)
            })?;
            holds(&edited, &is_object, &|edited| {
                self.defaults(edited, other, version)
            })?;
            holds(&edited, &is_object, &|edited| {
                self.valid(edited, other, version)
            })?;
            // What is kept for a version that does not read it comes back there.
            if self.is_read(object, version) {
                holds(&edited, &is_object, &|edited| {
                    self.read(edited, other, version)
                })?;
            }
        }
        Ok(())
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
}
