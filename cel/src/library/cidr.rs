//! Networks: an address and how many of its bits count.

use std::fmt;
use std::net::IpAddr;

use wheelwright_grammar::go_text::quote;

use super::ip::{is_mapped, parse_address};
use crate::failure::{EvalError, Outcome};

/// A network, its address not masked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cidr {
    address: IpAddr,
    prefix_length: u8,
}

impl Cidr {
    /// The network of the function `cidr`.
    pub(crate) fn parse(text: &str) -> Outcome<Self> {
        const WHAT: &str = "network address parse error during conversion from string: ";
        let cidr = parse_prefix(text).map_err(|reason| {
            EvalError::error(format!(
                "{WHAT}{WHAT}netip.ParsePrefix({}): {reason}",
                quote(text)
            ))
        })?;
        if is_mapped(cidr.address) {
            return Err(EvalError::error(format!(
                "{WHAT}IPv4-mapped IPv6 address {} is not allowed",
                quote(text)
            )));
        }
        Ok(cidr)
    }

    pub(crate) const fn address(self) -> IpAddr {
        self.address
    }

    pub(crate) const fn prefix_length(self) -> u8 {
        self.prefix_length
    }

    pub(crate) fn masked(self) -> Self {
        let address = match self.address {
            IpAddr::V4(address) => {
                let mask = u32::MAX
                    .checked_shl(32 - u32::from(self.prefix_length))
                    .unwrap_or(0);
                IpAddr::V4((address.to_bits() & mask).into())
            }
            IpAddr::V6(address) => {
                let mask = u128::MAX
                    .checked_shl(128 - u32::from(self.prefix_length))
                    .unwrap_or(0);
                IpAddr::V6((address.to_bits() & mask).into())
            }
        };
        Self { address, ..self }
    }

    pub(crate) fn contains(self, address: IpAddr) -> bool {
        let other = Self {
            address,
            prefix_length: self.prefix_length,
        };
        self.address.is_ipv4() == address.is_ipv4() && self.masked() == other.masked()
    }

    /// Whether the other network lies in this one.
    pub(crate) fn contains_cidr(self, other: Self) -> bool {
        self.prefix_length <= other.prefix_length && self.contains(other.address)
    }

    /// What 1.31 took for that: the other's address, as it is written, has to be this network's masked one.
    pub(crate) fn contains_unmasked(self, other: Self) -> bool {
        self.prefix_length <= other.prefix_length && self.masked().address == other.address
    }
}

fn parse_prefix(text: &str) -> Result<Cidr, String> {
    let (address, bits) = text.rsplit_once('/').ok_or("no '/'")?;
    let parsed = parse_address(address)?;
    if parsed.has_zone {
        return Err("IPv6 zones cannot be present in a prefix".to_owned());
    }
    let digits = !bits.is_empty()
        && bits.bytes().all(|byte| byte.is_ascii_digit())
        && (bits.len() == 1 || !bits.starts_with('0'));
    let bits: i64 = if digits { bits.parse().ok() } else { None }
        .ok_or_else(|| format!("bad bits after slash: {}", quote(bits)))?;
    let max = if parsed.address.is_ipv4() { 32 } else { 128 };
    match u8::try_from(bits) {
        Ok(prefix_length) if prefix_length <= max => Ok(Cidr {
            address: parsed.address,
            prefix_length,
        }),
        _ => Err("prefix length out of range".to_owned()),
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix_length)
    }
}
