//! Random values of other crates' types.

use std::{
    fmt::Debug,
    time::{Duration, SystemTime},
};

use bytes::{Bytes, BytesMut};
use chrono::{
    DateTime, FixedOffset, Local, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone,
    Utc, Weekday,
};
use either::Either;
use humantime_serde::Serde;
use indexmap::{IndexMap, IndexSet};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use jiff::{SignedDuration, Span, Timestamp, civil};
use url::Url;
use uuid::{
    NonNilUuid, Uuid,
    fmt::{Braced, Hyphenated, Simple, Urn},
};

use crate::sample::{Random, Sample};

/// A number of a range, its ends more often than others.
fn between<T: TryFrom<i64, Error: Debug>>(random: &mut Random, least: i64, most: i64) -> T {
    let number = match random.below(8) {
        0 => least,
        1 => most,
        2 => 0.clamp(least, most),
        _ => {
            let range = i128::from(most) - i128::from(least) + 1;
            let any = i128::from(u64::sample(random)) + i128::from(u64::sample(random));
            i64::try_from(i128::from(least) + any.rem_euclid(range)).unwrap()
        }
    };
    number.try_into().unwrap()
}

fn nanoseconds(random: &mut Random) -> u32 {
    let digits = 10_u32.pow(between(random, 0, 9));
    between::<u32>(random, 0, 999_999_999) / digits * digits
}

/// The years 0000 to 9999 in seconds.
const FIRST: i64 = -62_167_219_200;
const LAST: i64 = 253_402_300_799;

impl Sample for NaiveDateTime {
    fn sample(random: &mut Random) -> Self {
        let seconds: i64 = between(random, FIRST, LAST);
        DateTime::from_timestamp(seconds, nanoseconds(random))
            .unwrap()
            .naive_utc()
    }
}

/// A leap second is a 59th second of more than a thousand milliseconds.
fn with_leap_second(random: &mut Random, time: NaiveTime) -> NaiveTime {
    use chrono::Timelike;
    let leap = time
        .with_second(59)
        .and_then(|time| time.with_nanosecond(1_000_000_000 + nanoseconds(random)));
    if random.below(4) == 0 {
        leap.unwrap()
    } else {
        time
    }
}

impl Sample for NaiveTime {
    fn sample(random: &mut Random) -> Self {
        let time = NaiveDateTime::sample(random).time();
        with_leap_second(random, time)
    }
}

/// Without leap seconds, which `date-time` does not have.
impl Sample for DateTime<Utc> {
    fn sample(random: &mut Random) -> Self {
        Utc.from_utc_datetime(&NaiveDateTime::sample(random))
    }
}

impl Sample for DateTime<FixedOffset> {
    fn sample(random: &mut Random) -> Self {
        let minutes: i32 = between(random, -1439, 1439);
        let offset = FixedOffset::east_opt(minutes * 60).unwrap();
        // The year is written in local time.
        let local = NaiveDateTime::sample(random);
        let margin = TimeDelta::days(1);
        let local = local
            .max(FIRST_DAY.and_time(NaiveTime::MIN) + margin)
            .min(LAST_DAY.and_time(NaiveTime::MIN) - margin);
        offset.from_local_datetime(&local).unwrap()
    }
}

const FIRST_DAY: NaiveDate = NaiveDate::from_ymd_opt(0, 1, 1).unwrap();
const LAST_DAY: NaiveDate = NaiveDate::from_ymd_opt(9999, 12, 31).unwrap();

impl Sample for DateTime<Local> {
    fn sample(random: &mut Random) -> Self {
        DateTime::<FixedOffset>::sample(random).into()
    }
}

impl Sample for NaiveDate {
    fn sample(random: &mut Random) -> Self {
        NaiveDateTime::sample(random).date()
    }
}

impl Sample for Weekday {
    fn sample(random: &mut Random) -> Self {
        Self::try_from(between::<u8>(random, 0, 6)).unwrap()
    }
}

impl Sample for Month {
    fn sample(random: &mut Random) -> Self {
        Self::try_from(between::<u8>(random, 1, 12)).unwrap()
    }
}

/// From the year 0000 on: `date-time` has no years before.
impl Sample for Timestamp {
    fn sample(random: &mut Random) -> Self {
        let seconds: i64 = between(random, FIRST, Self::MAX.as_second());
        Self::new(seconds, nanoseconds(random).cast_signed()).unwrap()
    }
}

impl Sample for civil::DateTime {
    fn sample(random: &mut Random) -> Self {
        let date = civil::date(between(random, 0, 9999), between(random, 1, 12), 1);
        let date = date
            .with()
            .day(between(random, 1, date.days_in_month().into()))
            .build()
            .unwrap();
        date.at(
            between(random, 0, 23),
            between(random, 0, 59),
            between(random, 0, 59),
            nanoseconds(random).cast_signed(),
        )
    }
}

impl Sample for civil::Date {
    fn sample(random: &mut Random) -> Self {
        civil::DateTime::sample(random).date()
    }
}

impl Sample for civil::Time {
    fn sample(random: &mut Random) -> Self {
        civil::DateTime::sample(random).time()
    }
}

impl Sample for SignedDuration {
    fn sample(random: &mut Random) -> Self {
        const HOURS: i64 = 2_499_999_999_999_999;
        match random.below(6) {
            0 => Self::MAX,
            1 => Self::MIN,
            2 => Self::new(between(random, -100, 100), 0),
            _ => {
                let seconds: i64 = between(random, -HOURS * 3600, HOURS * 3600);
                Self::new(
                    seconds,
                    nanoseconds(random).cast_signed() * if seconds < 0 { -1 } else { 1 },
                )
            }
        }
    }
}

impl Sample for Span {
    fn sample(random: &mut Random) -> Self {
        let mut some = |most: i64| -> i64 {
            if random.below(2) == 0 {
                0
            } else {
                between(random, 0, most)
            }
        };
        let span = Self::new()
            .years(some(9999))
            .months(some(99_999))
            .weeks(some(999_999))
            .days(some(999_999))
            .hours(some(99_999_999))
            .minutes(some(9_999_999_999))
            .seconds(some(300_000_000_000))
            .milliseconds(some(1_000_000))
            .microseconds(some(1_000_000))
            .nanoseconds(some(1_000_000));
        if random.below(3) == 0 { -span } else { span }
    }
}

impl Sample for Uuid {
    fn sample(random: &mut Random) -> Self {
        match random.below(10) {
            0 => Self::nil(),
            1 => Self::max(),
            _ => Self::from_u64_pair(u64::sample(random), u64::sample(random)),
        }
    }
}

impl Sample for NonNilUuid {
    fn sample(random: &mut Random) -> Self {
        Self::new(Uuid::sample(random)).unwrap_or(Self::new(Uuid::max()).unwrap())
    }
}

macro_rules! forms_of_uuids {
    ($($form:ident)*) => {$(
        impl Sample for $form {
            fn sample(random: &mut Random) -> Self {
                Uuid::sample(random).into()
            }
        }
    )*};
}

forms_of_uuids! { Braced Hyphenated Simple Urn }

impl Sample for Url {
    fn sample(random: &mut Random) -> Self {
        let pick = |random: &mut Random, from: &[&'static str]| from[random.below(from.len())];
        loop {
            let scheme = pick(
                random,
                &[
                    "http", "https", "ws", "wss", "ftp", "file", "httpx", "fil", "s3", "unix", "h",
                    "f+t.p-1", "wsss", "files",
                ],
            );
            let hosts = [
                "//example.com",
                "//a",
                "//A-b.C_d.e1",
                "//127.0.0.1",
                "//[::1]",
                "//[2001:db8::7:0:1]:8443",
                "//user:pa%20ss@host.:80",
                "//@h",
                "//:p@h:65535",
                "//a.b.c:0",
                "//é@x-y-z",
                "//10.0.0.1:1",
                "//kubernetes.default.svc.cluster.local:443",
            ];
            let authority = match scheme {
                // Without one, these would make a host of the path.
                "http" | "https" | "ws" | "wss" | "ftp" => pick(random, &hosts),
                "file" => pick(random, &["//", "//localhost", "//a-b.c", "//10.0.0.1"]),
                _ => pick(random, &[&hosts[..], &["//", ""]].concat()),
            };
            let path = pick(
                random,
                &["", "/", "/a/b", "/%zz/é", "a:b", "/..//.", "/ x", "/C:/d"],
            );
            let rest = pick(
                random,
                &["", "?", "?q=1&r=%", "#", "?a#b", "#é \u{1}", "?{}|^`\"<>"],
            );
            if let Ok(url) = Self::parse(&format!("{scheme}:{authority}{path}{rest}")) {
                return url;
            }
        }
    }
}

impl Sample for Ipv4Net {
    fn sample(random: &mut Random) -> Self {
        Self::new(Sample::sample(random), between(random, 0, 32)).unwrap()
    }
}

impl Sample for Ipv6Net {
    fn sample(random: &mut Random) -> Self {
        Self::new(Sample::sample(random), between(random, 0, 128)).unwrap()
    }
}

impl Sample for IpNet {
    fn sample(random: &mut Random) -> Self {
        if random.below(2) == 0 {
            Self::V4(Sample::sample(random))
        } else {
            Self::V6(Sample::sample(random))
        }
    }
}

impl Sample for Serde<Duration> {
    fn sample(random: &mut Random) -> Self {
        const BILLIONS_OF_YEARS: i64 = 290 * 31_557_600;
        let seconds = match random.below(4) {
            0 => return Duration::MAX.into(),
            1 => between(random, 0, 100_000),
            _ => between(random, 0, BILLIONS_OF_YEARS * 1_000_000_000),
        };
        Duration::new(seconds, nanoseconds(random)).into()
    }
}

impl Sample for Serde<SystemTime> {
    fn sample(random: &mut Random) -> Self {
        let since = Duration::new(between(random, 0, LAST), nanoseconds(random));
        (SystemTime::UNIX_EPOCH + since).into()
    }
}

impl Sample for Serde<Option<Duration>> {
    fn sample(random: &mut Random) -> Self {
        let duration = Serde::<Duration>::sample(random).into_inner();
        (random.below(3) > 0).then_some(duration).into()
    }
}

impl<L: Sample, R: Sample> Sample for Either<L, R> {
    fn sample(random: &mut Random) -> Self {
        if random.below(2) == 0 {
            Self::Left(L::sample(random))
        } else {
            Self::Right(R::sample(random))
        }
    }
}

impl Sample for Bytes {
    fn sample(random: &mut Random) -> Self {
        Vec::<u8>::sample(random).into()
    }
}

impl Sample for BytesMut {
    fn sample(random: &mut Random) -> Self {
        Bytes::sample(random).into()
    }
}

impl<V: Sample> Sample for IndexMap<String, V> {
    fn sample(random: &mut Random) -> Self {
        (0..random.below(4))
            .map(|_| (String::sample(random), V::sample(random)))
            .collect()
    }
}

impl<T: Sample + Eq + std::hash::Hash> Sample for IndexSet<T> {
    fn sample(random: &mut Random) -> Self {
        (0..random.below(4)).map(|_| T::sample(random)).collect()
    }
}
