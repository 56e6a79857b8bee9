//! Quantities of resources: `500m`, `1.5Gi`, `1e3`.
//!
//! A server computes with as many digits as an exponent says, and so does not come back from
//! `quantity('1e999999999') == quantity('1')`. Here exponents are never written out: comparisons take the time that the
//! texts take, and sums of more than [`MAX_SUM_DIGITS`] digits end the evaluation as one over the cost limit does.

use std::cmp::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use crate::KubeVersion;
use crate::failure::{EvalError, Outcome};

mod decimal;

use decimal::Decimal;

/// How many digits a sum may have.
pub(crate) const MAX_SUM_DIGITS: usize = 2_000;

const WRONG_FORMAT: &str = "quantities must match the regular expression \
    '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/// A quantity.
///
/// The server keeps two representations, and some of its functions show which: only a small one is an integer, and
/// comparing a small one with a big one makes it a big one.
#[derive(Debug)]
pub struct Quantity {
    amount: Mutex<Amount>,
    /// Whether it is a sum: nothing equals one that stands on the right of `==`, which is an error.
    is_sum: bool,
}

#[derive(Debug, Clone)]
enum Amount {
    /// `value` × 10^`scale`
    Small { value: i64, scale: i32 },
    /// Shared between copies, which servers before 1.37 change together.
    Big(Arc<Mutex<Decimal>>),
}

impl Amount {
    fn decimal(&self) -> Decimal {
        match self {
            Self::Small { value, scale } => Decimal::from_scaled(*value, *scale),
            Self::Big(decimal) => decimal
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone(),
        }
    }

    fn big(decimal: Decimal) -> Self {
        Self::Big(Arc::new(Mutex::new(decimal)))
    }
}

impl Quantity {
    fn new(amount: Amount) -> Self {
        Self {
            amount: Mutex::new(amount),
            is_sum: false,
        }
    }

    fn sum(amount: Amount) -> Self {
        Self {
            is_sum: true,
            ..Self::new(amount)
        }
    }

    pub(crate) const fn is_sum(&self) -> bool {
        self.is_sum
    }

    /// A whole number.
    pub(crate) fn from_int(value: i64) -> Self {
        Self::new(Amount::Small { value, scale: 0 })
    }

    fn amount(&self) -> Amount {
        self.amount
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Reads a quantity. Source: `resource.ParseQuantity`.
    pub(crate) fn parse(text: &str) -> Outcome<Self> {
        let parts = Parts::of(text).ok_or_else(|| EvalError::error(WRONG_FORMAT))?;
        let suffix = Suffix::of(parts.suffix)
            .ok_or_else(|| EvalError::error("unable to parse quantity's suffix"))?;
        Ok(Self::new(parts.amount(suffix)))
    }

    pub(crate) fn sign(&self) -> i64 {
        match self.amount() {
            Amount::Small { value, .. } => value.signum(),
            big @ Amount::Big(_) => big.decimal().sign(),
        }
    }

    /// Comparing leaves a small quantity big if the other is big.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        let (left, right) = (self.amount(), other.amount());
        let ordering = left.decimal().compare(&right.decimal());
        if matches!((&left, &right), (Amount::Small { .. }, Amount::Big(_))) {
            *self.amount.lock().unwrap_or_else(PoisonError::into_inner) =
                Amount::big(left.decimal());
        }
        ordering
    }

    /// As a 64-bit integer, if it is one and is held as one: `1.0` is not.
    pub(crate) fn as_int(&self) -> Option<i64> {
        match self.amount() {
            Amount::Small { value, scale } => scaled(value, scale),
            Amount::Big(_) => None,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "as in the server")]
    pub(crate) fn approximate(&self) -> f64 {
        let (base, exponent) = match self.amount() {
            Amount::Small { value, scale } => (value as f64, scale),
            big @ Amount::Big(_) => big.decimal().base_and_exponent(),
        };
        if exponent == 0 {
            return base;
        }
        base * match exponent {
            ..-323 => 0.0,
            309.. => f64::INFINITY,
            _ => format!("1e{exponent}").parse().unwrap_or(f64::NAN),
        }
    }

    /// The sum. Before 1.37 a big quantity itself becomes the sum, too.
    pub(crate) fn plus(&self, other: &Self, server: KubeVersion) -> Outcome<Self> {
        self.combine(other, false, server)
    }

    /// The difference. Before 1.37 a big quantity itself becomes the difference, too.
    pub(crate) fn minus(&self, other: &Self, server: KubeVersion) -> Outcome<Self> {
        self.combine(other, true, server)
    }

    fn combine(&self, other: &Self, subtract: bool, server: KubeVersion) -> Outcome<Self> {
        let (left, right) = (self.amount(), other.amount());
        if let (Amount::Small { value, scale }, Amount::Small { value: v, scale: s }) =
            (&left, &right)
            && let Some(sum) = small_sum(
                (*value, *scale),
                (if subtract { v.wrapping_neg() } else { *v }, *s),
            )
        {
            return Ok(Self::sum(sum));
        }
        let right = right.decimal();
        let right = if subtract { right.negated() } else { right };
        let sum = left
            .decimal()
            .plus(&right, MAX_SUM_DIGITS)
            .ok_or_else(EvalError::over_budget)?;
        match left {
            Amount::Big(shared) if !server.at_least(37) => {
                *shared.lock().unwrap_or_else(PoisonError::into_inner) = sum;
                Ok(Self::sum(Amount::Big(shared)))
            }
            _ => Ok(Self::sum(Amount::big(sum))),
        }
    }
}

fn scaled(value: i64, scale: i32) -> Option<i64> {
    if value == 0 && scale >= 0 {
        return Some(0);
    }
    let scale = u32::try_from(scale).ok()?;
    10_i64.checked_pow(scale)?.checked_mul(value)
}

fn small_sum(left: (i64, i32), right: (i64, i32)) -> Option<Amount> {
    let small = |value, scale| Some(Amount::Small { value, scale });
    if right.0 == 0 {
        return small(left.0, left.1);
    }
    if left.0 == 0 {
        return small(right.0, right.1);
    }
    let scale = left.1.min(right.1);
    let (a, b) = (
        scaled(left.0, left.1.checked_sub(scale)?)?,
        scaled(right.0, right.1.checked_sub(scale)?)?,
    );
    small(a.checked_add(b)?, scale)
}

/// A quantity's text, taken apart.
struct Parts<'t> {
    negative: bool,
    whole: &'t str,
    fraction: &'t str,
    suffix: &'t str,
}

impl<'t> Parts<'t> {
    /// More lenient than the regular expression of the message: a sign alone is zero, and digits may miss on one side of the
    /// point, or on both.
    fn of(text: &'t str) -> Option<Self> {
        if text.is_empty() {
            return None;
        }
        let is_digit = |c: char| c.is_ascii_digit();
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let number = unsigned.trim_start_matches('0');
        let after_whole = number.trim_start_matches(is_digit);
        let whole = number.strip_suffix(after_whole)?;
        let (fraction, suffix) = match after_whole.strip_prefix('.') {
            Some(fraction) if !number.is_empty() => {
                let suffix = fraction.trim_start_matches(is_digit);
                (fraction.strip_suffix(suffix)?, suffix)
            }
            _ => ("", after_whole),
        };
        let after_letters = suffix.trim_start_matches(|c| "eEinumkKMGTP".contains(c));
        let exponent = after_letters
            .strip_prefix(['-', '+'])
            .unwrap_or(after_letters);
        exponent
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then_some(Self {
                negative: text.starts_with('-'),
                whole: if whole.is_empty() { "0" } else { whole },
                fraction,
                suffix,
            })
    }

    fn amount(&self, suffix: Suffix) -> Amount {
        let digits = |text: &str| i32::try_from(text.len()).unwrap_or(i32::MAX);
        let (whole, fraction) = (digits(self.whole), digits(self.fraction));
        let (room, factor, scale) = match suffix {
            Suffix::Decimal(exponent) => (
                18_i32.saturating_sub(whole.saturating_add(fraction)),
                1,
                exponent,
            ),
            Suffix::Binary(exponent) if self.fraction.is_empty() => {
                let bits = i32::try_from(exponent).unwrap_or_default();
                (
                    15_i32.saturating_sub(whole) - bits * 3 / 10 - 1,
                    1_i64 << exponent,
                    0,
                )
            }
            Suffix::Binary(_) => (-1, 1, 0),
        };
        let scale = scale.wrapping_sub(fraction);
        if room >= 0
            && scale >= -9
            && let Ok(value) = format!("{}{}", self.whole, self.fraction).parse::<i64>()
            && let Some(value) = value.checked_mul(factor)
        {
            return Amount::Small {
                value: if self.negative { -value } else { value },
                scale,
            };
        }
        let decimal = Decimal::from_digits(self.whole, self.fraction);
        let decimal = match suffix {
            Suffix::Decimal(exponent) => decimal.shifted(exponent.into()),
            Suffix::Binary(exponent) => decimal.times(1 << exponent),
        };
        let decimal = decimal.rounded_up_to_nano();
        let decimal = match suffix {
            Suffix::Binary(_) => decimal.at_most(i64::MAX),
            Suffix::Decimal(_) => decimal,
        };
        Amount::big(if self.negative {
            decimal.negated()
        } else {
            decimal
        })
    }
}

#[derive(Clone, Copy)]
enum Suffix {
    /// A power of ten.
    Decimal(i32),
    /// A power of two.
    Binary(u32),
}

impl Suffix {
    fn of(text: &str) -> Option<Self> {
        let suffix = match text {
            "n" => Self::Decimal(-9),
            "u" => Self::Decimal(-6),
            "m" => Self::Decimal(-3),
            "" => Self::Decimal(0),
            "k" => Self::Decimal(3),
            "M" => Self::Decimal(6),
            "G" => Self::Decimal(9),
            "T" => Self::Decimal(12),
            "P" => Self::Decimal(15),
            "E" => Self::Decimal(18),
            "Ki" => Self::Binary(10),
            "Mi" => Self::Binary(20),
            "Gi" => Self::Binary(30),
            "Ti" => Self::Binary(40),
            "Pi" => Self::Binary(50),
            "Ei" => Self::Binary(60),
            _ => {
                let exponent: i64 = text.strip_prefix(['e', 'E'])?.parse().ok()?;
                // The server cuts it to 32 bits.
                #[expect(clippy::cast_possible_truncation, reason = "as in the server")]
                let exponent = exponent as i32;
                Self::Decimal(exponent)
            }
        };
        Some(suffix)
    }
}

#[cfg(test)]
mod tests;
