//! Decimal numbers of any length whose exponents are not written out.

use std::cmp::Ordering;

/// A number: `digits` × 10^`exponent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    /// From the most significant, each below 10; the first and the last are not 0, and zero has none.
    digits: Vec<u8>,
    exponent: i64,
    /// How many decimal places the server keeps.
    scale: i64,
}

impl Decimal {
    fn normal(negative: bool, digits: &[u8], exponent: i64, scale: i64) -> Self {
        let leading = digits.iter().take_while(|&&digit| digit == 0).count();
        let digits = digits.get(leading..).unwrap_or_default();
        let trailing = digits.iter().rev().take_while(|&&digit| digit == 0).count();
        let digits = digits.get(..digits.len() - trailing).unwrap_or_default();
        Self {
            negative: negative && !digits.is_empty(),
            exponent: if digits.is_empty() {
                0
            } else {
                exponent + i64::try_from(trailing).unwrap_or_default()
            },
            digits: digits.to_vec(),
            scale,
        }
    }

    pub(super) fn from_scaled(value: i64, scale: i32) -> Self {
        let digits: Vec<u8> = value
            .unsigned_abs()
            .to_string()
            .bytes()
            .map(|b| b - b'0')
            .collect();
        Self::normal(value < 0, &digits, scale.into(), -i64::from(scale))
    }

    pub(super) fn from_digits(whole: &str, fraction: &str) -> Self {
        let digits: Vec<u8> = whole
            .bytes()
            .chain(fraction.bytes())
            .map(|b| b & 15)
            .collect();
        let places = i64::try_from(fraction.len()).unwrap_or_default();
        Self::normal(false, &digits, -places, places)
    }

    pub(super) fn sign(&self) -> i64 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    pub(super) fn negated(mut self) -> Self {
        self.negative = !self.negative && !self.digits.is_empty();
        self
    }

    /// Times a power of ten.
    pub(super) fn shifted(mut self, power: i64) -> Self {
        if !self.digits.is_empty() {
            self.exponent += power;
        }
        self.scale -= power;
        self
    }

    pub(super) fn times(self, factor: u64) -> Self {
        let mut product = Vec::with_capacity(self.digits.len() + 20);
        let mut carry = 0_u128;
        for &digit in self.digits.iter().rev() {
            carry += u128::from(digit) * u128::from(factor);
            product.push(u8::try_from(carry % 10).unwrap_or_default());
            carry /= 10;
        }
        while carry > 0 {
            product.push(u8::try_from(carry % 10).unwrap_or_default());
            carry /= 10;
        }
        product.reverse();
        Self::normal(self.negative, &product, self.exponent, self.scale)
    }

    /// Away from zero to nine decimal places.
    pub(super) fn rounded_up_to_nano(self) -> Self {
        if self.digits.is_empty() {
            return self;
        }
        let below = (-9 - self.exponent).max(0);
        let below = usize::try_from(below).unwrap_or(usize::MAX);
        if below == 0 {
            return Self { scale: 9, ..self };
        }
        let kept = self.digits.len().saturating_sub(below);
        let mut digits = vec![0];
        digits.extend_from_slice(self.digits.get(..kept).unwrap_or_default());
        for digit in digits.iter_mut().rev() {
            *digit = (*digit + 1) % 10;
            if *digit != 0 {
                break;
            }
        }
        Self::normal(self.negative, &digits, -9, 9)
    }

    pub(super) fn at_most(self, limit: i64) -> Self {
        let limit = Self::from_scaled(limit, 0);
        if self.compare(&limit) == Ordering::Greater {
            limit
        } else {
            self
        }
    }

    /// Where the first digit stands: 1 for units.
    fn magnitude(&self) -> i64 {
        self.exponent + i64::try_from(self.digits.len()).unwrap_or(i64::MAX / 2)
    }

    fn compare_sizes(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            // Without zeros at the end, digits compare like words.
            (false, false) => self
                .magnitude()
                .cmp(&other.magnitude())
                .then_with(|| self.digits.cmp(&other.digits)),
        }
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        self.sign().cmp(&other.sign()).then_with(|| {
            let sizes = self.compare_sizes(other);
            if self.negative {
                sizes.reverse()
            } else {
                sizes
            }
        })
    }

    /// The sum, if it has at most so many digits.
    pub(super) fn plus(&self, other: &Self, most: usize) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        if self.digits.is_empty() || other.digits.is_empty() {
            let sum = if self.digits.is_empty() { other } else { self };
            return Some(Self {
                scale,
                ..sum.clone()
            });
        }
        let low = self.exponent.min(other.exponent);
        let high = self.magnitude().max(other.magnitude());
        let length = usize::try_from(high - low)
            .ok()
            .filter(|&length| length <= most)?;
        let (a, b) = (self.aligned(low, length), other.aligned(low, length));
        if self.negative == other.negative {
            let sum = add(&a, &b);
            return Some(Self::normal(self.negative, &sum, low, scale));
        }
        let (negative, difference) = if self.compare_sizes(other) == Ordering::Less {
            (other.negative, subtract(&b, &a))
        } else {
            (self.negative, subtract(&a, &b))
        };
        Some(Self::normal(negative, &difference, low, scale))
    }

    /// So many digits of which the last counts 10^`low`.
    fn aligned(&self, low: i64, length: usize) -> Vec<u8> {
        let trailing = usize::try_from(self.exponent - low).unwrap_or_default();
        let mut digits = vec![0; length.saturating_sub(self.digits.len() + trailing)];
        digits.extend_from_slice(&self.digits);
        digits.resize(length, 0);
        digits
    }

    /// The unscaled integer as a float, and the power of ten that it is to be multiplied with.
    pub(super) fn base_and_exponent(&self) -> (f64, i32) {
        let mut text = String::with_capacity(self.digits.len() + 24);
        if self.negative {
            text.push('-');
        }
        text.extend(self.digits.iter().map(|digit| char::from(b'0' + digit)));
        if self.digits.is_empty() {
            text.push('0');
        }
        text.push_str(&format!("e{}", self.exponent + self.scale));
        let base = text.parse().unwrap_or(f64::NAN);
        (base, i32::try_from(-self.scale).unwrap_or_default())
    }
}

fn add(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut sum: Vec<u8> = Vec::with_capacity(a.len() + 1);
    let mut carry = 0;
    for (a, b) in a.iter().rev().zip(b.iter().rev()) {
        let digit = a + b + carry;
        sum.push(digit % 10);
        carry = digit / 10;
    }
    sum.push(carry);
    sum.reverse();
    sum
}

/// The first is not less than the second.
fn subtract(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut difference: Vec<u8> = Vec::with_capacity(a.len());
    let mut borrow = 0;
    for (a, b) in a.iter().rev().zip(b.iter().rev()) {
        let digit = 10 + a - b - borrow;
        difference.push(digit % 10);
        borrow = u8::from(digit < 10);
    }
    difference.reverse();
    difference
}
