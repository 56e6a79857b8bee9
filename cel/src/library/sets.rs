//! Lists taken as sets.

use super::lists::contains;
use crate::context::Context;
use crate::failure::Outcome;
use crate::value::List;

/// Whether all elements of the second are in the first.
pub(crate) fn includes(list: &List<'_>, part: &List<'_>, context: Context<'_>) -> Outcome<bool> {
    for item in part {
        if !contains(list, &item?, context)? {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(crate) fn equivalent(left: &List<'_>, right: &List<'_>, context: Context<'_>) -> Outcome<bool> {
    Ok(includes(left, right, context)? && includes(right, left, context)?)
}

pub(crate) fn intersects(left: &List<'_>, right: &List<'_>, context: Context<'_>) -> Outcome<bool> {
    for item in left {
        match contains(right, &item?, context) {
            Ok(true) => return Ok(true),
            Err(error) if error.is_over_budget() => return Err(error),
            _ => {}
        }
    }
    Ok(false)
}
