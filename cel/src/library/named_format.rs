//! The formats of the library `format`: `format.dns1123Label().validate(self.name)`.

use wheelwright_grammar::text_format::{is_base64, is_date, is_date_time, is_uuid};
use wheelwright_grammar::{name, url};

use crate::KubeVersion;

/// A format with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NamedFormat {
    /// `dns1123Label`
    Dns1123Label,
    /// `dns1123Subdomain`
    Dns1123Subdomain,
    /// `dns1035Label`
    Dns1035Label,
    /// `qualifiedName`
    QualifiedName,
    /// `dns1123LabelPrefix`
    Dns1123LabelPrefix,
    /// `dns1123SubdomainPrefix`
    Dns1123SubdomainPrefix,
    /// `dns1035LabelPrefix`
    Dns1035LabelPrefix,
    /// `labelValue`
    LabelValue,
    /// `uri`
    Uri,
    /// `uuid`
    Uuid,
    /// `byte`
    Byte,
    /// `date`
    Date,
    /// `datetime`
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
        ("uuid", Self::Uuid, 70),
        ("byte", Self::Byte, 84),
        ("date", Self::Date, 71),
        ("datetime", Self::Datetime, 71),
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
    pub(crate) fn validate(self, text: &str, server: KubeVersion) -> Vec<String> {
        let names = |errors: Vec<name::NameError>| {
            errors.into_iter().map(name::NameError::server).collect()
        };
        let unless = |good: bool, message: &str| {
            if good {
                Vec::new()
            } else {
                vec![message.to_owned()]
            }
        };
        match self {
            Self::Dns1123Label => names(name::dns1123_label(text)),
            Self::Dns1123Subdomain => names(name::dns1123_subdomain(text)),
            Self::Dns1035Label => names(name::dns1035_label(text)),
            Self::QualifiedName => of_server(names(name::qualified_name(text)), server),
            Self::Dns1123LabelPrefix => names(name::dns1123_label(&without_dash(text))),
            Self::Dns1123SubdomainPrefix => names(name::dns1123_subdomain(&without_dash(text))),
            Self::Dns1035LabelPrefix => names(name::dns1035_label(&without_dash(text))),
            Self::LabelValue => of_server(names(name::label_value(text)), server),
            Self::Uri => match url::parse_request_uri(text) {
                Ok(_) => Vec::new(),
                Err(error) => vec![error.to_string()],
            },
            Self::Uuid => unless(is_uuid(text), "does not match the UUID format"),
            Self::Byte => unless(is_base64(text), "invalid base64"),
            Self::Date => unless(is_date(text), "invalid date"),
            Self::Datetime => unless(is_date_time(text), "invalid datetime"),
        }
    }
}

/// Labels were worded otherwise before 1.35.
fn of_server(errors: Vec<String>, server: KubeVersion) -> Vec<String> {
    if server.at_least(35) {
        return errors;
    }
    errors
        .into_iter()
        .map(|error| {
            let error = error.replace("a valid label key must", "a qualified name must");
            match error.strip_suffix(" bytes") {
                Some(rest) => format!("{rest} characters"),
                None => error,
            }
        })
        .collect()
}

/// The server turns the dash that a prefix may end with into a letter.
fn without_dash(text: &str) -> String {
    match text.strip_suffix('-') {
        Some(rest) if !rest.is_empty() => format!("{rest}a"),
        _ => text.to_owned(),
    }
}
