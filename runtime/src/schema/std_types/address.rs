use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use crate::{
    schema::Schema,
    table::{Scalar, Shape, Text, Type},
};

// The API server's formats take more than Rust parses (`01.2.3.4`), so each type has the pattern of its own parser.
macro_rules! octet {
    () => {
        "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    };
}
macro_rules! v4 {
    () => {
        concat!(octet!(), r"(?:\.", octet!(), "){3}")
    };
}
macro_rules! group {
    () => {
        "[0-9a-fA-F]{1,4}"
    };
}
/// What follows `::`: at most `$groups` groups and one more, or two fewer and an IPv4 address.
macro_rules! tail {
    ($groups:literal, $before_v4:literal) => {
        concat!(
            "(?:(?:",
            group!(),
            ":){0,",
            $groups,
            "}",
            group!(),
            "|(?:",
            group!(),
            ":){0,",
            $before_v4,
            "}",
            v4!(),
            ")?"
        )
    };
}
macro_rules! head {
    ($more:literal) => {
        concat!(group!(), "(?::", group!(), "){", $more, "}::")
    };
}
macro_rules! v6 {
    () => {
        concat!(
            "(?:(?:",
            group!(),
            ":){7}",
            group!(),
            "|(?:",
            group!(),
            ":){6}",
            v4!(),
            "|::",
            tail!("6", "5"),
            "|",
            head!("0"),
            tail!("5", "4"),
            "|",
            head!("1"),
            tail!("4", "3"),
            "|",
            head!("2"),
            tail!("3", "2"),
            "|",
            head!("3"),
            tail!("2", "1"),
            "|",
            head!("4"),
            tail!("1", "0"),
            "|",
            head!("5"),
            "(?:",
            group!(),
            ")?",
            "|",
            head!("6"),
            ")"
        )
    };
}
macro_rules! port {
    () => {
        ":(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})"
    };
}
/// A scope id: 32 bits, decimal.
macro_rules! scope {
    () => {
        concat!(
            "(?:%(?:[0-9]{1,9}|[1-3][0-9]{9}|4[01][0-9]{8}|42[0-8][0-9]{7}|429[0-3][0-9]{6}|4294[0-8][0-9]{5}",
            "|42949[0-5][0-9]{4}|429496[0-6][0-9]{3}|4294967[01][0-9]{2}|42949672[0-8][0-9]|429496729[0-5]))?"
        )
    };
}
macro_rules! socket_v6 {
    () => {
        concat!(r"\[", v6!(), scope!(), r"\]", port!())
    };
}

macro_rules! addresses {
    ($($ty:ident, $format:expr, $max:literal, $pattern:expr;)*) => {$(
        impl Schema for $ty {
            const TYPE: &'static Type = &Type::of(
                stringify!($ty),
                Shape::Scalar(Scalar::Text(Text {
                    format: $format,
                    pattern: Some($pattern),
                    max_length: Some($max),
                    ..Text::ANY
                })),
            );
        }
    )*};
}

addresses! {
    Ipv4Addr, Some("ipv4"), 15, concat!("^", v4!(), "$");
    Ipv6Addr, Some("ipv6"), 45, concat!("^", v6!(), "$");
    IpAddr, None, 45, concat!("^(?:", v4!(), "|", v6!(), ")$");
    SocketAddrV4, None, 21, concat!("^", v4!(), port!(), "$");
    SocketAddrV6, None, 64, concat!("^", socket_v6!(), "$");
    SocketAddr, None, 64, concat!("^(?:", v4!(), port!(), "|", socket_v6!(), ")$");
}
