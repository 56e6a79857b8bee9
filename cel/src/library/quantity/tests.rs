use std::cmp::Ordering;
use std::time::Instant;

use super::Quantity;
use crate::KubeVersion;

fn quantity(text: &str) -> Quantity {
    Quantity::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn quantities_compare_by_value() {
    for (less, more) in [
        ("1", "2"),
        ("999m", "1"),
        ("1k", "1Ki"),
        ("-2", "-1"),
        ("-1e30", "0"),
        ("1e30", "1.000000000000000000000000000000000001e30"),
        ("99999999999999999999", "100000000000000000000"),
        ("1e-9", "1.1e-9"),
    ] {
        assert_eq!(
            quantity(less).compare(&quantity(more)),
            Ordering::Less,
            "{less} {more}"
        );
        assert_eq!(
            quantity(more).compare(&quantity(less)),
            Ordering::Greater,
            "{more} {less}"
        );
    }
    for (one, other) in [
        ("1", "1000m"),
        ("1.5Gi", "1536Mi"),
        ("1e3", "1k"),
        ("0", "-0"),
        (".", "+"),
        ("0.1n", "1n"),
        ("100000000000000000000", "1e20"),
        ("9Ei", "8Ei"),
    ] {
        assert_eq!(
            quantity(one).compare(&quantity(other)),
            Ordering::Equal,
            "{one} {other}"
        );
    }
}

/// A server computes with the written-out number and does not come back.
#[test]
fn exponents_cost_no_time() {
    let start = Instant::now();
    assert_eq!(
        quantity("1e999999999").compare(&quantity("1")),
        Ordering::Greater
    );
    assert_eq!(
        quantity("-1e999999999").compare(&quantity("1")),
        Ordering::Less
    );
    assert_eq!(
        quantity("1e999999999").compare(&quantity("1e999999999")),
        Ordering::Equal
    );
    let sum = quantity("1e999999999").plus(&quantity("1"), KubeVersion::NEWEST);
    assert!(sum.is_err_and(|error| error.is_over_budget()));
    assert!(start.elapsed().as_secs() < 1);
}

#[test]
fn only_small_amounts_are_integers() {
    for (text, integer) in [
        ("5", Some(5)),
        ("5k", Some(5_000)),
        ("1Ki", Some(1_024)),
        ("1.0", None),
        ("1500m", None),
        ("99999999999999999999", None),
        ("1234567890123456789", None),
        ("0", Some(0)),
    ] {
        assert_eq!(quantity(text).as_int(), integer, "{text}");
    }
}

#[test]
fn sums_and_differences_are_exact() {
    let newest = KubeVersion::NEWEST;
    for (a, b, sum) in [
        ("1", "1", "2"),
        ("1Gi", "1Mi", "1025Mi"),
        ("1", "1n", "1.000000001"),
        ("99999999999999999999", "1", "100000000000000000000"),
        ("-99999999999999999999", "1", "-99999999999999999998"),
        ("9223372036854775807", "1", "9223372036854775808"),
    ] {
        let (a, b, sum) = (quantity(a), quantity(b), quantity(sum));
        let total = a.plus(&b, newest).expect("it is small");
        assert_eq!(total.compare(&sum), Ordering::Equal, "{sum:?}");
        let back = total.minus(&b, newest).expect("it is small");
        assert_eq!(back.compare(&a), Ordering::Equal, "{a:?}");
    }
}
