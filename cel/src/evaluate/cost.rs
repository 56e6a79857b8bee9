//! What calls cost at run time, as the server counts: cel-go's table, that of Kubernetes, and those of two libraries.

use super::function::Function;
use crate::KubeVersion;
use crate::context::Context;
use crate::cost::{of_selector, unit};
use crate::failure::{EvalError, Outcome};
use crate::library::lists::traversal;
use crate::overload::Overload;
use crate::value::Value;

/// A list literal.
pub(super) const LIST: u64 = 10;
/// A map literal.
pub(super) const MAP: u64 = 30;
/// A message.
pub(super) const MESSAGE: u64 = 40;

type Argument<'p> = Outcome<Value<'p>>;

/// An error counts as one.
fn size(argument: &Argument<'_>, server: KubeVersion) -> u64 {
    match argument {
        Ok(value) => size_of(value, server),
        Err(_) => 1,
    }
}

/// Optionals were one before 1.33.
fn size_of(value: &Value<'_>, server: KubeVersion) -> u64 {
    match value {
        Value::Optional(Some(value)) if server.at_least(33) => size_of(value, server),
        _ => value.size(),
    }
}

/// So many tenths, rounded up.
pub(super) const fn tenths(size: u64) -> u64 {
    size.div_ceil(10)
}

/// A text searched with a pattern, both by their lengths.
const fn search(text: u64, pattern: u64) -> u64 {
    tenths(text.saturating_add(1)).saturating_mul(pattern.div_ceil(4))
}

pub(super) fn of_equality(
    left: &Argument<'_>,
    right: &Argument<'_>,
    negated: bool,
    server: KubeVersion,
) -> u64 {
    match left {
        // Sizes of scalars are one.
        Ok(Value::Int(_) | Value::Bool(_) | Value::Double(_)) => tenths(size(right, server).min(1)),
        Ok(
            Value::Quantity(_)
            | Value::Ip(_)
            | Value::Cidr(_)
            | Value::Format(_)
            | Value::Url(_)
            | Value::Semver(_),
        ) if !negated && server.at_least(32) => 1,
        _ => tenths(size(left, server).min(size(right, server))),
    }
}

/// What a call costs by its arguments; nothing where the result decides.
pub(super) fn of_arguments(
    function: Function,
    overload: Option<Overload>,
    arguments: &[Argument<'_>],
    context: Context<'_>,
) -> Outcome<Option<u64>> {
    use Function as F;
    let server = context.server;
    let size = |index: usize| {
        arguments
            .get(index)
            .map_or(1, |argument| size(argument, server))
    };
    if let Some(cost) = of_lists(overload, arguments, server)? {
        return Ok(Some(cost));
    }
    if matches!(
        overload,
        Some(Overload::ListSlice | Overload::ListsRange | Overload::ListReverse)
    ) {
        return Ok(None);
    }
    let text_if = |wanted: Overload| {
        if overload == Some(wanted) {
            tenths(size(1))
        } else {
            0
        }
    };
    Ok(Some(match function {
        F::IsSorted | F::Sum | F::Max | F::Min | F::IndexOf | F::LastIndexOf => {
            traversal_of(arguments, context)?
        }
        F::Includes if server.at_least(37) => traversal_of(arguments, context)?,
        F::Url
        | F::LowerAscii
        | F::UpperAscii
        | F::Substring
        | F::Trim
        | F::Cidr
        | F::IsIp
        | F::IsCidr
        | F::Quantity
        | F::IsQuantity
        | F::Semver
        | F::IsSemver => tenths(size(0)),
        F::Ip if overload == Some(Overload::CidrIp) => 1,
        F::Ip => tenths(size(0)),
        F::Replace | F::Split | F::IsCanonical => tenths(size(0).saturating_mul(2)),
        F::Join => return Ok(None),
        F::Find | F::FindAll => search(size(0), size(1)),
        F::ContainsIp => tenths(size(0) * 2) + text_if(Overload::CidrContainsIpString),
        F::ContainsCidr => {
            let text = text_if(Overload::CidrContainsCidrString);
            tenths(size(0) * 2) + tenths(size(0)) + 1 + text
        }
        F::Check => unit::AUTHORIZATION,
        F::FieldSelector | F::LabelSelector => of_selector(size(1)),
        F::Validate => match arguments.first() {
            Some(Ok(Value::Format(format))) => search(size(1), format.pattern_length()),
            _ => 1,
        },
        _ => of_overload(overload, size, server),
    }))
}

/// cel-go's own table.
fn of_overload(
    overload: Option<Overload>,
    size: impl Fn(usize) -> u64,
    server: KubeVersion,
) -> u64 {
    use Overload as O;
    let Some(overload) = overload else {
        return 1;
    };
    match overload {
        O::StartsWithString | O::EndsWithString => tenths(size(usize::from(server.at_least(37)))),
        O::StringToBytes | O::BytesToString | O::StringFormat | O::StringsQuote => tenths(size(0)),
        O::InList => size(1),
        O::LessString
        | O::GreaterString
        | O::LessEqualsString
        | O::GreaterEqualsString
        | O::LessBytes
        | O::GreaterBytes
        | O::LessEqualsBytes
        | O::GreaterEqualsBytes => tenths(size(0).min(size(1))),
        O::AddString | O::AddBytes => tenths(size(0).saturating_add(size(1))),
        O::MatchesString => search(size(0), size(1)),
        O::Matches if server.at_least(37) => search(size(0), size(1)),
        O::ContainsString => tenths(size(0)).saturating_mul(tenths(size(1))),
        _ => 1,
    }
}

/// What it costs by its result, where that decides.
pub(super) fn of_result(function: Function, result: &Argument<'_>, server: KubeVersion) -> u64 {
    match function {
        Function::Join => tenths(size(result, server).saturating_mul(2)),
        _ => of_list(size(result, server)),
    }
}

/// A call that makes a list.
pub(super) const fn of_list(elements: u64) -> u64 {
    elements.saturating_add(1 + LIST)
}

fn traversal_of(arguments: &[Argument<'_>], context: Context<'_>) -> Outcome<u64> {
    match arguments.first() {
        Some(Ok(value)) => traversal(value, context),
        _ => Ok(1),
    }
}

/// Sets, and the lists of cel-go.
fn of_lists(
    overload: Option<Overload>,
    arguments: &[Argument<'_>],
    server: KubeVersion,
) -> Outcome<Option<u64>> {
    use Overload as O;
    let Some(overload) = overload else {
        return Ok(None);
    };
    let size = |index: usize| {
        arguments
            .get(index)
            .map_or(1, |argument| size(argument, server))
    };
    let product = || size(0).saturating_mul(size(1));
    Ok(Some(match overload {
        O::ListSetsContainsList | O::ListSetsIntersectsList => product().saturating_add(1),
        O::ListSetsEquivalentList => product().saturating_mul(2).saturating_add(1),
        O::ListFlatten => of_list(size(0)),
        O::ListFlattenInt => flattening(size(0), arguments.get(1), server)?,
        O::ListDistinct
        | O::ListIntSort
        | O::ListUintSort
        | O::ListDoubleSort
        | O::ListBoolSort
        | O::ListDurationSort
        | O::ListTimestampSort
        | O::ListStringSort
        | O::ListBytesSort => pairs(arguments.first())?,
        O::ListIntSortByAssociatedKeys
        | O::ListUintSortByAssociatedKeys
        | O::ListDoubleSortByAssociatedKeys
        | O::ListBoolSortByAssociatedKeys
        | O::ListDurationSortByAssociatedKeys
        | O::ListTimestampSortByAssociatedKeys
        | O::ListStringSortByAssociatedKeys
        | O::ListBytesSortByAssociatedKeys => pairs(arguments.get(1))?,
        _ => return Ok(None),
    }))
}

/// Elements, once for each level. The server takes the depth for an integer without looking.
#[expect(clippy::cast_precision_loss, reason = "as in the server")]
fn flattening(elements: u64, depth: Option<&Argument<'_>>, server: KubeVersion) -> Outcome<u64> {
    let depth = match depth {
        Some(Ok(Value::Int(depth))) => *depth as f64,
        None => 1.0,
        Some(other) => {
            let held = other.as_ref().map_or("*types.Err", Value::cel_go_type);
            return Err(EvalError::crash(&format!(
                "interface conversion: ref.Val is {held}, not types.Int"
            )));
        }
    };
    let elements = elements as f64;
    // Up to 1.36 a depth below zero makes a cost below zero, which wraps.
    Ok(if server.at_least(37) {
        let depth = if depth < 0.0 { 1.0 } else { depth };
        of_list(as_go_converts(elements * depth))
    } else {
        as_go_converts(elements * depth).wrapping_add(1 + LIST)
    })
}

/// A floating point number as an unsigned integer, as Go makes it on the processors that servers run on: what is below
/// zero wraps, and what is too large is 2⁶³.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "in range where it matters"
)]
fn as_go_converts(number: f64) -> u64 {
    const HALF: f64 = 9_223_372_036_854_775_808.0;
    if (0.0..2.0 * HALF).contains(&number) {
        number as u64
    } else if (-HALF..0.0).contains(&number) {
        (number as i64).cast_unsigned()
    } else {
        1 << 63
    }
}

/// Every element with every element: twice, and a tenth more for texts.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "as in the server"
)]
fn pairs(list: Option<&Argument<'_>>) -> Outcome<u64> {
    let list = match list {
        Some(Ok(Value::List(list))) => list,
        other => {
            let name = match other {
                Some(Ok(value)) => value.cel_go_type(),
                _ => "*types.Err",
            };
            // The first by the alphabet that the type has not: these can be added.
            let missing = match other {
                Some(Ok(
                    Value::Int(_)
                    | Value::Uint(_)
                    | Value::Double(_)
                    | Value::String(_)
                    | Value::Bytes(_)
                    | Value::Duration(_)
                    | Value::Timestamp(_),
                )) => "Contains",
                _ => "Add",
            };
            return Err(EvalError::crash(&format!(
                "interface conversion: {name} is not traits.Lister: missing method {missing}"
            )));
        }
    };
    let texts = matches!(list.get(0), Some(Ok(Value::String(_) | Value::Bytes(_))));
    let factor = if texts { 2.1 } else { 2.0 };
    let square = list.len().saturating_mul(list.len());
    Ok(of_list((square as f64 * factor) as u64))
}
