//! Numbers as the server holds them: a 64-bit integer where the text is one and fits, else a float.

use serde_json::{Number, Value};
use wheelwright_cel::KubeVersion;

use crate::print::go_json_float;
use crate::server::Change;

/// A JSON number in the server's memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Num {
    Int(i64),
    Float(f64),
}

impl Num {
    pub(crate) fn of(number: &Number) -> Self {
        match number.as_i64() {
            Some(integer) => Self::Int(integer),
            // A number that is no float either does not come from JSON text.
            None => Self::Float(number.as_f64().unwrap_or(f64::NAN)),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "as in the server")]
    pub(crate) const fn as_float(self) -> f64 {
        match self {
            Self::Int(integer) => integer as f64,
            Self::Float(float) => float,
        }
    }

    pub(crate) fn to_value(self) -> Value {
        match self {
            Self::Int(integer) => integer.into(),
            Self::Float(float) => float.into(),
        }
    }
}

/// Go's conversion of a float to an integer on amd64: towards zero, and the least integer if it does not fit.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
pub(crate) fn truncate(float: f64) -> i64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&float) {
        float as i64
    } else {
        i64::MIN
    }
}

/// Which floats count as integers: all that are one and at most 2^53 − 1 in size, and some that nearly are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Whole {
    /// A hair over a positive integer: the difference is less than 10^−9 of both together.
    #[default]
    Above,
    /// A hair on either side of an integer other than 0: the difference is less than 10^−9 of it.
    Around,
}

impl Whole {
    pub(crate) const fn on(server: KubeVersion) -> Self {
        if Change::WholeAround.is_in(server) {
            Self::Around
        } else {
            Self::Above
        }
    }

    pub(crate) fn has(self, float: f64) -> bool {
        const MAX: f64 = 9_007_199_254_740_991.0;
        const EPSILON: f64 = 1e-9;
        if !(-MAX..=MAX).contains(&float) {
            return false;
        }
        let whole = match self {
            Self::Above => float.trunc(),
            Self::Around => float.round(),
        };
        let off = (float - whole).abs();
        off == 0.0
            || match self {
                Self::Above => whole >= 1.0 && off / (float + whole) < EPSILON,
                Self::Around => off < EPSILON * whole.abs(),
            }
    }
}

/// Whether a float is an integer within the bounds of 64 bits, by the text that the server prints for it: the shortest that
/// stands for the float, so that of −2^63 is beyond the bounds.
pub(crate) fn fits_i64(float: f64) -> bool {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    float.fract() == 0.0 && float.abs() < LIMIT
}

/// Turns integers beyond 64 bits with sign into floats, as they are in the server's memory.
pub(crate) fn normalize(value: &mut Value) {
    match value {
        Value::Number(number) if !number.is_i64() && !number.is_f64() => {
            *value = Num::of(number).to_value();
        }
        Value::Array(items) => items.iter_mut().for_each(normalize),
        Value::Object(members) => members.values_mut().for_each(normalize),
        _ => {}
    }
}

/// Turns floats without a fraction into integers, as who reads what the server writes of them gets them.
pub(crate) fn as_written(value: &mut Value) {
    match value {
        Value::Number(number) => {
            // Beyond 2^53 the shortest text that stands for the float may be that of another integer.
            let text = number.as_f64().filter(|_| number.is_f64());
            if let Some(integer) = text.and_then(|float| go_json_float(float).parse::<i64>().ok()) {
                *value = integer.into();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(as_written),
        Value::Object(members) => members.values_mut().for_each(as_written),
        _ => {}
    }
}

/// Whether two values are the same in the server's memory, where `1` and `1.0` differ.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Num::of(a) == Num::of(b),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn floats_that_count_as_integers() {
        for whole in [Whole::Above, Whole::Around] {
            for float in [
                0.0,
                1.0,
                -1.0,
                9_007_199_254_740_991.0,
                1.000_000_000_1,
                1e15,
            ] {
                assert!(whole.has(float), "{whole:?} {float}");
            }
            for float in [0.5, 1e-300, 9_007_199_254_740_992.0, 1e300] {
                assert!(!whole.has(float), "{whole:?} {float}");
            }
        }
    }

    #[test]
    fn a_hair_under_an_integer_or_over_a_negative_one_counts_from_1_37() {
        for float in [
            -1.000_000_000_1,
            2.999_999_999_9,
            0.999_999_999_9,
            -2.999_999_999_9,
        ] {
            assert!(!Whole::Above.has(float), "{float}");
            assert!(Whole::Around.has(float), "{float}");
        }
        // Its distance to the integer is compared with both together up to 1.36, with the integer from 1.37.
        let quotient = 1e18 / 2_147_483_647.0;
        assert!(Whole::Above.has(quotient));
        assert!(!Whole::Around.has(quotient));
    }

    #[test]
    fn conversion_to_an_integer_truncates_or_overflows() {
        for (float, integer) in [
            (1.9, 1),
            (-1.9, -1),
            (1e19, i64::MIN),
            (-1e19, i64::MIN),
            (9.3e18, i64::MIN),
        ] {
            assert_eq!(truncate(float), integer, "{float}");
        }
    }

    /// The texts are those that Go's JSON encoder writes.
    #[test]
    fn floats_are_read_as_they_are_written() {
        let mut value = json!([
            2.0,
            -0.0,
            4_611_686_018_427_387_904.0,
            -9_223_372_036_854_775_808.0,
            1.5,
            1e30
        ]);
        as_written(&mut value);
        assert_eq!(
            value,
            json!([
                2,
                0,
                4_611_686_018_427_388_000_i64,
                -9_223_372_036_854_775_808.0,
                1.5,
                1e30
            ])
        );
    }

    #[test]
    fn integers_beyond_64_bits_are_floats() {
        let mut value = json!({"a": [u64::MAX, i64::MAX, -1, 1.5]});
        normalize(&mut value);
        assert_eq!(
            value,
            json!({"a": [18_446_744_073_709_551_615.0, i64::MAX, -1, 1.5]})
        );
        assert!(!same(&json!([1]), &json!([1.0])));
        assert!(same(
            &json!({"a": u64::MAX}),
            &value_of(18_446_744_073_709_551_615.0)
        ));
    }

    fn value_of(float: f64) -> Value {
        json!({ "a": float })
    }
}
