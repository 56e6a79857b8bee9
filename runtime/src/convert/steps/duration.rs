//! Go durations such as `1h5m0.3s` ↔ whole units.

use wheelwright_grammar::duration::{parse, print};

use super::{Result, refused, unlike};
use crate::convert::json::Json;

/// A text from a number of units, or the units of a text; what is less than one unit is cut off, and kept. So is a number
/// beyond the longest duration, which becomes that: whoever wrote it keeps nobody from reading the object.
pub(super) fn run<'a>(unit: i64, to_text: bool, input: &Json<'a>) -> Result<Json<'a>> {
    if to_text {
        let Some(count) = input.as_i64() else {
            return unlike();
        };
        return Ok(Json::string(&print(count.saturating_mul(unit))));
    }
    let Some(text) = input.as_str() else {
        return unlike();
    };
    match parse(&text) {
        Some(nanoseconds) => Ok(Json::display(nanoseconds / unit)),
        None => refused(format!(
            "{text:?} is no duration such as \"1h5m\" or \"300ms\""
        )),
    }
}
