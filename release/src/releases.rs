//! Releases of several CRDs, matched by their names.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use crate::diff::{Options, Trouble, diff};
use crate::finding::Report;
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
    options: &Options,
) -> Result<Report, Vec<ReleaseError>> {
    let name = |crd: &Value| -> String {
        let name = crd.get("metadata").and_then(|meta| meta.get("name"));
        name.and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let named = |crds: &'_ [Value]| -> BTreeMap<String, Value> {
        crds.iter().map(|crd| (name(crd), crd.clone())).collect()
    };
    let (old, new) = (named(old), named(new));
    let (mut report, mut errors) = (Report::default(), Vec::new());
    for (name, before) in &old {
        let compared = match new.get(name) {
            Some(after) => diff(before, after, options),
            None => whole::gone(before, name),
        };
        match compared {
            Ok(found) => report.extend(found),
            Err(trouble) => errors.push(ReleaseError {
                name: name.clone(),
                trouble,
            }),
        }
    }
    for (name, crd) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
        report.extend(whole::added(crd, name));
    }
    if errors.is_empty() {
        Ok(report)
    } else {
        Err(errors)
    }
}
