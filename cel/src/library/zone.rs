//! Time zones, by name or as an offset, as the accessors of timestamps take them.

use super::timestamp::Timestamp;
use crate::failure::{EvalError, Outcome};
use wheelwright_grammar::go_text::quote;

/// 400 years, in seconds: a whole number of weeks.
const CALENDAR_CYCLE: i64 = 146_097 * 86_400;

/// How far east of Greenwich a zone is at some time, in seconds.
///
/// A text with a colon is an offset: hours and minutes, such as `-03:30`. Anything else is a name of the time zone
/// database, in its own case. Source: `timeZone` of cel-go.
pub(crate) fn offset(zone: &str, at: Timestamp) -> Outcome<i64> {
    let Some((hours, minutes)) = zone.split_once(':') else {
        return named(zone, at);
    };
    let (hours, minutes) = (integer(hours)?, integer(minutes)?);
    let hours = hours.wrapping_mul(60);
    let total = if zone.starts_with('-') {
        hours.wrapping_sub(minutes)
    } else {
        hours.wrapping_add(minutes)
    };
    Ok(total.wrapping_mul(60).clamp(-1 << 40, 1 << 40))
}

/// `strconv.Atoi`
fn integer(text: &str) -> Outcome<i64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let digits = !unsigned.is_empty() && unsigned.bytes().all(|b| b.is_ascii_digit());
    let reason = if digits {
        match text.parse() {
            Ok(number) => return Ok(number),
            Err(_) => "value out of range",
        }
    } else {
        "invalid syntax"
    };
    Err(EvalError::error(format!(
        "strconv.Atoi: parsing {}: {reason}",
        quote(text)
    )))
}

fn named(zone: &str, at: Timestamp) -> Outcome<i64> {
    // Servers run in UTC.
    if matches!(zone, "" | "UTC" | "Local") {
        return Ok(0);
    }
    if zone.starts_with(['/', '\\']) || zone.split(['/', '\\']).any(|part| part == "..") {
        return Err(EvalError::error("time: invalid location name"));
    }
    let unknown = || EvalError::error(format!("unknown time zone {zone}"));
    let database = jiff::tz::TimeZoneDatabase::bundled();
    let found = database.get(zone).map_err(|_| unknown())?;
    // The database is a directory on the server, where case counts.
    if found.iana_name() != Some(zone) {
        return Err(unknown());
    }
    // `jiff` ends a day before CEL does. Far ahead zones go by rules, and those by a calendar that repeats every 400 years.
    let last = jiff::Timestamp::MAX.as_second();
    let seconds = match at.seconds() {
        seconds if seconds > last => seconds - CALENDAR_CYCLE,
        seconds => seconds,
    };
    let instant = jiff::Timestamp::from_second(seconds).map_err(|_| unknown())?;
    Ok(found.to_offset(instant).seconds().into())
}
