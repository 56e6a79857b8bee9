//! Functions of addresses, networks, URLs, quantities and versions.

use std::cmp::Ordering;
use std::sync::Arc;

use super::call::Server;
use super::function::Function;
use crate::failure::{EvalError, Outcome};
use crate::library::cidr::Cidr;
use crate::library::ip;
use crate::library::quantity::Quantity;
use crate::library::semver::Semver;
use crate::library::url::ParsedUrl;
use crate::value::{Key, Map, OwnedMap, Text, Value};

pub(super) fn unary<'a>(
    function: Function,
    value: &Value<'a>,
    server: Server,
) -> Option<Outcome<Value<'a>>> {
    match value {
        Value::String(text) => of_text(function, text, server),
        Value::Ip(address) => {
            use Function as F;
            let flag = match function {
                F::Family => return Some(Ok(Value::Int(ip::family(*address)))),
                F::IsUnspecified => address.is_unspecified(),
                F::IsLoopback => address.is_loopback(),
                F::IsLinkLocalMulticast => ip::is_link_local_multicast(*address),
                F::IsLinkLocalUnicast => ip::is_link_local_unicast(*address),
                F::IsGlobalUnicast => ip::is_global_unicast(*address),
                _ => return None,
            };
            Some(Ok(Value::Bool(flag)))
        }
        Value::Cidr(cidr) => Some(Ok(match function {
            Function::Ip => Value::Ip(cidr.address()),
            Function::PrefixLength => Value::Int(cidr.prefix_length().into()),
            Function::Masked => Value::Cidr(cidr.masked()),
            _ => return None,
        })),
        Value::Url(url) => of_url(function, url).map(Ok),
        Value::Quantity(quantity) => match function {
            Function::Sign => Some(Ok(Value::Int(quantity.sign()))),
            Function::IsInteger => Some(Ok(Value::Bool(quantity.as_int().is_some()))),
            Function::AsInteger => Some(
                quantity
                    .as_int()
                    .map(Value::Int)
                    .ok_or_else(|| EvalError::error("cannot convert value to integer")),
            ),
            Function::AsApproximateFloat => Some(Ok(Value::Double(quantity.approximate()))),
            _ => None,
        },
        Value::Semver(version) => {
            let part = match function {
                Function::Major => version.major,
                Function::Minor => version.minor,
                Function::Patch => version.patch,
                _ => return None,
            };
            // The server keeps the bits.
            Some(Ok(Value::Int(part.cast_signed())))
        }
        _ => None,
    }
}

fn of_text<'a>(function: Function, text: &str, server: Server) -> Option<Outcome<Value<'a>>> {
    use Function as F;
    Some(match function {
        F::Ip => ip::parse(text).map(Value::Ip),
        F::IsIp => Ok(Value::Bool(ip::parse(text).is_ok())),
        F::IsCanonical => ip::parse(text).map(|address| Value::Bool(address.to_string() == text)),
        F::Cidr => Cidr::parse(text).map(Value::Cidr),
        F::IsCidr => Ok(Value::Bool(Cidr::parse(text).is_ok())),
        F::Url => ParsedUrl::parse(text, server).map(|url| Value::Url(Arc::new(url))),
        F::IsUrl => Ok(Value::Bool(ParsedUrl::is_url(text, server))),
        F::Quantity => Quantity::parse(text).map(|quantity| Value::Quantity(Arc::new(quantity))),
        F::IsQuantity => Ok(Value::Bool(Quantity::parse(text).is_ok())),
        F::Semver => Semver::parse(text).map(|version| Value::Semver(Arc::new(version))),
        F::IsSemver => Ok(Value::Bool(Semver::parse(text).is_ok())),
        _ => return None,
    })
}

fn of_url<'a>(function: Function, url: &ParsedUrl) -> Option<Value<'a>> {
    use Function as F;
    Some(match function {
        F::GetScheme => Value::text(url.scheme()),
        F::GetHost => Value::text(url.host()),
        F::GetHostname => Value::text(url.hostname()),
        F::GetPort => Value::text(url.port()),
        F::GetEscapedPath => Value::text(url.escaped_path()),
        F::GetQuery => {
            let mut entries = OwnedMap::new();
            for (name, values) in url.query() {
                let values = values.into_iter().map(Value::text).collect();
                entries.insert(Key::String(Text::Shared(name.into())), Value::list(values));
            }
            Value::Map(Map::owned(entries))
        }
        _ => return None,
    })
}

pub(super) fn binary<'a>(
    function: Function,
    left: &Value<'a>,
    right: &Value<'a>,
    server: Server,
) -> Option<Outcome<Value<'a>>> {
    use Function as F;
    Some(match (function, left, right) {
        (F::ContainsIp, Value::Cidr(cidr), Value::Ip(address)) => {
            Ok(Value::Bool(cidr.contains(*address)))
        }
        // An address that is none is a value of another type to the server.
        (F::ContainsIp, Value::Cidr(cidr), Value::String(text)) => ip::parse(text)
            .map(|address| Value::Bool(cidr.contains(address)))
            .map_err(|_| EvalError::no_such_overload()),
        (F::ContainsCidr, Value::Cidr(cidr), Value::Cidr(other)) => {
            Ok(contains_cidr(*cidr, *other, server))
        }
        (F::ContainsCidr, Value::Cidr(cidr), Value::String(text)) => {
            Cidr::parse(text).map(|other| contains_cidr(*cidr, other, server))
        }
        (F::IsGreaterThan, Value::Quantity(a), Value::Quantity(b)) => {
            Ok(Value::Bool(a.compare(b) == Ordering::Greater))
        }
        (F::IsLessThan, Value::Quantity(a), Value::Quantity(b)) => {
            Ok(Value::Bool(a.compare(b) == Ordering::Less))
        }
        (F::CompareTo, Value::Quantity(a), Value::Quantity(b)) => Ok(sign(a.compare(b))),
        (F::QuantityAdd, Value::Quantity(a), Value::Quantity(b)) => {
            a.plus(b, server).map(|sum| Value::Quantity(Arc::new(sum)))
        }
        (F::QuantitySub, Value::Quantity(a), Value::Quantity(b)) => {
            a.minus(b, server).map(|sum| Value::Quantity(Arc::new(sum)))
        }
        (F::QuantityAdd, Value::Quantity(a), Value::Int(b)) => a
            .plus(&Quantity::from_int(*b), server)
            .map(|sum| Value::Quantity(Arc::new(sum))),
        (F::QuantitySub, Value::Quantity(a), Value::Int(b)) => a
            .minus(&Quantity::from_int(*b), server)
            .map(|sum| Value::Quantity(Arc::new(sum))),
        (F::IsGreaterThan, Value::Semver(a), Value::Semver(b)) => {
            Ok(Value::Bool(a.compare(b) == Ordering::Greater))
        }
        (F::IsLessThan, Value::Semver(a), Value::Semver(b)) => {
            Ok(Value::Bool(a.compare(b) == Ordering::Less))
        }
        (F::CompareTo, Value::Semver(a), Value::Semver(b)) => Ok(sign(a.compare(b))),
        (F::Semver, Value::String(text), Value::Bool(normalize)) => {
            version(text, *normalize).map(|version| Value::Semver(Arc::new(version)))
        }
        (F::IsSemver, Value::String(text), Value::Bool(normalize)) => {
            Ok(Value::Bool(version(text, *normalize).is_ok()))
        }
        _ => return None,
    })
}

fn version(text: &str, normalize: bool) -> Outcome<Semver> {
    if normalize {
        Semver::parse_normalized(text)
    } else {
        Semver::parse(text)
    }
}

fn contains_cidr<'a>(cidr: Cidr, other: Cidr, server: Server) -> Value<'a> {
    Value::Bool(if server.at_least(32) {
        cidr.contains_cidr(other)
    } else {
        cidr.contains_unmasked(other)
    })
}

const fn sign<'a>(ordering: Ordering) -> Value<'a> {
    Value::Int(match ordering {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    })
}
