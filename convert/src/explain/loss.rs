//! What a step may lose.

use crate::steps::OneWay;

pub(crate) const BY_FUNCTION: &str = "what the functions do not give back";

/// What may be lost one way, nothing where the step is one to one for every object that is valid.
pub(super) fn of(way: OneWay) -> Option<String> {
    let lost = way.step.how.lost(way);
    let source = way.step.places.of(way.from());
    // What the other side has in a field stands here in a field and in the metadata.
    let own = source.len() - *way.step.mirrored.of(way.from());
    let Some(place) = source.get(own) else {
        return lost;
    };
    let own = format!(
        "its own {}",
        if place.is_label {
            "label"
        } else {
            "annotation"
        }
    );
    Some(lost.map_or_else(|| own.clone(), |lost| format!("{lost}, and {own}")))
}
