//! Whether an outcome is what a row says.

use serde_json::{Map, Value};

use super::{difference::differences, row::Outcome, run::named};

impl Outcome {
    pub(super) fn says_metadata(&self) -> bool {
        let mut pointers = self.at.keys().chain(&self.lacks);
        self.members.contains_key("metadata") || pointers.any(|at| at.starts_with("/metadata"))
    }

    /// Adds what is wrong of an object, which is also there without what it keeps.
    pub(super) fn check(
        &self,
        found: &Value,
        bare: &Value,
        kept: Option<&Value>,
        is_part: bool,
        wrong: &mut Vec<String>,
    ) -> Result<(), String> {
        let pointers = self.at.keys().chain(&self.lacks);
        let pointed: Vec<&str> = pointers
            .map(|at| at.split('/').nth(1).unwrap_or_default())
            .collect();
        if self.members.is_empty() && pointed.is_empty() && self.kept.is_none() {
            return Err("an outcome says nothing".to_owned());
        }
        let mut expected = self.members.clone();
        if let Some(metadata) = expected.get_mut("metadata").filter(|_| !is_part) {
            named(metadata);
        }
        // Where the object is said, all of it is: it has no members that nobody speaks of.
        let is_whole = expected.keys().any(|name| name != "metadata");
        let members = bare.as_object().into_iter().flatten();
        let members = members.filter(|(name, _)| {
            let anyway = ["apiVersion", "kind", "metadata"].contains(&name.as_str());
            let is_said = expected.contains_key(*name);
            is_said || is_whole && !anyway && !pointed.contains(&name.as_str())
        });
        let members: Map<String, Value> = members
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        wrong.extend(differences(&expected.into(), &members.into()));
        for (at, expected) in &self.at {
            match found.pointer(at) {
                Some(found) => {
                    let below = differences(expected, found);
                    wrong.extend(below.into_iter().map(|why| format!("{at}: {why}")));
                }
                None => wrong.push(format!("{at}: expected {expected}, found nothing")),
            }
        }
        for at in &self.lacks {
            if let Some(found) = found.pointer(at) {
                wrong.push(format!("{at}: expected nothing, found {found}"));
            }
        }
        self.check_kept(kept, wrong)
    }

    fn check_kept(&self, kept: Option<&Value>, wrong: &mut Vec<String>) -> Result<(), String> {
        match (&self.kept, kept) {
            (None, _) | (Some(Value::Bool(false)), None) | (Some(Value::Bool(true)), Some(_)) => {}
            (Some(Value::Bool(true)), None) => wrong.push("it keeps nothing".to_owned()),
            (Some(Value::Bool(false)), Some(kept)) => wrong.push(format!("it keeps {kept}")),
            (Some(expected), kept) => {
                let text = kept.and_then(Value::as_str).unwrap_or("null");
                let kept: Value = serde_json::from_str(text)
                    .map_err(|error| format!("what is kept is no JSON: {error}"))?;
                let places = expected.as_object().into_iter().flatten();
                let mut places: Vec<(&str, &Value)> = places
                    .map(|(at, expected)| (at.as_str(), expected))
                    .collect();
                if !places.iter().all(|(at, _)| at.starts_with('/')) {
                    places = vec![("", expected)];
                }
                for (at, expected) in places {
                    let found = kept.pointer(at).unwrap_or(&Value::Null);
                    let below = differences(expected, found);
                    wrong.extend(below.into_iter().map(|why| format!("kept {at} {why}")));
                }
            }
        }
        Ok(())
    }
}
