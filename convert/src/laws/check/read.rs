//! What an object becomes is read by the type of the version that it goes to.

use serde_json::Value;

use super::{Broken, Subject, compare::violation};
use crate::laws::violation::Law;

impl Subject<'_> {
    pub(super) fn read(&self, object: &Value, version: &str, other: &str) -> Broken {
        // What its own type does not read comes from a schema that somebody wrote.
        if !self.is_read(object, version) {
            return None;
        }
        let there = self.along(object, &[other]).ok()?;
        let error = self.read_at(&there, other).err()?;
        let errors = self.rules_of(other)?.validate(&there);
        if errors.iter().any(|error| self.is_let(error, other)) {
            return None;
        }
        let told = format!("{error}\nbecame:   {there}");
        Some(violation(Law::Read, &[version, other], object, &told))
    }

    pub(super) fn is_read(&self, object: &Value, version: &str) -> bool {
        self.read_at(object, version).is_ok()
    }

    fn read_at(&self, object: &Value, version: &str) -> Result<(), String> {
        let mut readers = self.readers.iter();
        let reader = readers.find(|reader| reader.is_of(version));
        reader.map_or(Ok(()), |reader| reader.read(object))
    }
}
