//! URLs: what the accessors of `url(…)` give, after Go's `net/url`.

use std::fmt::Write as _;

use wheelwright_grammar::url::{Url, UrlErrorReason, parse, parse_request_uri};

use crate::KubeVersion;
use crate::failure::{EvalError, Outcome};

/// A URL with the text that it was read from.
#[derive(Debug)]
pub struct ParsedUrl {
    url: Url,
    text: String,
}

impl ParsedUrl {
    /// The function `url`: a request URI, read once more as a URL.
    pub(crate) fn parse(text: &str, server: KubeVersion) -> Outcome<Self> {
        let error = |error: &dyn std::fmt::Display| {
            EvalError::error(format!(
                "URL parse error during conversion from string: {error}"
            ))
        };
        if !server.at_least(36)
            && let Some((lenient, host)) = without_colons(text)
            && parse_request_uri(&lenient).is_ok()
            && let Ok(mut url) = parse(&lenient)
        {
            url.host = host;
            return Ok(Self {
                url,
                text: text.to_owned(),
            });
        }
        parse_request_uri(text).map_err(|e| error(&e))?;
        let url = parse(text).map_err(|e| error(&e))?;
        Ok(Self {
            url,
            text: text.to_owned(),
        })
    }

    pub(crate) fn is_url(text: &str, server: KubeVersion) -> bool {
        parse_request_uri(text).is_ok()
            || !server.at_least(36)
                && without_colons(text)
                    .is_some_and(|(lenient, _)| parse_request_uri(&lenient).is_ok())
    }

    pub(crate) fn scheme(&self) -> &str {
        &self.url.scheme
    }

    pub(crate) fn host(&self) -> &str {
        &self.url.host
    }

    /// Without the port, and without the brackets of an IPv6 address.
    pub(crate) fn hostname(&self) -> &str {
        let host = self.host();
        let host = host
            .rsplit_once(':')
            .filter(|(_, port)| is_port(port))
            .map_or(host, |(host, _)| host);
        host.strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'))
            .unwrap_or(host)
    }

    pub(crate) fn port(&self) -> &str {
        match self.host().rsplit_once(':') {
            Some((_, port)) if is_port(port) => port,
            _ => "",
        }
    }

    /// The path as it was written, if that is a way to write it, else escaped anew.
    pub(crate) fn escaped_path(&self) -> String {
        let raw = self.raw_path();
        if is_well_escaped(raw) {
            return raw.to_owned();
        }
        if self.url.path == "*" {
            return "*".to_owned();
        }
        escape(&self.url.path)
    }

    fn raw_path(&self) -> &str {
        if !self.url.opaque.is_empty() {
            return "";
        }
        let text = self.text.split('#').next().unwrap_or_default();
        let text = text.split('?').next().unwrap_or_default();
        let rest = if self.url.scheme.is_empty() {
            text
        } else {
            text.split_once(':').map_or(text, |(_, rest)| rest)
        };
        let has_authority =
            rest.starts_with("//") && (!self.url.scheme.is_empty() || !rest.starts_with("///"));
        match rest.strip_prefix("//") {
            Some(after) if has_authority => after
                .find('/')
                .and_then(|at| after.get(at..))
                .unwrap_or_default(),
            _ => rest,
        }
    }

    /// The pairs of the query by name, in the order of the names; what cannot be read is left out.
    pub(crate) fn query(&self) -> Vec<(String, Vec<String>)> {
        let mut query: Vec<(String, Vec<String>)> = Vec::new();
        for pair in self.url.query.split('&') {
            if pair.is_empty() || pair.contains(';') {
                continue;
            }
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (Some(name), Some(value)) = (unescape(name), unescape(value)) else {
                continue;
            };
            match query.binary_search_by(|(known, _)| known.as_str().cmp(&name)) {
                Ok(at) => {
                    if let Some((_, values)) = query.get_mut(at) {
                        values.push(value);
                    }
                }
                Err(at) => query.insert(at, (name, vec![value])),
            }
        }
        query
    }
}

/// Two URLs are equal if they are written alike when put together again.
impl PartialEq for ParsedUrl {
    fn eq(&self, other: &Self) -> bool {
        let empty_query = |url: &Self| {
            url.url.query.is_empty()
                && url
                    .text
                    .split('#')
                    .next()
                    .is_some_and(|text| text.ends_with('?'))
        };
        self.url == other.url
            && self.escaped_path() == other.escaped_path()
            && empty_query(self) == empty_query(other)
    }
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Servers built with Go before 1.26 look for the port after the last colon of a host: the text with the other colons
/// replaced, and the host as it is.
fn without_colons(text: &str) -> Option<(String, String)> {
    let UrlErrorReason::Port(_) = parse_request_uri(text).err()?.reason else {
        return None;
    };
    let start = text.find("//")? + 2;
    let rest = text.get(start..)?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = rest.get(..end)?;
    let host_start = authority.rfind('@').map_or(0, |at| at + 1);
    let host = authority.get(host_start..)?;
    let (name, port) = host.rsplit_once(':')?;
    if host.starts_with('[') || !is_port(port) {
        return None;
    }
    let lenient = format!(
        "{}{}{}:{port}{}",
        text.get(..start)?,
        authority.get(..host_start)?,
        name.replace(':', "-"),
        rest.get(end..)?
    );
    Some((lenient, host.to_owned()))
}

/// Whether a path has no byte that has to be escaped; a percent sign is taken as an escape.
fn is_well_escaped(path: &str) -> bool {
    path.bytes().all(|byte| {
        matches!(byte, b'[' | b']' | b'%' | b'!' | b'\'' | b'(' | b')' | b'*') || is_plain(byte)
    })
}

const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'-' | b'_'
                | b'.'
                | b'~'
                | b'$'
                | b'&'
                | b'+'
                | b','
                | b'/'
                | b':'
                | b';'
                | b'='
                | b'@'
        )
}

fn escape(path: &str) -> String {
    let mut escaped = String::with_capacity(path.len());
    for byte in path.bytes() {
        if is_plain(byte) {
            escaped.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

/// A query's escapes, where `+` is a space. Bytes that are no UTF-8 become replacement characters.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = after;
        match byte {
            b'%' => {
                let [high, low, after @ ..] = rest else {
                    return None;
                };
                let digit = |byte: u8| char::from(byte).to_digit(16);
                bytes.push(u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()?);
                rest = after;
            }
            b'+' => bytes.push(b' '),
            _ => bytes.push(*byte),
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
