//! The warning that a server sends with every answer at a deprecated version.

use std::cmp::Ordering;

use wheelwright_grammar::version;

use crate::crd::model::{Spec, Version};

/// The text of the CRD, or else the server's own, which names the version to use instead: the one with the highest priority
/// of those above that are served and not deprecated.
pub(super) fn warning(found: &Version, spec: &Spec) -> Option<String> {
    if !found.deprecated {
        return None;
    }
    if let Some(text) = &found.deprecation_warning {
        return Some(text.clone());
    }
    let (group, kind) = (&spec.group, &spec.names.kind);
    let better = spec
        .versions
        .iter()
        .filter(|other| {
            other.served
                && !other.deprecated
                && version::compare(&other.name, &found.name) == Ordering::Greater
        })
        .max_by(|a, b| version::compare(&a.name, &b.name));
    let mut text = format!("{group}/{} {kind} is deprecated", found.name);
    if let Some(better) = better {
        text += &format!("; use {group}/{} {kind}", better.name);
    }
    Some(text)
}
