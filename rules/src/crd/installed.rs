//! What is known of a CRD that stands in a repository, where it has no status.

use std::fmt;

use serde_json::{Map, Value, json};

/// How a CRD without a status is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Assumption {
    /// It is installed since long: established, and objects may be stored in every version that it serves or stores.
    #[default]
    Installed,
    /// It was just created: not established yet, and all objects are stored in its storage version.
    New,
    /// It is installed, and objects are stored in these versions.
    Stored(Vec<String>),
}

/// What was taken for granted of a CRD. `Display` says it in a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assumed {
    /// Whether it is established, if its status does not say so.
    pub established: Option<bool>,
    /// The versions that objects may be stored in, if its status does not name them.
    pub stored_versions: Option<Vec<String>>,
}

impl fmt::Display for Assumed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.established, &self.stored_versions) {
            (Some(_), Some(_)) => "has no status",
            (_, None) => "has no status.conditions",
            (None, _) => "has no status.storedVersions",
        })?;
        f.write_str(": it counts as ")?;
        let established = match self.established {
            Some(true) => "established, so that its scope and kind can no longer change",
            Some(false) => "not established, so that its scope and kind can still change",
            None => "",
        };
        f.write_str(established)?;
        let Some(versions) = &self.stored_versions else {
            return Ok(());
        };
        if !established.is_empty() {
            f.write_str(", and as ")?;
        }
        write!(f, "one with objects stored in {}", versions.join(", "))
    }
}

/// The CRD with a status, and what of it was assumed. A status that is empty, as tools write it, is none.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::crd::{Assumption, assume};
///
/// let versions = json!([
///     {"name": "v1alpha1", "served": true, "storage": false},
///     {"name": "v1", "served": true, "storage": true},
/// ]);
/// let (crd, assumed) = assume(&json!({"spec": {"versions": versions}}), &Assumption::Installed);
/// assert_eq!(crd["status"]["storedVersions"], json!(["v1alpha1", "v1"]));
/// assert_eq!(assumed.unwrap().established, Some(true));
/// ```
#[must_use]
pub fn assume(crd: &Value, assumption: &Assumption) -> (Value, Option<Assumed>) {
    let mut crd = crd.clone();
    let is_said = |name: &str| {
        let list = crd.get("status").and_then(|status| status.get(name));
        list.is_some_and(|list| list.as_array().is_none_or(|list| !list.is_empty()))
            && list != Some(&Value::Null)
    };
    let is_installed = *assumption != Assumption::New;
    let assumed = Assumed {
        established: (!is_said("conditions")).then_some(is_installed),
        stored_versions: (!is_said("storedVersions")).then(|| stored(&crd, assumption)),
    };
    if assumed == Assumed::default() {
        return (crd, None);
    }
    let Some(members) = crd.as_object_mut() else {
        return (crd, None);
    };
    let status = members
        .entry("status")
        .or_insert_with(|| Value::Object(Map::new()));
    if status.is_null() {
        *status = Value::Object(Map::new());
    }
    // What is no object is refused with the server's own text.
    if let Some(status) = status.as_object_mut() {
        if assumed.established == Some(true) {
            let established = json!([{"type": "Established", "status": "True"}]);
            status.insert("conditions".to_owned(), established);
        }
        if let Some(versions) = &assumed.stored_versions {
            let versions = versions.iter().map(String::as_str).collect();
            status.insert("storedVersions".to_owned(), versions);
        }
    }
    (crd, Some(assumed))
}

/// The versions that objects may be stored in.
fn stored(crd: &Value, assumption: &Assumption) -> Vec<String> {
    let is = |version: &Value, flag: &str| version.get(flag) == Some(&Value::Bool(true));
    let may_be = |version: &&Value| match assumption {
        Assumption::New => is(version, "storage"),
        _ => is(version, "storage") || is(version, "served"),
    };
    if let Assumption::Stored(versions) = assumption {
        return versions.clone();
    }
    let versions = crd.get("spec").and_then(|spec| spec.get("versions"));
    let versions = versions.and_then(Value::as_array).into_iter().flatten();
    versions
        .filter(may_be)
        .filter_map(|version| Some(version.get("name")?.as_str()?.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crd(status: &Value) -> Value {
        json!({
            "spec": {"versions": [
                {"name": "v1", "served": true, "storage": true},
                {"name": "v1beta1", "served": true},
                {"name": "v1alpha1", "served": false, "storage": false},
            ]},
            "status": status,
        })
    }

    /// controller-gen wrote such a status into manifests for years.
    #[test]
    fn an_empty_status_is_none() {
        let empty = json!({"acceptedNames": {"kind": "", "plural": ""}, "conditions": [], "storedVersions": []});
        for status in [json!(null), json!({}), empty, json!({"conditions": null})] {
            let (with, assumed) = assume(&crd(&status), &Assumption::Installed);
            assert_eq!(
                with["status"]["storedVersions"],
                json!(["v1", "v1beta1"]),
                "{status}"
            );
            assert_eq!(with["status"]["conditions"][0]["status"], "True");
            assert!(assumed.is_some());
        }
    }

    #[test]
    fn what_the_status_says_stays() {
        let said = json!({"conditions": [{"type": "Established", "status": "False"}], "storedVersions": ["v1"]});
        for assumption in [
            Assumption::Installed,
            Assumption::Stored(vec!["v0".to_owned()]),
        ] {
            assert_eq!(assume(&crd(&said), &assumption), (crd(&said), None));
        }
        let (with, assumed) = assume(
            &crd(&json!({"storedVersions": ["v1"]})),
            &Assumption::Installed,
        );
        assert_eq!(with["status"]["storedVersions"], json!(["v1"]));
        let assumed = assumed.expect("the conditions are missing");
        assert_eq!(
            (assumed.established, assumed.stored_versions),
            (Some(true), None)
        );
    }

    #[test]
    fn other_assumptions_are_what_they_say() {
        let (with, assumed) = assume(&crd(&json!({})), &Assumption::New);
        assert_eq!(with["status"], json!({"storedVersions": ["v1"]}));
        assert_eq!(assumed.and_then(|assumed| assumed.established), Some(false));
        let stored = Assumption::Stored(vec!["v1alpha1".to_owned()]);
        let (with, _) = assume(&crd(&json!({})), &stored);
        assert_eq!(with["status"]["storedVersions"], json!(["v1alpha1"]));
    }

    #[test]
    fn what_is_no_crd_is_left_alone() {
        for value in [
            json!("text"),
            json!({"status": "text"}),
            json!({"spec": {"versions": 1}}),
            json!({"spec": {"versions": [1, {}]}}),
        ] {
            let _ = assume(&value, &Assumption::Installed);
        }
    }
}
