//! Which values a step may refuse.

use crate::steps::OneWay;

/// Which values may be refused one way, of all that are valid.
pub(super) fn of(way: OneWay) -> Option<String> {
    let refused = way.step.how.refused(way);
    if !way.step.lacks(way.direction) {
        return refused;
    }
    let absence = "absence, as a value must be there";
    Some(refused.map_or_else(
        || absence.to_owned(),
        |refused| format!("{refused}, and {absence}"),
    ))
}
