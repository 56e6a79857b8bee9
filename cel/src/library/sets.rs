//! Lists taken as sets.

use super::lists::contains;
use crate::KubeVersion;
use crate::failure::Outcome;
use crate::value::List;

/// Whether all elements of the second are in the first.
pub(crate) fn includes(list: &List<'_>, part: &List<'_>, server: KubeVersion) -> Outcome<bool> {
    for item in part.iter() {
        if !contains(list, &item?, server)? {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(crate) fn equivalent(left: &List<'_>, right: &List<'_>, server: KubeVersion) -> Outcome<bool> {
    Ok(includes(left, right, server)? && includes(right, left, server)?)
}

pub(crate) fn intersects(left: &List<'_>, right: &List<'_>, server: KubeVersion) -> Outcome<bool> {
    for item in left.iter() {
        match contains(right, &item?, server) {
            Ok(true) => return Ok(true),
            Err(error) if error.is_over_budget() => return Err(error),
            _ => {}
        }
    }
    Ok(false)
}
