//! The formats of the library `format`: `format.dns1123Label().validate(self.name)`.

use wheelwright_grammar::name;
use wheelwright_grammar::url;

use super::timestamp::Timestamp;

/// A format with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names are the formats'")]
pub enum NamedFormat {
    Dns1123Label,
    Dns1123Subdomain,
    Dns1035Label,
    QualifiedName,
    Dns1123LabelPrefix,
    Dns1123SubdomainPrefix,
    Dns1035LabelPrefix,
    LabelValue,
    Uri,
    Uuid,
    Byte,
    Date,
    Datetime,
}

impl NamedFormat {
    const ALL: [(&'static str, Self, u64); 13] = [
        ("dns1123Label", Self::Dns1123Label, 30),
        ("dns1123Subdomain", Self::Dns1123Subdomain, 60),
        ("dns1035Label", Self::Dns1035Label, 30),
        ("qualifiedName", Self::QualifiedName, 60),
        ("dns1123LabelPrefix", Self::Dns1123LabelPrefix, 30),
        ("dns1123SubdomainPrefix", Self::Dns1123SubdomainPrefix, 60),
        ("dns1035LabelPrefix", Self::Dns1035LabelPrefix, 30),
        ("labelValue", Self::LabelValue, 40),
        ("uri", Self::Uri, 1_103),
        ("uuid", Self::Uuid, 76),
        ("byte", Self::Byte, 84),
        ("date", Self::Date, 79),
        ("datetime", Self::Datetime, 79),
    ];

    /// The format of `format.named(…)`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(known, ..)| *known == name)
            .map(|&(_, format, _)| format)
    }

    /// The length that the cost takes the format's regular expression to have.
    pub(crate) fn pattern_length(self) -> u64 {
        Self::ALL
            .iter()
            .find(|(_, format, _)| *format == self)
            .map_or(0, |&(.., length)| length)
    }

    /// What is wrong with a text, in the server's words.
    pub(crate) fn validate(self, text: &str) -> Vec<String> {
        let names = |errors: Vec<name::NameError>| {
            errors.into_iter().map(name::NameError::server).collect()
        };
        let unless = |good: bool, message: &str| {
            if good { Vec::new() } else { vec![message.to_owned()] }
        };
        match self {
            Self::Dns1123Label => names(name::dns1123_label(text)),
            Self::Dns1123Subdomain => names(name::dns1123_subdomain(text)),
            Self::Dns1035Label => names(name::dns1035_label(text)),
            Self::QualifiedName => names(name::qualified_name(text)),
            Self::Dns1123LabelPrefix => names(name::dns1123_label(&without_dash(text))),
            Self::Dns1123SubdomainPrefix => names(name::dns1123_subdomain(&without_dash(text))),
            Self::Dns1035LabelPrefix => names(name::dns1035_label(&without_dash(text))),
            Self::LabelValue => names(name::label_value(text)),
            Self::Uri => match url::parse_request_uri(text) {
                Ok(_) => Vec::new(),
                Err(error) => vec![error.to_string()],
            },
            Self::Uuid => unless(is_uuid(text), "does not match the UUID format"),
            Self::Byte => unless(is_base64(text), "invalid base64"),
            Self::Date => unless(Timestamp::parse_date(text).is_some(), "invalid date"),
            Self::Datetime => unless(is_date_time(text), "invalid datetime"),
        }
    }
}

/// The server turns the dash that a prefix may end with into a letter.
fn without_dash(text: &str) -> String {
    match text.strip_suffix('-') {
        Some(rest) if !rest.is_empty() => format!("{rest}a"),
        _ => text.to_owned(),
    }
}

/// Hexadecimal digits in groups of 8, 4, 4, 4 and 12, each dash optional.
fn is_uuid(text: &str) -> bool {
    let mut rest = text.as_bytes();
    for (position, length) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        if position > 0 {
            rest = rest.strip_prefix(b"-").unwrap_or(rest);
        }
        match rest.split_at_checked(length) {
            Some((group, after)) if group.iter().all(u8::is_ascii_hexdigit) => rest = after,
            _ => return false,
        }
    }
    rest.is_empty()
}

/// Base64 in the standard alphabet, padded and not empty.
fn is_base64(text: &str) -> bool {
    let digits = text
        .strip_suffix("==")
        .or_else(|| text.strip_suffix('='))
        .unwrap_or(text);
    !text.is_empty()
        && text.len().is_multiple_of(4)
        && digits.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/'))
}

/// A date, `t` in any case, and a time of day with any character before its fraction; a second `t` ends it.
fn is_date_time(text: &str) -> bool {
    let mut parts = text.split(['t', 'T']);
    let (Some(date), Some(time)) = (parts.next(), parts.next()) else {
        return false;
    };
    let Some((clock, rest)) = time.split_at_checked(8) else {
        return false;
    };
    let digits = |from: usize, most: &str| {
        clock
            .get(from..from + 2)
            .is_some_and(|digits| digits <= most && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let without_fraction = || {
        let mut chars = rest.chars();
        let fraction = match chars.next() {
            None | Some('\n') => return rest,
            Some(_) => chars.as_str(),
        };
        let after = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        if after.len() == fraction.len() { rest } else { after }
    };
    let is_zone = |zone: &str| match zone.as_bytes() {
        [b'z' | b'Z'] => true,
        [b'+' | b'-', a, b, b':', c, d] => [a, b, c, d].into_iter().all(u8::is_ascii_digit),
        _ => false,
    };
    Timestamp::parse_date(date).is_some()
        && matches!(clock.as_bytes(), [_, _, b':', _, _, b':', _, _])
        && digits(0, "23")
        && digits(3, "59")
        && digits(6, "59")
        && (is_zone(rest) || is_zone(without_fraction()))
}
