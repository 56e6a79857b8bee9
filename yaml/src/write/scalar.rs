//! Strings and numbers: when plain, when quoted, when a block of lines.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A number such that no reader takes it for a string: YAML 1.1 wants a dot in every float and a sign in its exponent.
pub(super) fn number(json: &str) -> String {
    let Some((mantissa, exponent)) = json.split_once(['e', 'E']) else {
        return json.to_owned();
    };
    let dot = if mantissa.contains('.') { "" } else { ".0" };
    let sign = if exponent.starts_with(['-', '+']) {
        ""
    } else {
        "+"
    };
    format!("{mantissa}{dot}e{sign}{exponent}")
}

/// A string on one line.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        Cow::Borrowed(text)
    } else if text.chars().all(is_printable) {
        Cow::Owned(format!("'{}'", text.replace('\'', "''")))
    } else {
        Cow::Owned(double_quoted(text))
    }
}

/// A literal block: `|` and the lines as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// The text ends with a line break.
    Clip,
    /// The text ends without a line break.
    Strip,
}

impl Block {
    /// The form of block that holds the text, if one does and editors would leave it intact: no blanks at line ends,
    /// where they are not seen and easily lost.
    pub(super) fn of(text: &str) -> Option<Self> {
        let clip = text.ends_with('\n');
        let body = text.strip_suffix('\n').unwrap_or(text);
        let whole = !body.ends_with('\n') && !body.starts_with([' ', '\n']);
        let several = text.contains('\n') && !body.is_empty();
        let fits = several
            && whole
            && body
                .split('\n')
                .all(|line| !line.ends_with(' ') && line.chars().all(is_printable));
        match (fits, clip) {
            (false, _) => None,
            (true, true) => Some(Self::Clip),
            (true, false) => Some(Self::Strip),
        }
    }

    pub(super) const fn header(self) -> &'static str {
        match self {
            Self::Clip => "|",
            Self::Strip => "|-",
        }
    }
}

/// Whether a character may stand in a text that is not escaped. Line breaks of any YAML version, the byte order mark and
/// what does not show are escaped.
const fn is_printable(c: char) -> bool {
    match c {
        ' '..='~' => true,
        '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => false,
        _ => c as u32 >= 0xa0,
    }
}

/// Words that a reader of YAML 1.1 or 1.2 takes for null, booleans or floats, in any case.
const WORDS: &[&str] = &[
    "null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "infinity", "nan", "=",
    "<<",
];

fn is_plain(text: &str) -> bool {
    let mut chars = text.chars();
    let Some(first) = chars.next() else {
        return false;
    };
    let second = chars.next();
    // What a digit begins may be a number in some base, a time of day or a date.
    let starts_plainly = match first {
        '/' | '(' | '$' | '^' | ';' | '<' | '=' | '\\' | '_' => true,
        '.' => second.is_some_and(|c| c.is_ascii_alphabetic()) && !is_word(&text[1..]),
        _ => first.is_alphabetic(),
    };
    starts_plainly
        && !is_word(text)
        && text.chars().all(is_printable)
        && !text.ends_with(':')
        && !text.ends_with(char::is_whitespace)
        && !text.contains(": ")
        && !text.contains(" #")
}

fn is_word(text: &str) -> bool {
    WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn double_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if is_printable(c) => out.push(c),
            _ => {
                // Writing to a string does not fail.
                let _ = match u32::from(c) {
                    code @ ..0x100 => write!(out, "\\x{code:02X}"),
                    code => write!(out, "\\u{code:04X}"),
                };
            }
        }
    }
    out.push('"');
    out
}
