//! Quantities such as `512Mi` ↔ whole units.

use serde_json::{Value, json};

use super::{
    Compiled, Direction, Json, Kind, One, OneWay, Origin, Pass, Result, Side, StepKind, StepPlan,
    last_within, refused, unlike,
};

/// Suffixes and what they are worth: a power of ten or of two.
const SUFFIXES: [(&str, Worth); 16] = [
    ("n", Worth::Ten(-9)),
    ("u", Worth::Ten(-6)),
    ("m", Worth::Ten(-3)),
    ("", Worth::Ten(0)),
    ("k", Worth::Ten(3)),
    ("M", Worth::Ten(6)),
    ("G", Worth::Ten(9)),
    ("T", Worth::Ten(12)),
    ("P", Worth::Ten(15)),
    ("E", Worth::Ten(18)),
    ("Ki", Worth::Two(10)),
    ("Mi", Worth::Two(20)),
    ("Gi", Worth::Two(30)),
    ("Ti", Worth::Two(40)),
    ("Pi", Worth::Two(50)),
    ("Ei", Worth::Two(60)),
];

#[derive(Clone, Copy)]
enum Worth {
    Ten(i32),
    Two(u32),
}

/// Billionths: the smallest part of a quantity there is.
const NANO: i32 = 9;

/// A Kubernetes quantity.
#[derive(Debug)]
pub(crate) struct Quantity {
    text: Side,
    unit: &'static str,
}

impl Quantity {
    pub(super) fn compile(text: Side, unit: &'static str, of: &Origin) -> Compiled<Self> {
        of.expect_reversible([(text, "a text"), (text.other(), "a number")])?;
        Ok(Self { text, unit })
    }
}

impl StepKind for Quantity {
    /// A quantity from a number of units, or the units of a quantity; what is less than one unit is cut off, and kept.
    fn value<'a>(&'a self, input: &Json<'a>, pass: Pass<'a, '_>) -> Result<One<'a>> {
        let unit = self.unit;
        let Some(worth) = nanos("1", unit) else {
            return refused(format!("{unit:?} is no suffix of a quantity"));
        };
        if self.text == pass.way.to() {
            let Some(count) = input.as_i64() else {
                return unlike();
            };
            return Ok(Some(Json::string(&format!("{count}{unit}"))));
        }
        let text = match input.kind() {
            Kind::String => input.as_str().unwrap_or_default().into_owned(),
            Kind::Number => input.text(),
            _ => return unlike(),
        };
        let count = parse(&text).and_then(|nanos| i64::try_from(nanos / worth).ok());
        match count {
            Some(count) => Ok(Some(last_within(Json::display(count), pass))),
            None => refused(format!(
                "{text:?} is no quantity such as \"512Mi\" or \"0.5\""
            )),
        }
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        ("quantity", format!("\"{}\"", self.unit))
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        let unit = self.unit;
        let is_read = self.text == way.from();
        is_read.then(|| format!("how it is written, and what is less than 1{unit}"))
    }

    fn refused(&self, way: OneWay) -> Option<String> {
        let what = "a text that is no quantity, or one beyond 64 bits";
        (self.text == way.from()).then(|| what.to_owned())
    }

    fn known(&self, direction: Direction, _: &Value) -> Option<Value> {
        let is_text = self.text == direction.to();
        Some(json!({"type": if is_text { "string" } else { "integer" }}))
    }
}

/// A quantity in billionths.
fn parse(text: &str) -> Option<i128> {
    let end = text
        .bytes()
        .position(|byte| !(byte.is_ascii_digit() || byte == b'.' || byte == b'+' || byte == b'-'))
        .unwrap_or(text.len());
    let (number, suffix) = text.split_at(end);
    // `E` is also the suffix for a trillion millions; with digits after it is an exponent.
    if let Some(exponent) = suffix.strip_prefix(['e', 'E'])
        && !exponent.is_empty()
        && exponent != "i"
    {
        return scaled(number, exponent.parse().ok()?);
    }
    nanos(number, suffix)
}

fn nanos(number: &str, suffix: &str) -> Option<i128> {
    match SUFFIXES.iter().find(|(name, _)| *name == suffix)?.1 {
        Worth::Ten(power) => scaled(number, power),
        Worth::Two(power) => scaled(number, 0)?.checked_mul(1_i128.checked_shl(power)?),
    }
}

/// A decimal number times a power of ten, in billionths.
fn scaled(number: &str, power: i32) -> Option<i128> {
    let (negative, digits) = match number.as_bytes().first()? {
        b'-' => (true, &number[1..]),
        b'+' => (false, &number[1..]),
        _ => (false, number),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    if all.is_empty() || all.len() > 30 || !all.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let shift = power.checked_add(NANO)? - i32::try_from(fraction.len()).ok()?;
    let value: i128 = all.parse().ok()?;
    let value = if shift >= 0 {
        value.checked_mul(10_i128.checked_pow(shift.unsigned_abs())?)?
    } else {
        value / 10_i128.checked_pow(shift.unsigned_abs())?
    };
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_worth_what_kubernetes_says() {
        const ONE: i128 = 1_000_000_000;
        for (text, nanos) in [
            ("1", ONE),
            ("0.5", ONE / 2),
            ("500m", ONE / 2),
            ("1k", 1000 * ONE),
            ("1Ki", 1024 * ONE),
            ("512Mi", 512 * 1024 * 1024 * ONE),
            ("1.5Gi", 3 * 512 * 1024 * 1024 * ONE),
            ("1e3", 1000 * ONE),
            ("1E3", 1000 * ONE),
            ("2E", 2_000_000_000_000_000_000 * ONE),
            ("-1", -ONE),
            ("+1", ONE),
            ("100n", 100),
            ("12e-3", 12 * ONE / 1000),
        ] {
            assert_eq!(parse(text), Some(nanos), "{text}");
        }
        for text in ["", "Mi", "1mi", "1 Mi", "--1", "1.2.3", "0x10", "1e", "NaN"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
