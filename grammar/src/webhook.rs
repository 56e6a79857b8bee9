//! Where a conversion webhook is: a URL, or a service with path and port.
//!
//! Source: `ValidateWebhookURL` and `ValidateWebhookService` of apiserver's `util/webhook`.

use std::fmt;
use std::ops::RangeInclusive;

use crate::name::{NameError, dns1123_subdomain};
use crate::url::{self, UrlError};

/// The ports a service may be called at.
pub const PORTS: RangeInclusive<i64> = 1..=65535;
/// The port when none is written.
pub const DEFAULT_PORT: i64 = 443;

/// Why the API server refuses a webhook URL.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WebhookUrlError {
    /// It is no URL.
    NotAUrl(UrlError),
    /// The scheme, given here, is not https.
    Scheme(String),
    /// There is no host.
    NoHost,
    /// It has user information, given here in encoded form.
    User(String),
    /// It has a fragment, given here.
    Fragment(String),
    /// It has query parameters, given here.
    Query(String),
}

impl WebhookUrlError {
    /// What the API server answers.
    #[must_use]
    pub fn server(&self) -> String {
        const FORM: &str = "; desired format: https://host[/path]";
        match self {
            Self::NotAUrl(error) => format!("url must be a valid URL: {error}{FORM}"),
            Self::Scheme(_) => format!("'https' is the only allowed URL scheme{FORM}"),
            Self::NoHost => format!("host must be specified{FORM}"),
            Self::User(_) => "user information is not permitted in the URL".to_owned(),
            Self::Fragment(_) => "fragments are not permitted in the URL".to_owned(),
            Self::Query(_) => "query parameters are not permitted in the URL".to_owned(),
        }
    }

    /// The part of the URL that the server shows as the bad value; none where the whole is missing something.
    #[must_use]
    pub fn bad_value(&self) -> Option<&str> {
        match self {
            Self::NotAUrl(_) => None,
            Self::NoHost => Some(""),
            Self::Scheme(part) | Self::User(part) | Self::Fragment(part) | Self::Query(part) => {
                Some(part)
            }
        }
    }
}

impl fmt::Display for WebhookUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAUrl(error) => write!(
                f,
                "this is no URL ({}); write `https://host/path`",
                error.reason
            ),
            Self::Scheme(scheme) if scheme.is_empty() => {
                f.write_str("the URL has no scheme; write `https://host/path`")
            }
            Self::Scheme(scheme) => {
                write!(f, "the scheme is `{scheme}`; write `https://host/path`")
            }
            Self::NoHost => f.write_str("the URL has no host; write `https://host/path`"),
            Self::User(user) => write!(f, "leave out the user information `{user}@`"),
            Self::Fragment(fragment) => write!(f, "leave out the fragment `#{fragment}`"),
            Self::Query(query) => write!(f, "leave out the query `?{query}`"),
        }
    }
}

impl std::error::Error for WebhookUrlError {}

/// Checks a webhook URL; every complaint, in the server's order.
#[must_use]
pub fn check_url(text: &str) -> Vec<WebhookUrlError> {
    let url = match url::parse(text) {
        Ok(url) => url,
        Err(error) => return vec![WebhookUrlError::NotAUrl(error)],
    };
    let mut errors = Vec::new();
    if url.scheme != "https" {
        errors.push(WebhookUrlError::Scheme(url.scheme));
    }
    if url.host.is_empty() {
        errors.push(WebhookUrlError::NoHost);
    }
    if let Some(user) = url.user {
        errors.push(WebhookUrlError::User(user.to_string()));
    }
    if !url.fragment.is_empty() {
        errors.push(WebhookUrlError::Fragment(url.fragment));
    }
    if !url.query.is_empty() {
        errors.push(WebhookUrlError::Query(url.query));
    }
    errors
}

/// Why the API server refuses the path or the port of a webhook service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ServiceError {
    /// The port is outside of [`PORTS`].
    Port,
    /// The path does not start with a slash.
    NoLeadingSlash,
    /// Nothing between two slashes.
    EmptySegment(usize),
    /// The segment with this index is no DNS subdomain.
    Segment(usize, NameError),
}

impl ServiceError {
    /// What the API server answers.
    #[must_use]
    pub fn server(self) -> String {
        match self {
            Self::Port => "port is not valid: must be between 1 and 65535, inclusive".to_owned(),
            Self::NoLeadingSlash => "must start with a '/'".to_owned(),
            Self::EmptySegment(index) => format!("segment[{index}] may not be empty"),
            Self::Segment(index, error) => format!("segment[{index}]: {}", error.server()),
        }
    }
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Port => f.write_str("a port is a number from 1 to 65535"),
            Self::NoLeadingSlash => f.write_str("a path starts with `/`: `/convert`"),
            Self::EmptySegment(_) => f.write_str("two slashes follow each other; write one"),
            Self::Segment(index, error) => {
                write!(f, "segment {index} of the path is no DNS name: {error}")
            }
        }
    }
}

impl std::error::Error for ServiceError {}

/// Checks the port of a webhook service.
pub fn check_port(port: i64) -> Result<(), ServiceError> {
    if PORTS.contains(&port) {
        Ok(())
    } else {
        Err(ServiceError::Port)
    }
}

/// Checks the path of a webhook service; every complaint, in the server's order.
#[must_use]
pub fn check_path(path: &str) -> Vec<ServiceError> {
    match path {
        "" | "/" => return Vec::new(),
        "//" => return vec![ServiceError::EmptySegment(0)],
        _ => {}
    }
    let mut errors = Vec::new();
    let without_slash = path.strip_prefix('/');
    if without_slash.is_none() {
        errors.push(ServiceError::NoLeadingSlash);
    }
    // The server drops the first byte whatever it is, and half a character is no DNS name.
    let first = path
        .chars()
        .next()
        .filter(|c| without_slash.is_none() && c.is_ascii());
    let rest = without_slash
        .or_else(|| path.strip_prefix(first?))
        .unwrap_or(path);
    for (index, segment) in rest
        .strip_suffix('/')
        .unwrap_or(rest)
        .split('/')
        .enumerate()
    {
        if segment.is_empty() {
            errors.push(ServiceError::EmptySegment(index));
        } else {
            errors.extend(
                dns1123_subdomain(segment)
                    .into_iter()
                    .map(|error| ServiceError::Segment(index, error)),
            );
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_https_with_a_host_and_nothing_else() {
        for good in [
            "https://a.b/c",
            "HTTPS://a.b",
            "https://a.b/#",
            "https://a.b?",
            "https://a.b:99999",
        ] {
            assert_eq!(check_url(good), [], "{good}");
        }
        assert_eq!(
            check_url("http://a.b"),
            [WebhookUrlError::Scheme("http".into())]
        );
        assert_eq!(
            check_url("a.b/c"),
            [
                WebhookUrlError::Scheme(String::new()),
                WebhookUrlError::NoHost
            ]
        );
        assert_eq!(
            check_url("https://u@a.b?q#f"),
            [
                WebhookUrlError::User("u".into()),
                WebhookUrlError::Fragment("f".into()),
                WebhookUrlError::Query("q".into())
            ]
        );
        assert_eq!(
            check_url("https://a b")[0].server(),
            "url must be a valid URL: parse \"https://a b\": invalid character \" \" in host name; desired format: https://host[/path]"
        );
    }

    #[test]
    fn service_paths_are_dns_names_between_slashes() {
        for good in ["", "/", "/convert", "/a/b.c/", "/1"] {
            assert_eq!(check_path(good), [], "{good}");
        }
        assert_eq!(check_path("//"), [ServiceError::EmptySegment(0)]);
        assert_eq!(check_path("convert"), [ServiceError::NoLeadingSlash]);
        assert_eq!(check_path("/a//b"), [ServiceError::EmptySegment(1)]);
        assert_eq!(
            check_path("/a/B"),
            [ServiceError::Segment(1, NameError::NotDns1123Subdomain)]
        );
        assert_eq!(check_path("/a//"), [ServiceError::EmptySegment(1)]);
        assert_eq!(
            check_path("é"),
            [
                ServiceError::NoLeadingSlash,
                ServiceError::Segment(0, NameError::NotDns1123Subdomain)
            ]
        );
    }

    #[test]
    fn ports_are_in_range() {
        for port in [1, 443, 65535] {
            assert_eq!(check_port(port), Ok(()));
        }
        for port in [-1, 0, 65536, i64::MAX] {
            assert_eq!(check_port(port), Err(ServiceError::Port));
        }
    }
}
