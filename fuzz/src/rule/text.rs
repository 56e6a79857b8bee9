//! Texts and numbers that functions take, and some that they do not.

use serde_json::{Value, json};

use crate::Random;

const DURATIONS: &[&str] = &[
    "1h",
    "90s",
    "0s",
    "1h2m3.5s",
    "-5ms",
    "9223372036.854775807s",
    "1d",
    "PT5M",
    "1us",
];
const TIMES: &[&str] = &[
    "2024-02-29T01:02:03.5Z",
    "2024-12-31T23:59:59+14:00",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999Z",
    "1969-12-31T23:59:59Z",
    "2024-02-30T00:00:00Z",
    "2024-01-01",
];
const ADDRESSES: &[&str] = &[
    "10.0.0.1",
    "::1",
    "fe80::1",
    "127.0.0.1",
    "ff02::1",
    "::ffff:1.2.3.4",
    "0.0.0.0",
    "2001:DB8::0",
    "01.2.3.4",
    "1.2.3",
    "fe80::1%eth0",
];
const NETWORKS: &[&str] = &[
    "10.0.0.0/8",
    "10.0.0.1/8",
    "::/0",
    "2001:db8::/32",
    "::ffff:1.2.3.4/120",
    "10.0.0.0/08",
    "10.0.0.0/33",
    "10.0.0.0",
];
const QUANTITIES: &[&str] = &[
    "1Gi",
    "500m",
    "1e3",
    "0",
    "-1k",
    "1.5Mi",
    "9223372036854775807",
    "1e999999999",
    ".5",
    "1E",
    "1u",
    "12345678901234567890123",
    "0.0000000001",
    "1ki",
    "+1",
];
const VERSIONS: &[&str] = &[
    "1.2.3",
    "v1.2",
    "1.0.0-alpha.1+build",
    "01.2.3",
    "1",
    "99999999999999999999.0.0",
    "1.2.3-01",
];
const URLS: &[&str] = &[
    "https://u:p@example.com:80/a%20b?x=1&x=2&y#f",
    "http://[::1]:8080/",
    "/path?q",
    "mailto:a@b",
    "http://a b",
    "//h/p",
    "https://example.com/%zz",
];
const PATTERNS: &[&str] = &[
    "^[a-z]+$",
    "a|b",
    "[0-9]*",
    "(?i)A.",
    "",
    "\\\\d{1,3}",
    "(a)(b)?",
    "\\\\pL+",
    "(",
    "a{1001}",
    "^$",
    "(?P<n>x)",
    "[[:alpha:]]",
];
const NUMBERS: &[&str] = &[
    "0",
    "42",
    "-1",
    "1.5",
    "1e3",
    "0x1F",
    "9223372036854775808",
    "NaN",
    "-Infinity",
    "true",
    "TRUE",
    "t",
    "1_0",
];
const ZONES: &[&str] = &[
    "UTC",
    "Europe/Berlin",
    "-07:30",
    "02:00",
    "Nowhere/City",
    "America/New_York",
    "+25:00",
    "",
];
const NAMES: &[&str] = &[
    "dns1123Label",
    "uri",
    "labelValue",
    "qualifiedName",
    "nothing",
    "date",
];
const VALIDATED: &[&str] = &[
    "a-b",
    "A",
    "a.b.c",
    "x/y",
    "2024-01-01",
    "YWJj",
    "https://a",
    "-a",
    "123e4567-e89b-12d3-a456-426614174000",
    "",
];
const WORDS: &[&str] = &[
    "",
    "a",
    "b",
    "k",
    "x,y",
    "abc",
    "Hello World",
    "é日本",
    " pad\\t",
    "ﬀ🍕",
    "aaaaaaaaaa",
    "%s",
    "\\n",
    "a.b",
    "0",
    "x-y",
];
const SEPARATORS: &[&str] = &[",", "", "a", "l", "é", " ", "ab"];
const ALL: &[&[&str]] = &[
    DURATIONS, TIMES, ADDRESSES, NETWORKS, QUANTITIES, VERSIONS, URLS, NUMBERS, VALIDATED, WORDS,
    WORDS, WORDS,
];

fn one(random: &mut Random, of: &[&'static str]) -> &'static str {
    of[random.below(of.len())]
}

/// A text of an object.
pub(super) fn any(random: &mut Random) -> String {
    let of = ALL[random.below(ALL.len())];
    // They are written as in a literal.
    one(random, of)
        .replace("\\\\", "\\")
        .replace("\\n", "\n")
        .replace("\\t", "\t")
}

/// A text that has a format, as an object's has to.
pub(super) fn of_format(format: &str, random: &mut Random) -> String {
    let of: &[&str] = match format {
        "byte" => &["YWJj", "YQ==", "/+8=", "AAECAwQ="],
        "date" => &["2024-02-29", "1969-12-31", "0001-01-01"],
        "date-time" => &TIMES[..5],
        _ => &["1h", "90s", "0s", "1h2m3.5s", "5ms", "1us"],
    };
    one(random, of).to_owned()
}

/// The contents of a literal that is an argument, the first if it is called on it, of a function.
pub(super) fn argument(function: &str, index: usize, random: &mut Random) -> &'static str {
    let of: &[&str] = match (function, index) {
        ("duration", _) => DURATIONS,
        ("timestamp", _) => TIMES,
        ("quantity" | "isQuantity", _) => QUANTITIES,
        ("ip" | "isIP" | "ip.isCanonical", 0) | ("containsIP", 1) => ADDRESSES,
        ("cidr" | "isCIDR", 0) | ("containsCIDR", 1) => NETWORKS,
        ("semver" | "isSemver", 0) => VERSIONS,
        ("url" | "isURL", 0) => URLS,
        ("matches" | "find" | "findAll", 1) => PATTERNS,
        ("int" | "uint" | "double" | "bool", 0) => NUMBERS,
        (name, 1) if name.starts_with("get") => ZONES,
        ("format.named", 0) => NAMES,
        ("validate", 1) => VALIDATED,
        ("replace" | "split" | "join" | "indexOf" | "lastIndexOf" | "contains", 1) => SEPARATORS,
        _ => WORDS,
    };
    // Now and then what it does not take.
    let of = if random.below(8) == 0 {
        ALL[random.below(ALL.len())]
    } else {
        of
    };
    one(random, of)
}

/// An integer.
pub(super) fn integer(random: &mut Random) -> i64 {
    let of = [0, 1, 2, 3, -1, -7, 10, 100, i64::MAX, i64::MIN];
    // The great ones are rare.
    let index = random.below(12);
    of.get(index).copied().unwrap_or(1)
}

/// A number, sometimes one that JSON has as an integer.
pub(super) fn number(random: &mut Random) -> Value {
    let of = [
        json!(0),
        json!(1.5),
        json!(-2.25),
        json!(1e300),
        json!(3),
        json!(0.1),
    ];
    of[random.below(of.len())].clone()
}
