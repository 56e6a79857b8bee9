//! Numbers times a factor.

use super::{Result, unlike};
use crate::convert::{
    json::{Json, Kind},
    plan::Direction,
};

/// Integers stay integers, rounded towards zero where the factor does not divide them; what is cut off is kept. What is
/// beyond 64 bits becomes the last number within, and is kept: whoever wrote it keeps nobody from reading the object.
pub(super) fn run<'a>(
    numerator: i64,
    denominator: i64,
    input: &Json<'a>,
    direction: Direction,
) -> Result<Json<'a>> {
    let (numerator, denominator) = match direction {
        Direction::Up => (numerator, denominator),
        Direction::Down => (denominator, numerator),
    };
    if input.kind() != Kind::Number {
        return unlike();
    }
    if let Some(integer) = input.as_i64() {
        let result = i128::from(integer) * i128::from(numerator) / i128::from(denominator);
        let result = result.clamp(i64::MIN.into(), i64::MAX.into());
        return Ok(Json::display(result));
    }
    let float: f64 = input
        .number_text()
        .and_then(|text| text.parse().ok())
        .unwrap_or_default();
    #[expect(clippy::cast_precision_loss, reason = "factors are small")]
    let result = float * numerator as f64 / denominator as f64;
    Ok(Json::of_value(&result.clamp(f64::MIN, f64::MAX).into()))
}
