use std::{
    borrow::Cow,
    cmp::Reverse,
    marker::PhantomData,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6},
    num::{NonZero, Saturating, Wrapping},
    ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo},
    path::PathBuf,
    time::{Duration, SystemTime},
};

use serde_json::{Value, json};

use crate::law::{holds, reads, refuses, schema_of};

#[test]
fn integers() {
    holds::<i8>();
    holds::<i16>();
    holds::<i32>();
    holds::<i64>();
    holds::<i128>();
    holds::<isize>();
    holds::<u8>();
    holds::<u16>();
    holds::<u32>();
    holds::<u64>();
    holds::<u128>();
    holds::<usize>();
}

#[test]
fn integers_other_than_zero() {
    holds::<NonZero<i8>>();
    holds::<NonZero<i64>>();
    holds::<NonZero<u8>>();
    holds::<NonZero<u16>>();
    holds::<NonZero<u64>>();
    refuses::<NonZero<i32>>(json!(0));
}

#[test]
fn bounds_only_where_they_narrow() {
    assert_eq!(
        schema_of::<i32>(),
        json!({"type": "integer", "format": "int32"})
    );
    assert_eq!(
        schema_of::<i64>(),
        json!({"type": "integer", "format": "int64"})
    );
    assert_eq!(
        schema_of::<u8>(),
        json!({"type": "integer", "format": "int32", "minimum": 0, "maximum": 255})
    );
    assert_eq!(
        schema_of::<u32>(),
        json!({"type": "integer", "format": "int64", "minimum": 0, "maximum": 4_294_967_295_u32})
    );
    assert_eq!(
        schema_of::<u64>(),
        json!({"type": "integer", "format": "int64", "minimum": 0})
    );
    assert_eq!(schema_of::<i128>(), schema_of::<i64>());
    assert_eq!(schema_of::<u128>(), schema_of::<u64>());
}

#[test]
fn other_scalars() {
    holds::<bool>();
    holds::<f32>();
    holds::<f64>();
    holds::<char>();
    holds::<String>();
    holds::<Box<str>>();
    holds::<Cow<'static, str>>();
    holds::<PathBuf>();
    holds::<()>();
    holds::<PhantomData<u8>>();
}

#[test]
fn one_character_is_not_two() {
    reads::<char>(json!("😀"));
    refuses::<char>(json!("ab"));
    refuses::<char>(json!(""));
}

#[test]
fn nothing_but_null_is_unit() {
    reads::<()>(Value::Null);
    refuses::<()>(json!({}));
    refuses::<()>(json!({"a": 1}));
}

#[test]
fn wrappers() {
    holds::<Box<u8>>();
    holds::<Wrapping<u8>>();
    holds::<Reverse<i16>>();
    holds::<Option<String>>();
    holds::<Option<Option<u8>>>();
    // Its `Deserialize` saturates, so more is read than written.
    holds::<Saturating<u8>>();
}

#[test]
fn times() {
    holds::<Duration>();
    holds::<SystemTime>();
}

#[test]
fn addresses() {
    holds::<Ipv4Addr>();
    holds::<Ipv6Addr>();
    holds::<IpAddr>();
    holds::<SocketAddrV4>();
    holds::<SocketAddrV6>();
    holds::<SocketAddr>();
}

#[test]
fn addresses_that_the_api_server_would_take_and_rust_does_not() {
    for address in [
        "01.2.3.4",
        "::ffff:1.2.3.4",
        "256.1.1.1",
        "1.2.3",
        "1.2.3.4 ",
    ] {
        refuses::<Ipv4Addr>(json!(address));
    }
    for address in [
        "1::2::3",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7::8",
        "::1.2.3.04",
        "12345::",
        "1.2.3.4::",
        ":::",
        "fe80::1%eth0",
    ] {
        refuses::<Ipv6Addr>(json!(address));
    }
    for address in [
        "::",
        "::1",
        "1::",
        "1:2:3:4:5:6:7::",
        "::2:3:4:5:6:7:8",
        "1:2:3:4:5:6:1.2.3.4",
        "::FFFF:1.2.3.4",
        "1::5:1.2.3.4",
    ] {
        reads::<Ipv6Addr>(json!(address));
    }
    for address in [
        "1.2.3.4:65536",
        "1.2.3.4",
        "1.2.3.4:",
        "[::1%4294967296]:1",
        "::1:80",
        "[::1]",
    ] {
        refuses::<SocketAddr>(json!(address));
    }
    for address in [
        "1.2.3.4:0",
        "1.2.3.4:65535",
        "[::1%4294967295]:0080",
        "[::]:1",
    ] {
        reads::<SocketAddr>(json!(address));
    }
}

#[test]
fn ranges() {
    holds::<Range<u8>>();
    holds::<RangeInclusive<String>>();
    holds::<RangeFrom<i64>>();
    holds::<RangeTo<bool>>();
    holds::<Bound<u32>>();
    holds::<Result<u8, String>>();
    // `null` is no content that the schema could tell from none.
    holds::<Result<(), String>>();
}

#[test]
fn any_json() {
    holds::<Value>();
    holds::<serde_json::Map<String, Value>>();
    holds::<serde_json::Number>();
    holds::<Vec<Value>>();
    holds::<Option<Value>>();
}

#[cfg(feature = "raw_value")]
mod raw {
    use serde::{Deserialize, Serialize};
    use serde_json::value::RawValue;
    use wheelwright::Schema;

    use crate::law::{holds_for_what_is_read, problems_of, schema_of};

    #[derive(Schema, Serialize, Deserialize)]
    struct Raw {
        raw: Box<RawValue>,
        list: Vec<Box<RawValue>>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Buffered {
        Raw { raw: Box<RawValue> },
    }

    #[test]
    fn raw_json() {
        holds_for_what_is_read::<Raw>(schema_of::<Raw>(), 200);
        assert!(problems_of::<Buffered>()[0].contains("a `RawValue` inside an untagged enum"));
    }
}
