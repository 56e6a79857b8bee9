use super::like;
use crate::table::Text;

macro_rules! part {
    () => {
        "[a-z0-9+.-]*"
    };
}
/// A scheme that has no rules of its own in URLs: not http, https, ws, wss, ftp or file.
macro_rules! plain_scheme {
    () => {
        concat!(
            "(?:[a-egi-vx-z]",
            part!(),
            "|f(?:[a-hj-su-z0-9+.-]",
            part!(),
            "|i(?:[a-km-z0-9+.-]",
            part!(),
            "|l(?:[a-df-z0-9+.-]",
            part!(),
            "|e[a-z0-9+.-]+)?)?|t(?:[a-oq-z0-9+.-]",
            part!(),
            "|p[a-z0-9+.-]+)?)?|h(?:[a-su-z0-9+.-]",
            part!(),
            "|t(?:[a-su-z0-9+.-]",
            part!(),
            "|t(?:[a-oq-z0-9+.-]",
            part!(),
            "|p(?:[a-rt-z0-9+.-]",
            part!(),
            "|s[a-z0-9+.-]+))?)?)?|w(?:[a-rt-z0-9+.-]",
            part!(),
            "|s(?:[a-rt-z0-9+.-]",
            part!(),
            "|s[a-z0-9+.-]+))?)"
        )
    };
}
/// A domain name, or an IPv4 address. No two hyphens in a row, for `xn--` names may be malformed; and the last label
/// begins with a letter, for numbers would have to be addresses.
macro_rules! host {
    () => {
        concat!(
            r"(?:(?:[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*\.)*[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*\.?|",
            v4!(),
            ")"
        )
    };
}
macro_rules! user {
    () => {
        r"(?:[^/?#@\\\x00-\x20]*@)?"
    };
}
macro_rules! rest {
    () => {
        "(?:[/?#].*)?"
    };
}

/// What the WHATWG's parser takes. The format `uri` takes paths alone, and refuses stray percent signs.
pub(in crate::schema) const URL: Text = like(concat!(
    "^(?:(?:https?|wss?|ftp)://",
    user!(),
    host!(),
    "(?:",
    port!(),
    ")?",
    rest!(),
    "|file://(?:",
    host!(),
    ")?/.*|(?:https?|wss?|ftp|",
    plain_scheme!(),
    r")://",
    user!(),
    r"\[",
    v6!(),
    r"\](?:",
    port!(),
    ")?",
    rest!(),
    "|",
    plain_scheme!(),
    "://(?:",
    user!(),
    r#"[!"$&-.0-9;=A-Z_`a-z{}~%]+"#,
    "(?:",
    port!(),
    ")?)?",
    rest!(),
    "|",
    plain_scheme!(),
    ":/?(?:[^/].*)?)$"
));
