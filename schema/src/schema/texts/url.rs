use super::like;
use crate::table::Text;

/// The rest of a scheme.
macro_rules! more {
    () => {
        "[a-z0-9+.-]*"
    };
}
/// Any scheme but `file`, whose host has neither user nor port.
macro_rules! scheme_but_file {
    () => {
        concat!(
            "(?:[a-eg-z]",
            more!(),
            "|f(?:[a-hj-z0-9+.-]",
            more!(),
            "|i(?:[a-km-z0-9+.-]",
            more!(),
            "|l(?:[a-df-z0-9+.-]",
            more!(),
            "|e[a-z0-9+.-]+)?)?)?)"
        )
    };
}
/// Any scheme but http, https, ws, wss, ftp and file, which must have a host, or make one of what follows.
macro_rules! plain_scheme {
    () => {
        concat!(
            "(?:[a-egi-vx-z]",
            more!(),
            "|f(?:[a-hj-su-z0-9+.-]",
            more!(),
            "|i(?:[a-km-z0-9+.-]",
            more!(),
            "|l(?:[a-df-z0-9+.-]",
            more!(),
            "|e[a-z0-9+.-]+)?)?|t(?:[a-oq-z0-9+.-]",
            more!(),
            "|p[a-z0-9+.-]+)?)?|h(?:[a-su-z0-9+.-]",
            more!(),
            "|t(?:[a-su-z0-9+.-]",
            more!(),
            "|t(?:[a-oq-z0-9+.-]",
            more!(),
            "|p(?:[a-rt-z0-9+.-]",
            more!(),
            "|s[a-z0-9+.-]+))?)?)?|w(?:[a-rt-z0-9+.-]",
            more!(),
            "|s(?:[a-rt-z0-9+.-]",
            more!(),
            "|s[a-z0-9+.-]+))?)"
        )
    };
}
/// A domain name. No two hyphens in a row, for a name with `xn--` may be malformed; and the last label begins with a
/// letter, for numbers would have to be an address.
macro_rules! domain {
    () => {
        r"(?:[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*\.)*[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*\.?"
    };
}
/// An IPv6 address as URLs have it: without an IPv4 address at its end.
macro_rules! v6_in_url {
    () => {
        concat!(
            "(?:(?:",
            group!(),
            ":){7}",
            group!(),
            "|(?:",
            group!(),
            ":){1,7}:|(?:",
            group!(),
            ":){1,6}:",
            group!(),
            "|(?:",
            group!(),
            ":){1,5}(?::",
            group!(),
            "){2}|(?:",
            group!(),
            ":){1,4}(?::",
            group!(),
            "){3}|(?:",
            group!(),
            ":){1,3}(?::",
            group!(),
            "){4}|(?:",
            group!(),
            ":){1,2}(?::",
            group!(),
            "){5}|",
            group!(),
            ":(?::",
            group!(),
            "){6}|:(?:(?::",
            group!(),
            "){1,7}|:))"
        )
    };
}

/// What the WHATWG's parser takes. The format `uri` takes paths alone, and refuses stray percent signs.
pub(in crate::schema) const URL: Text = like(concat!(
    "^(?:",
    scheme_but_file!(),
    r"://(?:[^/?#@\\\x00-\x20]*@)?(?:",
    domain!(),
    "|",
    v4!(),
    r"|\[",
    v6_in_url!(),
    r"\])(?:",
    port!(),
    ")?(?:[/?#].*)?|file://(?:",
    domain!(),
    "|",
    v4!(),
    ")?/.*|",
    plain_scheme!(),
    ":(?://(?:[/?#].*)?|/?(?:[^/].*)?))$"
));
