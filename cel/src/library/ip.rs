//! IP addresses as Go's `net/netip` reads and writes them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use wheelwright_grammar::go_text::quote;

use crate::failure::{EvalError, Outcome};

/// What Go's parser makes of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parsed {
    pub(crate) address: IpAddr,
    pub(crate) has_zone: bool,
}

/// `netip.ParseAddr`; the error is Go's text.
pub(crate) fn parse_address(text: &str) -> Result<Parsed, String> {
    let error = |message: &str| format!("ParseAddr({}): {message}", quote(text));
    match text.bytes().find(|byte| b".:%".contains(byte)) {
        Some(b'.') => {
            let fields = ipv4_fields(text).map_err(|problem| problem.text(text))?;
            Ok(Parsed {
                address: Ipv4Addr::from(fields).into(),
                has_zone: false,
            })
        }
        Some(b':') => ipv6(text).map_err(|problem| problem.text(text)),
        Some(_) => Err(error("missing IPv6 address")),
        None => Err(error("unable to parse IP")),
    }
}

/// The address of the function `ip`: no zone, and no IPv4 in IPv6.
pub(crate) fn parse(text: &str) -> Outcome<IpAddr> {
    let parsed = parse_address(text).map_err(|error| {
        EvalError::error(format!(
            "IP Address {} parse error during conversion from string: {error}",
            quote(text)
        ))
    })?;
    if parsed.has_zone {
        return Err(EvalError::error(format!(
            "IP address {} with zone value is not allowed",
            quote(text)
        )));
    }
    if is_mapped(parsed.address) {
        return Err(EvalError::error(format!(
            "IPv4-mapped IPv6 address {} is not allowed",
            quote(text)
        )));
    }
    Ok(parsed.address)
}

pub(crate) const fn is_mapped(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(address) if address.to_ipv4_mapped().is_some())
}

pub(crate) const fn family(address: IpAddr) -> i64 {
    match address {
        IpAddr::V4(_) => 4,
        IpAddr::V6(_) => 6,
    }
}

pub(crate) const fn is_link_local_multicast(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => matches!(address.octets(), [224, 0, 0, _]),
        IpAddr::V6(address) => address.segments()[0] & 0xff0f == 0xff02,
    }
}

pub(crate) const fn is_link_local_unicast(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_link_local(),
        IpAddr::V6(address) => address.is_unicast_link_local(),
    }
}

pub(crate) fn is_global_unicast(address: IpAddr) -> bool {
    address != IpAddr::V4(Ipv4Addr::BROADCAST)
        && !address.is_unspecified()
        && !address.is_loopback()
        && !address.is_multicast()
        && !is_link_local_unicast(address)
}

struct Problem<'t> {
    message: &'static str,
    at: &'t str,
}

impl Problem<'_> {
    fn text(&self, whole: &str) -> String {
        let at = if self.at.is_empty() {
            String::new()
        } else {
            format!(" (at {})", quote(self.at))
        };
        format!("ParseAddr({}): {}{at}", quote(whole), self.message)
    }
}

const fn problem(message: &'static str) -> Problem<'static> {
    Problem { message, at: "" }
}

fn ipv4_fields(text: &str) -> Result<[u8; 4], Problem<'_>> {
    let mut fields = [0_u8; 4];
    let (mut position, mut value, mut digits) = (0_usize, 0_u32, 0_u32);
    let bytes = text.as_bytes();
    for (index, byte) in text.bytes().enumerate() {
        let here = || text.get(index..).unwrap_or_default();
        match byte {
            b'0'..=b'9' => {
                if digits == 1 && value == 0 {
                    return Err(problem("IPv4 field has octet with leading zero"));
                }
                value = value * 10 + u32::from(byte - b'0');
                digits += 1;
                if value > 255 {
                    return Err(problem("IPv4 field has value >255"));
                }
            }
            b'.' => {
                let after_dot = index > 0 && bytes.get(index - 1) == Some(&b'.');
                if index == 0 || index + 1 == text.len() || after_dot {
                    return Err(Problem {
                        message: "IPv4 field must have at least one digit",
                        at: here(),
                    });
                }
                if position == 3 {
                    return Err(problem("IPv4 address too long"));
                }
                if let Some(field) = fields.get_mut(position) {
                    *field = u8::try_from(value).unwrap_or_default();
                }
                position += 1;
                (value, digits) = (0, 0);
            }
            _ => {
                return Err(Problem {
                    message: "unexpected character",
                    at: here(),
                });
            }
        }
    }
    if position < 3 {
        return Err(problem("IPv4 address too short"));
    }
    fields[3] = u8::try_from(value).unwrap_or_default();
    Ok(fields)
}

fn ipv6(text: &str) -> Result<Parsed, Problem<'_>> {
    let (address, zone) = match text.split_once('%') {
        Some((_, "")) => return Err(problem("zone must be a non-empty string")),
        Some((address, _)) => (address, true),
        None => (text, false),
    };
    let segments = ipv6_segments(address)?;
    Ok(Parsed {
        address: Ipv6Addr::from(segments).into(),
        has_zone: zone,
    })
}

fn ipv6_segments(text: &str) -> Result<[u16; 8], Problem<'_>> {
    let mut segments = Vec::with_capacity(8);
    let mut ellipsis = None;
    let mut rest = text;
    if let Some(after) = rest.strip_prefix("::") {
        ellipsis = Some(0);
        rest = after;
        if rest.is_empty() {
            return Ok([0; 8]);
        }
    }
    while segments.len() < 8 {
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        if digits > 4 {
            return Err(Problem {
                message: "each group must have 4 or less digits",
                at: rest,
            });
        }
        if digits == 0 {
            return Err(Problem {
                message: "each colon-separated field must have at least one digit",
                at: rest,
            });
        }
        let (group, after) = rest.split_at(digits);
        if after.starts_with('.') {
            if ellipsis.is_none() && segments.len() != 6 {
                return Err(Problem {
                    message: "embedded IPv4 address must replace the final 2 fields of the address",
                    at: rest,
                });
            }
            if segments.len() > 6 {
                return Err(Problem {
                    message: "too many hex fields to fit an embedded IPv4 at the end of the address",
                    at: rest,
                });
            }
            let [a, b, c, d] = ipv4_fields(rest)?;
            segments.push(u16::from_be_bytes([a, b]));
            segments.push(u16::from_be_bytes([c, d]));
            rest = "";
            break;
        }
        segments.push(u16::from_str_radix(group, 16).unwrap_or_default());
        rest = after;
        if rest.is_empty() {
            break;
        }
        let Some(after) = rest.strip_prefix(':') else {
            return Err(Problem {
                message: "unexpected character, want colon",
                at: rest,
            });
        };
        if after.is_empty() {
            return Err(Problem {
                message: "colon must be followed by more characters",
                at: rest,
            });
        }
        rest = after;
        if let Some(after) = rest.strip_prefix(':') {
            if ellipsis.is_some() {
                return Err(Problem {
                    message: "multiple :: in address",
                    at: rest,
                });
            }
            ellipsis = Some(segments.len());
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
    }
    if !rest.is_empty() {
        return Err(Problem {
            message: "trailing garbage after address",
            at: rest,
        });
    }
    let missing = 8 - segments.len().min(8);
    match ellipsis {
        None if missing > 0 => return Err(problem("address string too short")),
        Some(_) if missing == 0 => {
            return Err(problem("the :: must expand to at least one field of zeros"));
        }
        Some(at) => {
            segments.splice(at..at, std::iter::repeat_n(0, missing));
        }
        None => {}
    }
    segments
        .try_into()
        .map_err(|_| problem("address string too short"))
}
