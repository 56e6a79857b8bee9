//! What Kubernetes' libraries, and its view of cel-go's strings, cost.

use crate::overload::Overload;
use crate::syntax::Literal;
use crate::types::{Opaque, Type};

use super::arithmetic::{Cost, Size, quotient};
use super::call::matching;
use super::estimate::{Call, Estimator, Operand};
use super::unit;

impl<'c> Estimator<'c, '_> {
    /// A call of one of these functions; none if it is of another.
    pub(super) fn kubernetes_call(
        &mut self,
        function: &str,
        overload: Overload,
        target: Option<&Operand<'c>>,
        operands: &[Operand<'c>],
    ) -> Option<Call> {
        let cost = |cost| Call { cost, size: None };
        let call = match (function, target, operands) {
            (
                "isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" | "includes",
                Some(target),
                _,
            ) => cost(self.traversal(function, target)),
            ("url", _, [text]) => Call {
                cost: text.size().scaled(unit::STRING),
                // From 1.32 on a URL is as long as its text.
                size: self.environment.server().at_least(32).then(|| text.size()),
            },
            ("lowerAscii" | "upperAscii" | "substring" | "trim", Some(text), _) => Call {
                cost: text.size().scaled(unit::STRING),
                size: Some(text.size()),
            },
            ("replace", Some(text), [replaced, by, ..]) => Call {
                cost: text.size().scaled(2.0 * unit::STRING),
                size: Some(replaced_size(text.size(), replaced.size(), by.size())),
            },
            ("split", Some(text), _) => {
                let max = match operands.get(1).and_then(|limit| limit.literal) {
                    Some(Literal::Int(limit)) => limit.cast_unsigned(),
                    _ => text.size().max,
                };
                Call {
                    cost: text.size().scaled(2.0 * unit::STRING),
                    size: Some(Size { min: 0, max }),
                }
            }
            ("join", Some(list), _) => {
                let size = self.joined_size(list, operands.first());
                Call {
                    cost: size.scaled(unit::STRING),
                    size: Some(size),
                }
            }
            ("find" | "findAll", Some(text), [pattern, ..]) => Call {
                cost: matching(text.size(), pattern.size()),
                size: Some(Size {
                    min: 0,
                    max: text.size().max,
                }),
            },
            ("ip", _, _) if overload == Overload::CidrIp => cost(Cost::of(1)),
            (
                "cidr" | "isIP" | "isCIDR" | "ip" | "quantity" | "isQuantity" | "semver"
                | "isSemver",
                _,
                [text, ..],
            ) => cost(text.size().scaled(unit::STRING)),
            ("ip.isCanonical", _, [text, ..]) => cost(text.size().scaled(2.0 * unit::STRING)),
            ("containsIP", _, [other, ..]) => {
                let parsed = overload == Overload::CidrContainsIpString;
                cost(within(false, parsed.then(|| other.size())))
            }
            ("containsCIDR", _, [other, ..]) => {
                let parsed = overload == Overload::CidrContainsCidrString;
                cost(within(true, parsed.then(|| other.size())))
            }
            ("validate", _, [text, ..]) => {
                let pattern = unit::FORMAT_PATTERN * unit::PATTERN;
                cost(text.size().scaled(unit::STRING).scaled(pattern))
            }
            (
                "masked"
                | "prefixLength"
                | "family"
                | "isUnspecified"
                | "isLoopback"
                | "isLinkLocalMulticast"
                | "isLinkLocalUnicast"
                | "isGlobalUnicast"
                | "format.named"
                | "sign"
                | "asInteger"
                | "isInteger"
                | "asApproximateFloat"
                | "isGreaterThan"
                | "isLessThan"
                | "compareTo"
                | "add"
                | "sub"
                | "major"
                | "minor"
                | "patch"
                | "getScheme"
                | "getHostname"
                | "getHost"
                | "getPort"
                | "getEscapedPath"
                | "getQuery"
                | "serviceAccount"
                | "path"
                | "group"
                | "resource"
                | "subresource"
                | "namespace"
                | "name"
                | "allowed"
                | "reason"
                | "error"
                | "errored",
                _,
                _,
            ) => cost(Cost::of(1)),
            ("check", _, _) => cost(Cost::of(unit::AUTHORIZATION)),
            ("fieldSelector" | "labelSelector", _, [text]) => cost(selector(text.size())),
            // In 1.31 these compared as values of unknown size.
            ("_==_", _, [left, right]) if self.environment.server().at_least(32) => {
                cost(equality(left, right)?)
            }
            _ => return None,
        };
        Some(call)
    }

    /// Going through a list, its texts included; or through a text.
    fn traversal(&mut self, function: &str, target: &Operand<'c>) -> Cost {
        let Some((element, size)) = self.element(target) else {
            return match function {
                "includes" => target.size().each(Cost::of(1)),
                _ => target.size().scaled(unit::STRING),
            };
        };
        let mut each = Cost::of(1);
        if matches!(element.unwrapped(), Type::String | Type::Bytes) {
            each = each.plus(size.scaled(unit::STRING));
        }
        target.size().each(each)
    }

    fn joined_size(&mut self, list: &Operand<'c>, separator: Option<&Operand<'c>>) -> Size {
        let count = list.size();
        let mut size = match self.element(list) {
            Some((_, element)) => count.times(element),
            None => Size::default(),
        };
        if let Some(separator) = separator {
            let between = Size {
                min: count.min.saturating_sub(1),
                max: count.max.saturating_sub(1),
            };
            size = size.plus(separator.size().times(between));
        }
        size
    }
}

/// How long a text is after replacing.
fn replaced_size(text: Size, replaced: Size, by: Size) -> Size {
    let (mut count, mut kept) = (Size::default(), Size::default());
    if replaced.min == 0 {
        count.max = text.max.saturating_add(1);
        kept.max = text.max;
    } else if by.max <= replaced.min {
        kept.max = text.max;
    } else {
        count.max = quotient(text.max, replaced.min);
    }
    if replaced.max == 0 {
        count.min = text.min.saturating_add(1);
        kept.min = text.min;
    } else if replaced.max <= by.min {
        kept.min = text.min;
    } else {
        count.min = quotient(text.min, replaced.max);
    }
    count.times(by).plus(kept)
}

/// Reading a selector: it may have a requirement for each two characters, each of them a struct and a list.
pub(super) fn selector(text: Size) -> Cost {
    /// [`unit::LIST`] and [`unit::STRUCT`].
    const REQUIREMENT: f64 = 50.0;
    let requirements = text.scaled(0.5).scaled(REQUIREMENT);
    Cost::of(unit::LIST)
        .plus(text.scaled(unit::STRING))
        .plus(requirements)
}

/// Whether addresses of 4 to 16 bytes are within others, which may have to be parsed first.
fn within(masked: bool, parsed: Option<Size>) -> Cost {
    let address = Size { min: 4, max: 16 };
    let mut cost = address.plus(address).scaled(unit::STRING);
    if masked {
        cost = cost.plus(address.scaled(unit::STRING)).plus(Cost::of(1));
    }
    if let Some(text) = parsed {
        cost = cost.plus(text.scaled(unit::STRING));
    }
    cost
}

fn equality(left: &Operand<'_>, right: &Operand<'_>) -> Option<Cost> {
    /// The longest name of a format.
    const FORMAT_NAME: u64 = 64;
    let Type::Opaque(opaque) = left.ty else {
        return None;
    };
    if left.ty != right.ty {
        return None;
    }
    let max = match opaque {
        Opaque::Ip
        | Opaque::Cidr
        | Opaque::Quantity
        | Opaque::Semver
        | Opaque::Authorizer
        | Opaque::PathCheck
        | Opaque::GroupCheck
        | Opaque::ResourceCheck
        | Opaque::Decision => return Some(Cost::of(1)),
        Opaque::NamedFormat => FORMAT_NAME,
        // The server looks at the size of the right one only.
        Opaque::Url => right.size.map_or(1, |size| size.max),
    };
    Some(Cost { min: 1, max }.scaled(unit::STRING))
}
