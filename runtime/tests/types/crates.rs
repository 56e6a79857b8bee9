//! Types behind features of their crates' names.

use std::time::{Duration, SystemTime};

use bytes::{Bytes, BytesMut};
use chrono::{
    DateTime, FixedOffset, Local, Month, NaiveDate, NaiveDateTime, NaiveTime, Utc, Weekday,
};
use either::Either;
use humantime_serde::Serde;
use indexmap::{IndexMap, IndexSet};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use jiff::{SignedDuration, Span, Timestamp, civil};
use serde_json::json;
use url::Url;
use uuid::{
    NonNilUuid, Uuid,
    fmt::{Braced, Hyphenated, Simple, Urn},
};

use crate::law::{holds, reads, refuses, schema_of};

#[test]
fn chrono_dates_and_times() {
    holds::<DateTime<Utc>>();
    holds::<DateTime<FixedOffset>>();
    holds::<DateTime<Local>>();
    holds::<NaiveDate>();
    holds::<NaiveTime>();
    holds::<NaiveDateTime>();
    holds::<Weekday>();
    holds::<Month>();
}

#[test]
fn points_in_time_are_rfc_3339() {
    for text in [
        "2024-02-29T23:59:59Z",
        "2024-02-29T23:59:59.123456789+23:59",
        "0000-01-01T00:00:00-00:00",
    ] {
        reads::<DateTime<Utc>>(json!(text));
        reads::<Timestamp>(json!(text));
    }
    // The API server's format alone lets the last five pass.
    for text in [
        "2023-02-29T00:00:00Z",
        "2024-01-01T24:00:00Z",
        "2024-01-01 00:00:00Z",
        "2024-01-01T00:00:00",
        "2024-01-01t00:00:00z",
        "2024-01-01T00:00:00,5Z",
        "2024-01-01T00:00:00+24:00",
        "2024-01-01T00:00:00.1234567890Z",
        "2024-01-01T00:00:00ZTomorrow",
    ] {
        refuses::<DateTime<Utc>>(json!(text));
        refuses::<Timestamp>(json!(text));
    }
}

#[test]
fn jiff_ends_before_its_last_day_does() {
    reads::<Timestamp>(json!("9999-12-30T22:00:00.999999999Z"));
    refuses::<Timestamp>(json!("9999-12-30T22:00:01Z"));
    refuses::<Timestamp>(json!("9999-12-29T22:00:00-23:59"));
    refuses::<Timestamp>(json!("9999-12-31T00:00:00Z"));
    reads::<DateTime<Utc>>(json!("9999-12-31T23:59:59Z"));
}

#[test]
fn local_times_know_the_calendar() {
    for text in [
        "2000-02-29T00:00:00",
        "2024-02-29T12:00:00.5",
        "1999-12-31T23:59:59",
    ] {
        reads::<NaiveDateTime>(json!(text));
        reads::<civil::DateTime>(json!(text));
    }
    for text in [
        "1900-02-29T00:00:00",
        "2023-02-29T00:00:00",
        "2024-04-31T00:00:00",
        "2024-13-01T00:00:00",
        "2024-00-10T00:00:00",
    ] {
        refuses::<NaiveDateTime>(json!(text));
        refuses::<civil::DateTime>(json!(text));
    }
    reads::<NaiveTime>(json!("23:59:60.5"));
    refuses::<civil::Time>(json!("23:59:60.5"));
}

#[test]
fn jiff_dates_times_and_durations() {
    holds::<Timestamp>();
    holds::<civil::Date>();
    holds::<civil::Time>();
    holds::<civil::DateTime>();
    holds::<SignedDuration>();
    // Milliseconds are written as part of the seconds.
    crate::law::holds_one_way::<Span>();
    for text in ["P", "PT", "P1Y2", "PT1S1H", "1h", "PT2562047788015216H"] {
        refuses::<SignedDuration>(json!(text));
        refuses::<Span>(json!(text));
    }
    assert_eq!(
        reads::<SignedDuration>(json!("PT90M")),
        SignedDuration::from_mins(90)
    );
    // Go's format of this name reads five months as five minutes.
    assert_eq!(schema_of::<Span>().get("format"), None);
}

#[test]
fn uuids_in_all_forms() {
    holds::<Uuid>();
    holds::<NonNilUuid>();
    holds::<Hyphenated>();
    holds::<Simple>();
    holds::<Braced>();
    holds::<Urn>();
    // The API server's format alone takes it.
    refuses::<Uuid>(json!("67e55044-10b1426f9247-bb680e5fe0c8"));
    refuses::<NonNilUuid>(json!(Uuid::nil()));
}

#[test]
fn urls() {
    holds::<Url>();
    for text in [
        "https://example.com",
        "http://localhost:8080/path?query#fragment",
        "https://[fd00::1]:6443",
        "postgres://user:password@db.ns.svc:5432/name",
        "mailto:someone@example.com",
        "urn:isbn:0451450523",
        "unix:///run/containerd/containerd.sock",
        "file:///etc/hosts",
        "oci://registry.example.com/a/b:tag",
    ] {
        reads::<Url>(json!(text));
    }
    for text in [
        "/path",
        "example.com",
        "http://",
        "https:///",
        "http:example.com",
        "http://1.2.3",
        "http://1.2.3.256",
        "http://a.0x1",
        "http://xn--a",
        "http://a:65536",
        "http://a b",
        "file://host:80/",
        "http://[::1",
        "",
        "1a:b",
    ] {
        refuses::<Url>(json!(text));
    }
}

#[test]
fn networks() {
    holds::<Ipv4Net>();
    holds::<Ipv6Net>();
    holds::<IpNet>();
    // The API server's format alone takes it.
    refuses::<IpNet>(json!("010.0.0.0/8"));
    refuses::<IpNet>(json!("10.0.0.0/33"));
    refuses::<IpNet>(json!("::/129"));
}

#[test]
fn human_durations_and_times() {
    holds::<Serde<Duration>>();
    holds::<Serde<Option<Duration>>>();
    holds::<Serde<SystemTime>>();
    let hour_and_a_half = Duration::from_mins(90);
    for text in [
        "1h 30m",
        "1h30m",
        "90min",
        "5400 seconds",
        "1hour 30minutes",
    ] {
        assert_eq!(
            reads::<Serde<Duration>>(json!(text)).into_inner(),
            hour_and_a_half
        );
    }
    for text in [
        "",
        "5",
        "-5s",
        "5 parsecs",
        "99999999999999years",
        "1.5",
        "s",
    ] {
        refuses::<Serde<Duration>>(json!(text));
    }
    refuses::<Serde<SystemTime>>(json!("1969-12-31T23:59:59Z"));
    refuses::<Serde<SystemTime>>(json!("2024-01-01T00:00:00+01:00"));
}

#[test]
fn collections() {
    holds::<IndexMap<String, Uuid>>();
    holds::<IndexMap<String, Option<bool>>>();
    holds::<IndexSet<u8>>();
    holds::<Either<u8, String>>();
    holds::<Either<Vec<u8>, Either<bool, Ipv4Net>>>();
    holds::<Bytes>();
    holds::<BytesMut>();
    refuses::<IndexSet<u8>>(json!([1, 1]));
    refuses::<Either<u8, String>>(json!({"Left": 1, "Right": ""}));
}
