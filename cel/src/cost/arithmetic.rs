//! Ranges of costs and of sizes, which stop at the largest number.

/// What an evaluation costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// At least.
    pub min: u64,
    /// At most.
    pub max: u64,
}

/// How large a string, list or map is: characters, elements, entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// At least.
    pub min: u64,
    /// At most.
    pub max: u64,
}

impl Cost {
    pub(super) const fn of(cost: u64) -> Self {
        Self {
            min: cost,
            max: cost,
        }
    }

    pub(super) const fn plus(self, other: Self) -> Self {
        Self {
            min: self.min.saturating_add(other.min),
            max: self.max.saturating_add(other.max),
        }
    }

    pub(super) const fn times(self, other: Self) -> Self {
        Self {
            min: self.min.saturating_mul(other.min),
            max: self.max.saturating_mul(other.max),
        }
    }

    pub(super) fn scaled(self, factor: f64) -> Self {
        Self {
            min: scale(self.min, factor),
            max: scale(self.max, factor),
        }
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }
}

impl Size {
    /// Nothing is known.
    pub(super) const UNKNOWN: Self = Self {
        min: 0,
        max: u64::MAX,
    };

    pub(super) const fn of(size: u64) -> Self {
        Self {
            min: size,
            max: size,
        }
    }

    pub(super) const fn plus(self, other: Self) -> Self {
        Self {
            min: self.min.saturating_add(other.min),
            max: self.max.saturating_add(other.max),
        }
    }

    pub(super) const fn times(self, other: Self) -> Self {
        Self {
            min: self.min.saturating_mul(other.min),
            max: self.max.saturating_mul(other.max),
        }
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The cost of going through it, at so much for each.
    pub(super) fn scaled(self, factor: f64) -> Cost {
        self.each(Cost::of(1)).scaled(factor)
    }

    /// The cost of something done for each.
    pub(super) const fn each(self, cost: Cost) -> Cost {
        Cost {
            min: self.min,
            max: self.max,
        }
        .times(cost)
    }
}

/// Two to the power of 64.
const TOO_LARGE: f64 = 18_446_744_073_709_551_616.0;

/// A number times a factor, rounded up.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the server counts so, and the result is in range"
)]
fn scale(number: u64, factor: f64) -> u64 {
    let number = number as f64;
    if number > 0.0 && factor > 0.0 && number > TOO_LARGE / factor {
        return u64::MAX;
    }
    let scaled = (number * factor).ceil();
    if scaled >= TOO_LARGE {
        return u64::MAX;
    }
    scaled as u64
}

/// A number divided by another, rounded up, as floating point numbers.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the server counts so"
)]
pub(super) fn quotient(number: u64, divisor: u64) -> u64 {
    (number as f64 / divisor as f64).ceil() as u64
}
