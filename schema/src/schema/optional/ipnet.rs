use ipnet::{IpNet, Ipv4Net, Ipv6Net};

use crate::{
    schema::{Schema, texts},
    table::{Text, Type},
};

macro_rules! v4_net {
    () => {
        concat!(v4!(), "/(?:3[0-2]|[12]?[0-9])")
    };
}
macro_rules! v6_net {
    () => {
        concat!(v6!(), "/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9])")
    };
}

const fn net(pattern: &'static str) -> Text {
    Text {
        pattern: Some(pattern),
        max_length: Some(49),
        ..Text::ANY
    }
}

impl Schema for Ipv4Net {
    const TYPE: &'static Type = &texts::table("Ipv4Net", net(concat!("^", v4_net!(), "$")));
}

impl Schema for Ipv6Net {
    const TYPE: &'static Type = &texts::table("Ipv6Net", net(concat!("^", v6_net!(), "$")));
}

impl Schema for IpNet {
    const TYPE: &'static Type = &texts::table(
        "IpNet",
        net(concat!("^(?:", v4_net!(), "|", v6_net!(), ")$")),
    );
}
