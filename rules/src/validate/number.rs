//! Numbers: range of the type, bounds, multiples.

use crate::node::{Bound, NumberRules, Range};
use crate::number::{Num, Whole, fits_i64, truncate};

/// What a number breaks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NumberFault {
    /// A value or one of the schema's own numbers does not fit the type.
    Range(Subject, Range),
    /// The factor is not positive.
    Factor(Num),
    /// Not a multiple.
    Multiple { value: Num, factor: Num },
    Maximum {
        value: Num,
        limit: Num,
        exclusive: bool,
    },
    Minimum {
        value: Num,
        limit: Num,
        exclusive: bool,
    },
}

/// What does not fit a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Checked,
    MultipleOf,
    Maximum,
    Minimum,
}

pub(super) fn is_good(rules: &NumberRules, number: Num) -> bool {
    let plain = rules.multiple_of.is_none() && rules.minimum.is_none() && rules.maximum.is_none();
    if plain {
        fits(rules.range, number)
    } else {
        faults(rules, number).all(|fault| fault.is_none())
    }
}

/// Every fault, in the server's order.
pub(super) fn faults(
    rules: &NumberRules,
    number: Num,
) -> impl Iterator<Item = Option<NumberFault>> {
    let range = rules.range;
    let outside =
        move |subject, number| (!fits(range, number)).then_some(NumberFault::Range(subject, range));
    let bound_fits = move |value: f64| fits(range, Num::Float(value));
    [
        outside(Subject::Checked, number),
        rules
            .multiple_of
            .and_then(|factor| outside(Subject::MultipleOf, Num::Float(factor))),
        rules
            .multiple_of
            .and_then(|factor| multiple(number, factor, bound_fits(factor), rules.whole)),
        rules
            .minimum
            .and_then(|bound| outside(Subject::Minimum, Num::Float(bound.value))),
        rules
            .minimum
            .and_then(|bound| minimum(number, bound, bound_fits(bound.value))),
        rules
            .maximum
            .and_then(|bound| outside(Subject::Maximum, Num::Float(bound.value))),
        rules
            .maximum
            .and_then(|bound| maximum(number, bound, bound_fits(bound.value))),
    ]
    .into_iter()
}

/// Whether a number of a schema is one of its type; if not, the server refuses every value.
pub(crate) fn bound_fits(range: Range, bound: f64) -> bool {
    fits(range, Num::Float(bound))
}

fn fits(range: Range, number: Num) -> bool {
    match (range, number) {
        (Range::Any, _) | (Range::Integer | Range::Int64, Num::Int(_)) => true,
        (Range::Integer | Range::Int64, Num::Float(float)) => fits_i64(float),
        (Range::Int32, Num::Int(integer)) => i32::try_from(integer).is_ok(),
        (Range::Int32, Num::Float(float)) => {
            fits_i64(float) && i32::try_from(truncate(float)).is_ok()
        }
        (Range::Float, number) => is_float32(number.as_float()),
    }
}

/// Whether the number is within the range of a float of 32 bits, once rounded to one.
fn is_float32(float: f64) -> bool {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "overflow to infinity is what is asked"
    )]
    let narrow = float as f32;
    narrow.is_finite()
}

/// A value and a bound in the type that the server compares them in: that of the value if the bound fits the schema's
/// type, else floats.
fn pair(number: Num, bound: f64, fits: bool) -> (Num, Num) {
    match number {
        Num::Int(_) if fits => (number, Num::Int(truncate(bound))),
        _ => (Num::Float(number.as_float()), Num::Float(bound)),
    }
}

fn maximum(number: Num, bound: Bound, fits: bool) -> Option<NumberFault> {
    let (value, limit) = pair(number, bound.value, fits);
    let over = match (value, limit) {
        (Num::Int(value), Num::Int(limit)) => value > limit || (bound.exclusive && value == limit),
        (value, limit) => {
            let (value, limit) = (value.as_float(), limit.as_float());
            value > limit || (bound.exclusive && value >= limit)
        }
    };
    over.then_some(NumberFault::Maximum {
        value,
        limit,
        exclusive: bound.exclusive,
    })
}

fn minimum(number: Num, bound: Bound, fits: bool) -> Option<NumberFault> {
    let (value, limit) = pair(number, bound.value, fits);
    let under = match (value, limit) {
        (Num::Int(value), Num::Int(limit)) => value < limit || (bound.exclusive && value == limit),
        (value, limit) => {
            let (value, limit) = (value.as_float(), limit.as_float());
            value < limit || (bound.exclusive && value <= limit)
        }
    };
    under.then_some(NumberFault::Minimum {
        value,
        limit,
        exclusive: bound.exclusive,
    })
}

fn multiple(number: Num, factor: f64, fits: bool, whole: Whole) -> Option<NumberFault> {
    match pair(number, factor, fits) {
        (_, factor @ Num::Int(..=0)) => Some(NumberFault::Factor(factor)),
        (value @ Num::Int(dividend), factor @ Num::Int(divisor)) => {
            (dividend % divisor != 0).then_some(NumberFault::Multiple { value, factor })
        }
        (value, factor) => {
            let (dividend, divisor) = (value.as_float(), factor.as_float());
            if divisor <= 0.0 {
                return Some(NumberFault::Factor(factor));
            }
            let quotient = if divisor < 1.0 {
                1.0 / divisor * dividend
            } else {
                dividend / divisor
            };
            (!whole.has(quotient)).then_some(NumberFault::Multiple { value, factor })
        }
    }
}
