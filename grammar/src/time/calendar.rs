//! Seconds ↔ the proleptic Gregorian calendar, which repeats every 400 years. Years count from March here, so that a leap
//! day ends one.

use std::fmt;

pub(super) const DAY: i64 = 86_400;
/// Days of 400 years.
const ERA: i64 = 146_097;
/// From the first of March of the year zero to 1970.
const EPOCH: i64 = 719_468;

/// A point in time as a calendar and a clock show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Civil {
    /// The year.
    pub year: i64,
    /// From 1.
    pub month: u32,
    /// From 1.
    pub day: u32,
    /// From 1.
    pub day_of_year: u32,
    /// From 0, a Sunday.
    pub weekday: u32,
    /// From 0 to 23.
    pub hour: u32,
    /// From 0 to 59.
    pub minute: u32,
    /// From 0 to 59.
    pub second: u32,
}

impl Civil {
    /// What they show so many seconds after the beginning of 1970.
    #[must_use]
    pub fn of(seconds: i64) -> Self {
        let (days, clock) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
        let (year, month, day) = date_of(days);
        let part = |value: i64| u32::try_from(value).unwrap_or_default();
        Self {
            year,
            month: part(month),
            day: part(day),
            day_of_year: part(days - days_before(year, 1, 1)) + 1,
            // 1970 began on a Thursday.
            weekday: part((days + 4).rem_euclid(7)),
            hour: part(clock / 3_600),
            minute: part(clock / 60 % 60),
            second: part(clock % 60),
        }
    }
}

/// `2006-01-02T15:04:05`
impl fmt::Display for Civil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
            self.year, self.month, self.day, self.hour, self.minute, self.second
        )
    }
}

/// How many days a month has, which counts from 1.
#[must_use]
pub const fn days_in(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days from the beginning of 1970 to a date.
pub(super) const fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    year * 365 + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (month * 153 + 2) / 5
        + day
        - 1
        - EPOCH
}

fn date_of(days: i64) -> (i64, i64, i64) {
    let since_march = days + EPOCH;
    let (era, day) = (since_march.div_euclid(ERA), since_march.rem_euclid(ERA));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, year) = if month < 10 {
        (month + 3, year)
    } else {
        (month - 9, year + 1)
    };
    (year + era * 400, month, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::{Civil, DAY, days_before, days_in};

    /// Counts the days of the years 1 to 2400 one by one.
    #[test]
    fn every_day_is_the_one_after_the_day_before() {
        let mut days = days_before(1, 1, 1);
        // The first of January of the year 1 was a Monday.
        let mut weekday = 1;
        for year in 1..=2400 {
            let mut day_of_year = 0;
            for month in 1..=12 {
                for day in 1..=days_in(year, month) {
                    day_of_year += 1;
                    let civil = Civil::of(days * DAY + 3_661);
                    let expected = Civil {
                        year: year.into(),
                        month,
                        day,
                        day_of_year,
                        weekday,
                        hour: 1,
                        minute: 1,
                        second: 1,
                    };
                    assert_eq!(civil, expected);
                    days += 1;
                    weekday = (weekday + 1) % 7;
                }
            }
            assert!(matches!(day_of_year, 365 | 366), "{year}");
        }
        assert_eq!(Civil::of(0).to_string(), "1970-01-01T00:00:00");
    }
}
