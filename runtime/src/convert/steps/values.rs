//! A table of values.

use serde_json::Value;

use crate::convert::{
    json::{Json, same_option},
    plan::Direction,
};

/// The counterpart of the first value that fits; others stay as they are. A null that has no row is absence, as in Rust.
pub(crate) fn run<'a>(
    pairs: &[(Option<Value>, Option<Value>)],
    input: Option<&Json<'a>>,
    direction: Direction,
) -> Option<Json<'a>> {
    for (spoke, hub) in pairs {
        let (from, to) = match direction {
            Direction::Up => (spoke, hub),
            Direction::Down => (hub, spoke),
        };
        let from = from.as_ref().map(Json::of_value);
        if same_option(from.as_ref(), input) {
            return to.as_ref().map(Json::of_value);
        }
    }
    let says_absence = |(spoke, hub): &(Option<Value>, Option<Value>)| match direction {
        Direction::Up => spoke.is_none(),
        Direction::Down => hub.is_none(),
    };
    if input.is_some_and(Json::is_null) && pairs.iter().any(says_absence) {
        return run(pairs, None, direction);
    }
    input.cloned()
}
