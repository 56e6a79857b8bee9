//! URLs as Go's `net/url` reads them, which is what the API server goes by.
//!
//! It is more lenient than RFC 3986 in paths and queries and checks hosts, ports and escapes.

use std::fmt;

use crate::go_text::{quote, quote_bytes};

mod authority;
mod escape;

pub use authority::UserInfo;

/// A URL, taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Url {
    /// In lower case; empty for a relative reference.
    pub scheme: String,
    /// What follows the scheme when that is no slash.
    pub opaque: String,
    /// What stands before `@`.
    pub user: Option<UserInfo>,
    /// Host and port.
    pub host: String,
    /// Decoded.
    pub path: String,
    /// Not decoded, without the `?`.
    pub query: String,
    /// Decoded, without the `#`.
    pub fragment: String,
}

/// Why a text is no URL; displayed as Go does.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UrlError {
    /// The text, without its fragment unless that is at fault.
    pub url: String,
    /// What is wrong with it.
    pub reason: UrlErrorReason,
}

/// What is wrong with a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum UrlErrorReason {
    /// A control character.
    ControlCharacter,
    /// Nothing at all, where a request URI is wanted.
    Empty,
    /// A colon with nothing before it.
    MissingScheme,
    /// Neither absolute nor starting with a slash, where a request URI is wanted.
    NotARequestUri,
    /// A colon in the first segment of a relative path.
    ColonInFirstSegment,
    /// A percent sign without two hexadecimal digits, or one that may not be used there; up to three bytes.
    Escape(Vec<u8>),
    /// A character that a host may not have.
    HostCharacter(char),
    /// What stands before `@` has characters it may not have.
    UserInfo,
    /// Brackets around something that is no IPv6 address.
    IpLiteral,
    /// A bracket that is not closed.
    MissingBracket,
    /// Brackets around what cannot be read as an address.
    Address(String),
    /// A port that is no number.
    Port(String),
}

impl fmt::Display for UrlErrorReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ControlCharacter => f.write_str("net/url: invalid control character in URL"),
            Self::Empty => f.write_str("empty url"),
            Self::MissingScheme => f.write_str("missing protocol scheme"),
            Self::NotARequestUri => f.write_str("invalid URI for request"),
            Self::ColonInFirstSegment => {
                f.write_str("first path segment in URL cannot contain colon")
            }
            Self::Escape(escape) => write!(f, "invalid URL escape {}", quote_bytes(escape)),
            Self::HostCharacter(c) => {
                write!(
                    f,
                    "invalid character {} in host name",
                    quote(&c.to_string())
                )
            }
            Self::UserInfo => f.write_str("net/url: invalid userinfo"),
            Self::IpLiteral => f.write_str("invalid IP-literal"),
            Self::MissingBracket => f.write_str("missing ']' in host"),
            Self::Address(address) => {
                write!(
                    f,
                    "invalid host: ParseAddr({}): unable to parse IP",
                    quote(address)
                )
            }
            Self::Port(port) => write!(f, "invalid port {} after host", quote(port)),
        }
    }
}

impl fmt::Display for UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "parse {}: {}", quote(&self.url), self.reason)
    }
}

impl std::error::Error for UrlError {}

/// Reads a URL or a relative reference. Source: `net/url.Parse`.
pub fn parse(text: &str) -> Result<Url, UrlError> {
    let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
    let error = |url: &str, reason| UrlError {
        url: url.to_owned(),
        reason,
    };
    let mut url = take_apart(before, false).map_err(|reason| error(before, reason))?;
    url.fragment = escape::decode(fragment).map_err(|reason| error(text, reason))?;
    Ok(url)
}

/// Reads an absolute URL or a path with a leading slash; `#` has no meaning. This is the format `uri` of a schema.
/// Source: `net/url.ParseRequestURI`.
pub fn parse_request_uri(text: &str) -> Result<Url, UrlError> {
    take_apart(text, true).map_err(|reason| UrlError {
        url: text.to_owned(),
        reason,
    })
}

fn take_apart(text: &str, request: bool) -> Result<Url, UrlErrorReason> {
    if text.bytes().any(|b| b < b' ' || b == 0x7f) {
        return Err(UrlErrorReason::ControlCharacter);
    }
    if text.is_empty() && request {
        return Err(UrlErrorReason::Empty);
    }
    if text == "*" {
        return Ok(Url {
            path: "*".to_owned(),
            ..Url::default()
        });
    }
    let (scheme, rest) = split_scheme(text)?;
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let mut url = Url {
        scheme: scheme.to_ascii_lowercase(),
        query: query.to_owned(),
        ..Url::default()
    };
    if !rest.starts_with('/') {
        if !scheme.is_empty() {
            rest.clone_into(&mut url.opaque);
            return Ok(url);
        }
        if request {
            return Err(UrlErrorReason::NotARequestUri);
        }
        if rest
            .split('/')
            .next()
            .is_some_and(|segment| segment.contains(':'))
        {
            return Err(UrlErrorReason::ColonInFirstSegment);
        }
    }
    let mut path = rest;
    if let Some(after) = rest.strip_prefix("//")
        && (!scheme.is_empty() || !request && !after.starts_with('/'))
    {
        let end = after.find('/').unwrap_or(after.len());
        let (authority, after) = after.split_at(end);
        (url.user, url.host) = authority::parse(&url.scheme, authority)?;
        path = after;
    }
    url.path = escape::decode(path)?;
    Ok(url)
}

fn split_scheme(text: &str) -> Result<(&str, &str), UrlErrorReason> {
    for (i, b) in text.bytes().enumerate() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if i > 0 => {}
            b':' if i == 0 => return Err(UrlErrorReason::MissingScheme),
            b':' => {
                let (scheme, rest) = text.split_at(i);
                return Ok((scheme, rest.strip_prefix(':').unwrap_or(rest)));
            }
            _ => break,
        }
    }
    Ok(("", text))
}

#[cfg(test)]
mod tests;
