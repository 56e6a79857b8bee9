use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use crate::{
    schema::Schema,
    table::{Scalar, Shape, Text, Type},
};

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

// No `format`: beside one, the API server takes lists for strings.
macro_rules! addresses {
    ($($ty:ident, $max:literal, $pattern:expr;)*) => {$(
        impl Schema for $ty {
            const TYPE: &'static Type = &Type::of(
                stringify!($ty),
                Shape::Scalar(Scalar::Text(Text {
                    pattern: Some($pattern),
                    max_length: Some($max),
                    ..Text::ANY
                })),
            );
        }
    )*};
}

addresses! {
    Ipv4Addr, 15, concat!("^", v4!(), "$");
    Ipv6Addr, 45, concat!("^", v6!(), "$");
    IpAddr, 45, concat!("^(?:", v4!(), "|", v6!(), ")$");
    SocketAddrV4, 21, concat!("^", v4!(), port!(), "$");
    SocketAddrV6, 64, concat!("^", socket_v6!(), "$");
    SocketAddr, 64, concat!("^(?:", v4!(), port!(), "|", socket_v6!(), ")$");
}
