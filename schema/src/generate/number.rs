use serde_json::{Number, Value};

use super::{Effective, Generator};

/// The greatest integer of 64 bits that is a floating-point number too, as which the API server reads bounds.
const GREATEST: i128 = 9_223_372_036_854_774_784;

impl Generator {
    pub(super) fn integer(&mut self, schema: &Effective<'_>) -> Value {
        let (mut least, mut most) = match schema.text("format") {
            Some("int32") => (i128::from(i32::MIN), i128::from(i32::MAX)),
            _ => (i128::from(i64::MIN), GREATEST),
        };
        if let Some((bound, exclusive)) = schema.bound("minimum", "exclusiveMinimum") {
            least = least.max(whole(bound.ceil()) + i128::from(exclusive && bound.fract() == 0.0));
        }
        if let Some((bound, exclusive)) = schema.bound("maximum", "exclusiveMaximum") {
            most = most.min(whole(bound.floor()) - i128::from(exclusive && bound.fract() == 0.0));
        }
        let factor = schema
            .number("multipleOf")
            .map_or(1, |factor| whole(factor).clamp(1, GREATEST));
        let (least, most) = (
            (least + factor - 1).div_euclid(factor),
            most.div_euclid(factor),
        );
        let between = |value: i128| value.clamp(least.min(most), most);
        let value = match self.random.below(8) {
            0 => least,
            1 => most,
            2 => between(0),
            3 => between(-1),
            4 => between(1),
            5 => between(i128::from(self.random.next().cast_signed())),
            _ => {
                let near = i128::try_from(self.random.below(2_000)).unwrap_or(0) - 1_000;
                between(if least > 0 || most < 0 {
                    least + near.abs()
                } else {
                    near
                })
            }
        };
        i64::try_from(value * factor).unwrap_or(0).into()
    }

    pub(super) fn number(&mut self, schema: &Effective<'_>) -> Value {
        let (low, below) = schema
            .bound("minimum", "exclusiveMinimum")
            .unwrap_or((-1e12, false));
        let (high, above) = schema
            .bound("maximum", "exclusiveMaximum")
            .unwrap_or((low.max(0.0) + 1e12, false));
        if schema.number("multipleOf").is_some() || self.random.one_in(3) {
            return self.integer(schema);
        }
        let open = !below && !above;
        let value = match self.random.below(6) {
            0 if open => low,
            1 if open => high,
            _ => {
                #[expect(clippy::cast_precision_loss, reason = "53 bits are enough")]
                let share = (self.random.below(1 << 53) as f64 + 0.5) / (1u64 << 53) as f64;
                low + (high - low) * share
            }
        };
        json(value)
    }

    pub(super) fn some_number(&mut self) -> Value {
        match self.random.below(6) {
            0 => 0.into(),
            1 => self.random.next().cast_signed().into(),
            2 => 1.5.into(),
            3 => (-2.25e10).into(),
            _ => i64::try_from(self.random.below(100)).unwrap_or(0).into(),
        }
    }
}

/// As the API server writes it: what is whole without a fraction.
fn json(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return i64::try_from(whole(value)).unwrap_or(0).into();
    }
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

#[expect(clippy::cast_possible_truncation, reason = "saturates")]
const fn whole(value: f64) -> i128 {
    value as i128
}
