//! Releases of several CRDs, matched by their names.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::Value;

use crate::diff::{Options, Trouble, diff};
use crate::finding::{Course, Report};
use crate::rollback::rollback;
use crate::whole;

/// Which CRD cannot be compared, and why.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReleaseError {
    /// The name of the CRD.
    pub name: String,
    /// Why.
    pub trouble: Trouble,
}

impl fmt::Display for ReleaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.trouble)
    }
}

impl std::error::Error for ReleaseError {}

/// Compares the CRDs of two releases, which are matched by `metadata.name`. One that is gone breaks; one that is new is
/// compatible. Of several with one name, the last counts.
///
/// # Errors
///
/// For each CRD that cannot be compared; see [`diff`].
pub fn releases(
    old: &[Value],
    new: &[Value],
    options: &Options<'_>,
) -> Result<Report, Vec<ReleaseError>> {
    matched(Course::Upgrade, old, new, &|pair| match pair {
        Pair::Both(old, new) => diff(old, new, options),
        Pair::Old(old, name) => whole::gone(old, name),
        Pair::New(new, name) => whole::added(new, name),
    })
}

/// Says whether the CRDs of the old release can take over again from those of the new one, which are matched by `metadata.name`. One
/// that only the new release has stays where it is, with its objects, and is noted.
///
/// # Errors
///
/// For each CRD that cannot be compared; see [`rollback`].
pub fn rollbacks(
    old: &[Value],
    new: &[Value],
    options: &Options<'_>,
) -> Result<Report, Vec<ReleaseError>> {
    matched(Course::Rollback, old, new, &|pair| match pair {
        Pair::Both(old, new) => rollback(old, new, options),
        Pair::Old(old, name) => whole::restored(old, name),
        Pair::New(new, name) => whole::left(new, name),
    })
}

/// A CRD as the releases have it.
#[derive(Clone, Copy)]
enum Pair<'p> {
    Both(&'p Value, &'p Value),
    /// Only the old one has it, by this name.
    Old(&'p Value, &'p str),
    New(&'p Value, &'p str),
}

fn matched(
    course: Course,
    old: &[Value],
    new: &[Value],
    judge: &dyn Fn(Pair<'_>) -> Result<Report, Trouble>,
) -> Result<Report, Vec<ReleaseError>> {
    let name = |crd: &Value| -> String {
        let name = crd.get("metadata").and_then(|meta| meta.get("name"));
        name.and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let named = |crds: &'_ [Value]| -> BTreeMap<String, Value> {
        crds.iter().map(|crd| (name(crd), crd.clone())).collect()
    };
    let (old, new) = (named(old), named(new));
    let (mut report, mut errors) = (Report::of(course), Vec::new());
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        let pair = match (old.get(name), new.get(name)) {
            (Some(before), Some(after)) => Pair::Both(before, after),
            (Some(before), None) => Pair::Old(before, name),
            (None, Some(after)) => Pair::New(after, name),
            (None, None) => continue,
        };
        match judge(pair) {
            Ok(found) => report.extend(found),
            Err(trouble) => errors.push(ReleaseError {
                name: name.clone(),
                trouble,
            }),
        }
    }
    if errors.is_empty() {
        Ok(report)
    } else {
        Err(errors)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::releases;
    use crate::diff::{Options, Trouble};

    fn trouble(old: Option<&Value>, new: Option<&Value>) -> Trouble {
        let [old, new] = [old, new].map(|crd| crd.map_or(&[][..], std::slice::from_ref));
        let errors = releases(old, new, &Options::default()).unwrap_err();
        errors[0].trouble.clone()
    }

    /// What only one release has is read as what both have.
    #[test]
    fn what_is_no_crd_is_refused_whichever_release_has_it() {
        let half = json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "pizzas.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"kind": "Pizza", "plural": "pizzas"},
                "scope": "Namespaced",
                "versions": [],
            },
        });
        assert_eq!(trouble(Some(&half), None), Trouble::OldHalf);
        assert_eq!(trouble(None, Some(&half)), Trouble::NewHalf);
        assert_eq!(trouble(Some(&half), Some(&half)), Trouble::OldHalf);
        let mut outdated = half;
        outdated["apiVersion"] = json!("apiextensions.k8s.io/v1beta1");
        assert!(matches!(trouble(None, Some(&outdated)), Trouble::New(_)));
        assert!(matches!(trouble(Some(&outdated), None), Trouble::Old(_)));
    }
}
