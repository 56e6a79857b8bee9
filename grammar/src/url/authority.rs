//! What stands between `//` and the path: user information, host and port.

use std::fmt;
use std::net::Ipv6Addr;

use super::UrlErrorReason;
use super::escape::{Part, decode, decode_host};

/// What stands before `@` in a URL; displayed encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserInfo {
    name: String,
    password: Option<String>,
}

impl fmt::Display for UserInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        encode(&self.name, f)?;
        if let Some(password) = &self.password {
            f.write_str(":")?;
            encode(password, f)?;
        }
        Ok(())
    }
}

fn encode(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for byte in text.bytes() {
        let c = char::from(byte);
        if c.is_ascii_alphanumeric() || "-_.~$&+,;=".contains(c) {
            write!(f, "{c}")?;
        } else {
            write!(f, "%{byte:02X}")?;
        }
    }
    Ok(())
}

pub(super) fn parse(
    scheme: &str,
    authority: &str,
) -> Result<(Option<UserInfo>, String), UrlErrorReason> {
    let Some((user, host)) = authority.rsplit_once('@') else {
        return Ok((None, parse_host(scheme, authority)?));
    };
    let host = parse_host(scheme, host)?;
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c);
    if !user.chars().all(allowed) {
        return Err(UrlErrorReason::UserInfo);
    }
    let user = match user.split_once(':') {
        None => UserInfo {
            name: decode(user)?,
            password: None,
        },
        Some((name, password)) => UserInfo {
            name: decode(name)?,
            password: Some(decode(password)?),
        },
    };
    Ok((Some(user), host))
}

fn parse_host(scheme: &str, host: &str) -> Result<String, UrlErrorReason> {
    match host.rfind('[') {
        Some(0) => return parse_ip_literal(host),
        Some(_) => return Err(UrlErrorReason::IpLiteral),
        None => {}
    }
    // Only http and https are strict about further colons.
    let colon = if matches!(scheme, "http" | "https") {
        host.find(':')
    } else {
        host.rfind(':')
    };
    if let Some(colon) = colon {
        check_port(host.split_at(colon).1)?;
    }
    decode_host(host, &Part::Host)
}

fn parse_ip_literal(host: &str) -> Result<String, UrlErrorReason> {
    let inner = host.strip_prefix('[').unwrap_or(host);
    let Some((address, port)) = inner.rsplit_once(']') else {
        return Err(UrlErrorReason::MissingBracket);
    };
    check_port(port)?;
    let decoded = match address.find("%25") {
        None => decode_host(address, &Part::Host)?,
        Some(at) => {
            let (address, zone) = address.split_at(at);
            decode_host(address, &Part::Host)? + &decode_host(zone, &Part::Zone)?
        }
    };
    let (bare, zone) = decoded
        .split_once('%')
        .map_or((decoded.as_str(), None), |(bare, zone)| (bare, Some(zone)));
    if zone == Some("") || bare.parse::<Ipv6Addr>().is_err() {
        let is_v4 = zone.is_none() && bare.parse::<std::net::Ipv4Addr>().is_ok();
        return Err(if is_v4 {
            UrlErrorReason::IpLiteral
        } else {
            UrlErrorReason::Address(decoded)
        });
    }
    Ok(format!("[{decoded}]{port}"))
}

/// A colon and digits, however many; or nothing.
fn check_port(text: &str) -> Result<(), UrlErrorReason> {
    let good = text.is_empty()
        || text
            .strip_prefix(':')
            .is_some_and(|port| port.bytes().all(|b| b.is_ascii_digit()));
    if good {
        Ok(())
    } else {
        Err(UrlErrorReason::Port(text.to_owned()))
    }
}
