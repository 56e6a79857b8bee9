//! Equality as the API server has it: neither the order of members counts nor how a number or string is written.

use super::{Json, Kind};

/// Whether two values are the same.
pub(crate) fn same(a: &Json, b: &Json) -> bool {
    if let (Json::Raw(a, _), Json::Raw(b, _)) = (a, b)
        && a == b
    {
        return true;
    }
    if let (Json::Object(a), Json::Object(b)) = (a, b)
        && a.len() == b.len()
        && a.iter()
            .zip(b)
            .all(|((a_name, a), (b_name, b))| a_name == b_name && same(a, b))
    {
        return true;
    }
    let kind = a.kind();
    if kind != b.kind() {
        return false;
    }
    match kind {
        Kind::Null => true,
        Kind::Bool => a.as_bool() == b.as_bool(),
        Kind::Number => number(a) == number(b),
        Kind::String => a.as_str() == b.as_str(),
        Kind::Array => match (a.borrowed().into_items(), b.borrowed().into_items()) {
            (Ok(a), Ok(b)) => a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| same(a, b)),
            _ => false,
        },
        Kind::Object => match (a.borrowed().into_members(), b.borrowed().into_members()) {
            (Ok(a), Ok(b)) => {
                a.len() == b.len()
                    && a.iter()
                        .zip(&b)
                        .all(|((a_name, a), (b_name, b))| a_name == b_name && same(a, b))
                    || members(a, b)
            }
            _ => false,
        },
    }
}

fn members(mut a: super::Members, mut b: super::Members) -> bool {
    if a.len() != b.len() {
        return false;
    }
    a.sort_by(|(a, _), (b, _)| a.cmp(b));
    b.sort_by(|(a, _), (b, _)| a.cmp(b));
    a.iter()
        .zip(&b)
        .all(|((a_name, a), (b_name, b))| a_name == b_name && same(a, b))
}

/// Whether two places hold the same: a value, or nothing.
pub(crate) fn same_option(a: Option<&Json>, b: Option<&Json>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    }
}

/// A number as the API server holds it.
#[derive(PartialEq)]
enum Number {
    Int(i64),
    Float(f64),
}

fn number(json: &Json) -> Option<Number> {
    let text = json.number_text()?;
    if let Ok(integer) = text.parse() {
        return Some(Number::Int(integer));
    }
    let float: f64 = text.parse().ok()?;
    // What it stores as `1.0` is written as `1`.
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
    Some(
        if float.fract() == 0.0 && float.abs() < 9_007_199_254_740_992.0 {
            Number::Int(float as i64)
        } else {
            Number::Float(float)
        },
    )
}
