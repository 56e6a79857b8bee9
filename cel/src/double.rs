//! Floats as Go writes and reads them.

/// The shortest digits that read back the same, without an exponent: `strconv.FormatFloat(x, 'f', -1, 64)`.
pub(crate) fn shortest(number: f64) -> String {
    not_finite(number).map_or_else(|| format!("{number}"), str::to_owned)
}

/// `%g`: with an exponent of two digits or more below 1e-4 and from 1e6 on.
pub(crate) fn general(number: f64) -> String {
    if let Some(word) = not_finite(number) {
        return word.to_owned();
    }
    let scientific = format!("{number:e}");
    match scientific.split_once('e') {
        Some((mantissa, exponent)) => match exponent.parse::<i32>() {
            Ok(exponent) if !(-4..6).contains(&exponent) => {
                let sign = if exponent < 0 { '-' } else { '+' };
                format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
            }
            _ => shortest(number),
        },
        None => scientific,
    }
}

fn not_finite(number: f64) -> Option<&'static str> {
    if number.is_nan() {
        Some("NaN")
    } else if number == f64::INFINITY {
        Some("+Inf")
    } else if number == f64::NEG_INFINITY {
        Some("-Inf")
    } else {
        None
    }
}

/// `strconv.ParseFloat`: decimal or hexadecimal digits, underscores between them, `inf`, `infinity` and `nan` in any case.
/// What is too big for a float is no number.
pub(crate) fn parse(text: &str) -> Option<f64> {
    let (negative, unsigned) = match text.as_bytes().first()? {
        b'-' => (true, text.get(1..)?),
        b'+' => (false, text.get(1..)?),
        _ => (false, text),
    };
    let size = if ["inf", "infinity"]
        .iter()
        .any(|word| unsigned.eq_ignore_ascii_case(word))
    {
        f64::INFINITY
    } else if unsigned.eq_ignore_ascii_case("nan") {
        // Go's words with a sign are infinities only.
        return (unsigned.len() == text.len()).then_some(f64::NAN);
    } else {
        let digits = without_underscores(unsigned)?;
        let size = match digits
            .strip_prefix("0x")
            .or_else(|| digits.strip_prefix("0X"))
        {
            Some(hexadecimal) => hexadecimal_float(hexadecimal)?,
            None if digits
                .bytes()
                .all(|b| b.is_ascii_digit() || b".eE+-".contains(&b)) =>
            {
                digits.parse::<f64>().ok()?
            }
            None => return None,
        };
        if !size.is_finite() {
            return None;
        }
        size
    };
    Some(if negative { -size } else { size })
}

/// Underscores stand between digits, or after the prefix `0x`.
fn without_underscores(text: &str) -> Option<String> {
    if !text.contains('_') {
        return Some(text.to_owned());
    }
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let is_digit = |byte: u8| byte.is_ascii_digit() || hexadecimal && byte.is_ascii_hexdigit();
    let bytes = text.as_bytes();
    for (at, _) in text.match_indices('_') {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied()?;
        let after = bytes.get(at + 1).copied()?;
        let prefix = hexadecimal && at == 2;
        if !(is_digit(before) || prefix) || !is_digit(after) {
            return None;
        }
    }
    Some(text.replace('_', ""))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "rounding once is what is wanted"
)]
fn hexadecimal_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let unsigned = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    if unsigned.is_empty() || !unsigned.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut exponent = exponent
        .parse::<i64>()
        .unwrap_or(if exponent.starts_with('-') {
            -100_000
        } else {
            100_000
        })
        .clamp(-100_000, 100_000);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut value = 0_u128;
    for (in_fraction, digit) in whole
        .chars()
        .map(|c| (false, c))
        .chain(fraction.chars().map(|c| (true, c)))
    {
        let digit = u128::from(digit.to_digit(16)?);
        if value >> 116 == 0 {
            value = value << 4 | digit;
            exponent -= if in_fraction { 4 } else { 0 };
        } else {
            value |= u128::from(digit != 0);
            exponent += if in_fraction { 0 } else { 4 };
        }
    }
    let mut number = value as f64;
    while exponent != 0 && number != 0.0 && number.is_finite() {
        let step = exponent.clamp(-1_000, 1_000);
        number *= 2_f64.powi(i32::try_from(step).ok()?);
        exponent -= step;
    }
    Some(number)
}
