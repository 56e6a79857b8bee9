//! The laws of parts of objects.

use serde_json::{Value, json};
use wheelwright_rules::ErrorKind;

use super::{
    Subject,
    compare::{holds, violation},
};
use crate::laws::violation::{Law, Violation};

impl Subject<'_> {
    /// The laws of parts of objects.
    pub(super) fn sparse(&self, version: &str, object: &Value) -> Result<bool, Box<Violation>> {
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
}
