//! Parts of patterns of IP addresses, as Rust parses them: the API server's formats take more (`01.2.3.4`).

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
