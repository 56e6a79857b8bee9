//! URLs, IP addresses and CIDRs.

use crate::overload::Overload as O;

use super::signature::{
    BOOL, CIDR, Function, INT, IP, MAP_STRING_LIST_STRING, STRING, URL, global, member,
};

/// URLs.
pub(super) static URLS: &[Function] = &[
    Function {
        name: "url",
        overloads: &[global(O::StringToUrl, &[STRING], URL)],
    },
    Function {
        name: "getScheme",
        overloads: &[member(O::UrlGetScheme, &[URL], STRING)],
    },
    Function {
        name: "getHost",
        overloads: &[member(O::UrlGetHost, &[URL], STRING)],
    },
    Function {
        name: "getHostname",
        overloads: &[member(O::UrlGetHostname, &[URL], STRING)],
    },
    Function {
        name: "getPort",
        overloads: &[member(O::UrlGetPort, &[URL], STRING)],
    },
    Function {
        name: "getEscapedPath",
        overloads: &[member(O::UrlGetEscapedPath, &[URL], STRING)],
    },
    Function {
        name: "getQuery",
        overloads: &[member(O::UrlGetQuery, &[URL], MAP_STRING_LIST_STRING)],
    },
    Function {
        name: "isURL",
        overloads: &[global(O::IsUrlString, &[STRING], BOOL)],
    },
];

/// IP addresses.
pub(super) static IPS: &[Function] = &[
    Function {
        name: "ip",
        overloads: &[global(O::StringToIp, &[STRING], IP)],
    },
    Function {
        name: "family",
        overloads: &[member(O::IpFamily, &[IP], INT)],
    },
    Function {
        name: "ip.isCanonical",
        overloads: &[global(O::IpIsCanonical, &[STRING], BOOL)],
    },
    Function {
        name: "isUnspecified",
        overloads: &[member(O::IpIsUnspecified, &[IP], BOOL)],
    },
    Function {
        name: "isLoopback",
        overloads: &[member(O::IpIsLoopback, &[IP], BOOL)],
    },
    Function {
        name: "isLinkLocalMulticast",
        overloads: &[member(O::IpIsLinkLocalMulticast, &[IP], BOOL)],
    },
    Function {
        name: "isLinkLocalUnicast",
        overloads: &[member(O::IpIsLinkLocalUnicast, &[IP], BOOL)],
    },
    Function {
        name: "isGlobalUnicast",
        overloads: &[member(O::IpIsGlobalUnicast, &[IP], BOOL)],
    },
    Function {
        name: "isIP",
        overloads: &[global(O::IsIp, &[STRING], BOOL)],
    },
    Function {
        name: "string",
        overloads: &[global(O::IpToString, &[IP], STRING)],
    },
];

/// CIDRs.
pub(super) static CIDRS: &[Function] = &[
    Function {
        name: "cidr",
        overloads: &[global(O::StringToCidr, &[STRING], CIDR)],
    },
    Function {
        name: "containsIP",
        overloads: &[
            member(O::CidrContainsIpString, &[CIDR, STRING], BOOL),
            member(O::CidrContainsIpIp, &[CIDR, IP], BOOL),
        ],
    },
    Function {
        name: "containsCIDR",
        overloads: &[
            member(O::CidrContainsCidrString, &[CIDR, STRING], BOOL),
            member(O::CidrContainsCidr, &[CIDR, CIDR], BOOL),
        ],
    },
    Function {
        name: "ip",
        overloads: &[member(O::CidrIp, &[CIDR], IP)],
    },
    Function {
        name: "prefixLength",
        overloads: &[member(O::CidrPrefixLength, &[CIDR], INT)],
    },
    Function {
        name: "masked",
        overloads: &[member(O::CidrMasked, &[CIDR], CIDR)],
    },
    Function {
        name: "isCIDR",
        overloads: &[global(O::IsCidr, &[STRING], BOOL)],
    },
    Function {
        name: "string",
        overloads: &[global(O::CidrToString, &[CIDR], STRING)],
    },
];
