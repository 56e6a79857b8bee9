//! What cel-go's libraries of lists and sets cost.

use crate::overload::Overload;
use crate::syntax::Literal;

use super::arithmetic::{Cost, Size};
use super::estimate::{Call, Estimator, Operand};
use super::unit;

impl<'c> Estimator<'c, '_> {
    /// A call of one of these functions; none if it is of another.
    #[allow(clippy::unused_self, reason = "beside the other libraries'")]
    pub(super) fn list_call(
        &self,
        overload: Overload,
        target: Option<&Operand<'c>>,
        operands: &[Operand<'c>],
    ) -> Option<Call> {
        use Overload as O;
        let call = match (overload, target, operands) {
            (O::ListSetsContainsList | O::ListSetsIntersectsList, _, [left, right]) => {
                sets(left, right, 1.0)
            }
            (O::ListSetsEquivalentList, _, [left, right]) => sets(left, right, 2.0),
            (O::ListSlice, Some(list), [start, end]) => {
                let start = number(start, 0);
                let end = number(end, list.size().max);
                made(1.0, Size::of(end.wrapping_sub(start)))
            }
            (O::ListsRange, None, [count]) => made(1.0, Size::of(number(count, u64::MAX))),
            (O::ListReverse, Some(list), []) => made(1.0, list.size()),
            (O::ListFlatten, Some(list), []) => made(1.0, list.size()),
            (O::ListFlattenInt, Some(list), [depth]) => {
                made(as_factor(number(depth, u64::MAX)), list.size())
            }
            (O::ListDistinct, Some(list), []) => made(2.0, list.size().times(list.size())),
            (_, Some(list), []) => sorted(overload, false, list)?,
            (_, Some(_), [keys]) => sorted(overload, true, keys)?,
            _ => return None,
        };
        Some(call)
    }
}

#[allow(clippy::cast_precision_loss, reason = "the server counts so")]
const fn as_factor(depth: u64) -> f64 {
    depth as f64
}

fn sets(left: &Operand<'_>, right: &Operand<'_>, factor: f64) -> Call {
    let pairs = left.size().times(right.size());
    Call {
        cost: pairs.scaled(factor).plus(Cost::of(unit::CALL)),
        size: None,
    }
}

/// A list is made, at so much for each element of this size.
fn made(factor: f64, size: Size) -> Call {
    Call {
        cost: size
            .scaled(factor)
            .plus(Cost::of(unit::CALL))
            .plus(Cost::of(unit::LIST)),
        size: Some(size),
    }
}

/// The number that a literal is, of a literal below zero 0, else the default.
fn number(operand: &Operand<'_>, otherwise: u64) -> u64 {
    match operand.literal {
        Some(Literal::Int(number)) => u64::try_from(*number).unwrap_or(0),
        _ => otherwise,
    }
}

/// `sort`, or what `sortBy` calls, of this list of what is compared.
fn sorted(overload: Overload, by_keys: bool, list: &Operand<'_>) -> Option<Call> {
    use Overload as O;
    let texts = match overload {
        O::ListStringSort | O::ListBytesSort if !by_keys => true,
        O::ListIntSort | O::ListUintSort | O::ListDoubleSort | O::ListBoolSort if !by_keys => false,
        O::ListDurationSort | O::ListTimestampSort if !by_keys => false,
        O::ListStringSortByAssociatedKeys | O::ListBytesSortByAssociatedKeys if by_keys => true,
        O::ListIntSortByAssociatedKeys
        | O::ListUintSortByAssociatedKeys
        | O::ListDoubleSortByAssociatedKeys
        | O::ListBoolSortByAssociatedKeys
        | O::ListDurationSortByAssociatedKeys
        | O::ListTimestampSortByAssociatedKeys
            if by_keys =>
        {
            false
        }
        _ => return None,
    };
    let factor = if texts { 2.0 + unit::STRING } else { 2.0 };
    Some(made(factor, list.size().times(list.size())))
}
