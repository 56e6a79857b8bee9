//! `'%s has %d'.format([…])`

use std::fmt::Write as _;

use super::convert;
use crate::KubeVersion;
use crate::context::Context;
use crate::failure::{EvalError, Outcome};
use crate::value::{List, Map, Text, Value};
use wheelwright_grammar::go_text::quote;

/// How deep what is printed may be.
const MOST_LEVELS: usize = 500;

/// Fills the clauses of a text with values.
pub(crate) fn format(text: &str, arguments: &List<'_>, context: Context<'_>) -> Outcome<String> {
    let server = context.server;
    let mut output = Output {
        text: String::with_capacity(text.len()),
        context,
    };
    let mut rest = text;
    let mut index = 0_u64;
    while let Some(at) = rest.find('%') {
        let (before, clause) = rest.split_at(at);
        output.push(before)?;
        let clause = clause.get(1..).unwrap_or_default();
        if let Some(after) = clause.strip_prefix('%') {
            output.push("%")?;
            rest = after;
            continue;
        }
        let argument = arguments
            .get(index)
            .ok_or_else(|| EvalError::error(format!("index {index} out of range")))?;
        if clause.is_empty() {
            return Err(EvalError::error("unexpected end of string"));
        }
        index += 1;
        rest = one(clause, &argument?, &mut output, server)?;
    }
    output.push(rest)?;
    Ok(output.text)
}

struct Output<'w> {
    text: String,
    context: Context<'w>,
}

impl Output<'_> {
    fn push(&mut self, text: &str) -> Outcome<()> {
        self.context.bytes(text.len())?;
        self.text.push_str(text);
        Ok(())
    }
}

fn malformed(reason: &str) -> EvalError {
    EvalError::error(format!("could not parse formatting clause: {reason}"))
}

/// Writes one clause and returns what follows it.
fn one<'t>(
    clause: &'t str,
    value: &Value<'_>,
    output: &mut Output<'_>,
    server: KubeVersion,
) -> Outcome<&'t str> {
    let (precision, clause) = precision(clause)?;
    let mut chars = clause.chars();
    // The server takes a byte for a character here.
    let kind = clause.bytes().next().map_or('\0', char::from);
    chars.next();
    let wrap = |error: EvalError| {
        if error.is_final() {
            return error;
        }
        EvalError::error(format!("error during formatting: {}", error.message()))
    };
    match kind {
        's' => string(value, output, 0).map_err(wrap)?,
        'd' => output.push(&decimal(value).map_err(wrap)?)?,
        'f' => output.push(&fixed(value, precision.unwrap_or(6)).map_err(wrap)?)?,
        'e' => output.push(&scientific(value, precision.unwrap_or(6), server).map_err(wrap)?)?,
        'b' => output.push(&binary(value).map_err(wrap)?)?,
        'x' | 'X' => output.push(&hexadecimal(value, kind == 'X').map_err(wrap)?)?,
        'o' => output.push(&octal(value).map_err(wrap)?)?,
        _ => {
            return Err(malformed(&format!(
                "unrecognized formatting clause \"{kind}\""
            )));
        }
    }
    Ok(chars.as_str())
}

fn precision(clause: &str) -> Outcome<(Option<u64>, &str)> {
    let Some(digits_on) = clause.strip_prefix('.') else {
        return Ok((None, clause));
    };
    let rest = digits_on.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = digits_on.strip_suffix(rest).unwrap_or_default();
    if rest.is_empty() {
        return Err(malformed(
            "error while parsing precision: could not find end of precision specifier",
        ));
    }
    if let Ok(precision) = digits.parse::<i64>() {
        Ok((Some(precision.unsigned_abs()), rest))
    } else {
        let reason = if digits.is_empty() {
            "invalid syntax"
        } else {
            "value out of range"
        };
        Err(malformed(&format!(
            "error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing {}: \
             {reason}",
            quote(digits)
        )))
    }
}

fn wrong(what: &str, value: &Value<'_>) -> EvalError {
    EvalError::error(format!("{what}, was given {}", value.type_name()))
}

fn string(value: &Value<'_>, output: &mut Output<'_>, levels: usize) -> Outcome<()> {
    match value {
        Value::List(items) => list(items, output, levels),
        Value::Map(entries) => map(entries, output, levels),
        Value::Null => output.push("null"),
        Value::Int(_)
        | Value::Uint(_)
        | Value::Double(_)
        | Value::Bool(_)
        | Value::String(_)
        | Value::Timestamp(_)
        | Value::Bytes(_)
        | Value::Duration(_)
        | Value::Type(_) => output.push(&printed(value)?),
        _ => Err(wrong(
            "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and \
             timestamps",
            value,
        )),
    }
}

fn printed<'a>(value: &Value<'a>) -> Outcome<Text<'a>> {
    let reason = match convert::text(value) {
        Some(Ok(Value::String(text))) => return Ok(text),
        Some(Ok(_)) => return Ok(Text::Borrowed("")),
        Some(Err(error)) => error.message().to_owned(),
        None => format!(
            "type conversion error from '{}' to 'string'",
            value.type_name()
        ),
    };
    Err(EvalError::error(format!(
        "could not convert argument {} to string",
        quote(&reason)
    )))
}

fn list(items: &List<'_>, output: &mut Output<'_>, levels: usize) -> Outcome<()> {
    output.push("[")?;
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            output.push(", ")?;
        }
        member(&present(item)?, output, levels + 1)?;
    }
    output.push("]")
}

/// A value of the object that is not as its schema says cannot be printed.
fn present(value: Outcome<Value<'_>>) -> Outcome<Value<'_>> {
    value.map_err(|error| {
        if error.is_final() {
            error
        } else {
            EvalError::error("no formatting function for error")
        }
    })
}

/// What stands in a list or is a map's value: texts in quotes, six places for floats.
fn member(value: &Value<'_>, output: &mut Output<'_>, levels: usize) -> Outcome<()> {
    if levels > MOST_LEVELS {
        return Err(EvalError::over_budget());
    }
    match value {
        Value::String(text) => output.push(&quote(text)),
        Value::Bytes(_) => output.push(&format!("b{}", quote(&printed(value)?))),
        Value::Timestamp(timestamp) => output.push(&format!("timestamp(\"{timestamp}\")")),
        Value::Duration(duration) => {
            output.push(&format!("duration(\"{}\")", duration.in_seconds()))
        }
        Value::Double(number) if number.is_nan() => output.push("\"NaN\""),
        Value::Double(number) if number.is_infinite() => output.push(if *number > 0.0 {
            "\"+Inf\""
        } else {
            "\"-Inf\""
        }),
        Value::Double(number) => output.push(&format!("{number:.6}")),
        Value::Int(_)
        | Value::Uint(_)
        | Value::Bool(_)
        | Value::Null
        | Value::Type(_)
        | Value::List(_)
        | Value::Map(_) => string(value, output, levels),
        _ => Err(EvalError::error(format!(
            "no formatting function for {}",
            value.type_name()
        ))),
    }
}

/// The entries in the order of their keys' texts.
fn map(entries: &Map<'_>, output: &mut Output<'_>, levels: usize) -> Outcome<()> {
    let mut pairs = Vec::new();
    for key in entries.keys() {
        let name = match &key {
            Value::String(text) => quote(text),
            Value::Bool(flag) => flag.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Uint(number) => number.to_string(),
            _ => {
                return Err(EvalError::error(format!(
                    "no formatting function for map key of type {}",
                    key.type_name()
                )));
            }
        };
        let value = entries
            .find(&key)
            .ok_or_else(|| EvalError::error(format!("could not find key: {name}")))?;
        let value = present(value)?;
        pairs.push((name, value));
    }
    pairs.sort_by(|(a, _), (b, _)| a.cmp(b));
    output.push("{")?;
    for (index, (name, value)) in pairs.iter().enumerate() {
        if index > 0 {
            output.push(", ")?;
        }
        output.push(name)?;
        output.push(":")?;
        member(value, output, levels + 1)?;
    }
    output.push("}")
}

fn decimal(value: &Value<'_>) -> Outcome<String> {
    match value {
        Value::Int(number) => Ok(number.to_string()),
        Value::Uint(number) => Ok(number.to_string()),
        _ => Err(wrong("decimal clause can only be used on integers", value)),
    }
}

/// A double, or a text that names one that is no number.
fn double_of(value: &Value<'_>, what: &str) -> Outcome<f64> {
    match value {
        Value::Double(number) => Ok(*number),
        Value::String(text) => match &**text {
            "NaN" => Ok(f64::NAN),
            "Infinity" => Ok(f64::INFINITY),
            "-Infinity" => Ok(f64::NEG_INFINITY),
            _ => Err(wrong(what, value)),
        },
        _ => Err(wrong(what, value)),
    }
}

fn special(number: f64) -> Option<&'static str> {
    if number.is_nan() {
        Some("NaN")
    } else if number.is_infinite() {
        Some(if number > 0.0 {
            "\u{221e}"
        } else {
            "-\u{221e}"
        })
    } else {
        None
    }
}

/// What Go writes where it gives up on a precision: where more digits follow on more than a million.
fn unread(precision: u64) -> Option<String> {
    (precision / 10 > 1_000_000).then(|| "%!(NOVERB)".to_owned())
}

/// With so many decimal places, of which the server keeps the number in a byte, and commas between thousands.
fn fixed(value: &Value<'_>, precision: u64) -> Outcome<String> {
    let number = double_of(value, "fixed-point clause can only be used on doubles")?;
    if let Some(text) = unread(precision) {
        return Ok(text);
    }
    if let Some(word) = special(number) {
        return Ok(word.to_owned());
    }
    let places = usize::try_from(precision % 256).unwrap_or_default();
    let digits = format!("{:.places$}", number.abs());
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 2);
    if number < 0.0 {
        text.push('-');
    }
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    Ok(text)
}

/// With six decimal places; what is written as the precision is the least width, which the server keeps in two bytes.
fn scientific(value: &Value<'_>, precision: u64, server: KubeVersion) -> Outcome<String> {
    let number = double_of(value, "scientific clause can only be used on doubles")?;
    if let Some(text) = unread(precision) {
        return Ok(text);
    }
    let text = if let Some(word) = special(number) {
        word.to_owned()
    } else {
        let plain = format!("{number:.6e}");
        let (mantissa, exponent) = plain.split_once('e').unwrap_or((&plain, "0"));
        let (sign, exponent) = match exponent.strip_prefix('-') {
            Some(exponent) => ("\u{207b}", exponent),
            None => ("", exponent),
        };
        let space = if server.at_least(33) { "" } else { "\u{202f}" };
        let mut text = format!("{mantissa}{space}\u{d7}{space}10{sign}");
        // Two digits at least.
        for digit in format!("{exponent:0>2}").chars() {
            text.push(match digit {
                '1' => '\u{b9}',
                '2' => '\u{b2}',
                '3' => '\u{b3}',
                '0' => '\u{2070}',
                _ => char::from_u32(0x2070 + digit.to_digit(10).unwrap_or(0)).unwrap_or(digit),
            });
        }
        text
    };
    let width = usize::try_from(precision % 65_536).unwrap_or_default();
    let length = text.chars().count();
    let mut padded = " ".repeat(width.saturating_sub(length));
    padded.push_str(&text);
    Ok(padded)
}

fn signed(number: i64, digits: impl Fn(u64) -> String) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", digits(number.unsigned_abs()))
}

fn binary(value: &Value<'_>) -> Outcome<String> {
    match value {
        Value::Int(number) => Ok(signed(*number, |number| format!("{number:b}"))),
        Value::Uint(number) => Ok(format!("{number:b}")),
        Value::Bool(flag) => Ok(u8::from(*flag).to_string()),
        _ => Err(wrong(
            "only integers and bools can be formatted as binary",
            value,
        )),
    }
}

fn octal(value: &Value<'_>) -> Outcome<String> {
    match value {
        Value::Int(number) => Ok(signed(*number, |number| format!("{number:o}"))),
        Value::Uint(number) => Ok(format!("{number:o}")),
        _ => Err(wrong("octal clause can only be used on integers", value)),
    }
}

fn hexadecimal(value: &Value<'_>, upper: bool) -> Outcome<String> {
    let of_bytes = |bytes: &[u8]| {
        let mut text = String::with_capacity(bytes.len() * 2);
        for byte in bytes {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    };
    let text = match value {
        Value::Int(number) => signed(*number, |number| format!("{number:x}")),
        Value::Uint(number) => format!("{number:x}"),
        Value::String(text) => of_bytes(text.as_bytes()),
        Value::Bytes(bytes) => of_bytes(bytes),
        _ => {
            return Err(wrong(
                "only integers, byte buffers, and strings can be formatted as hex",
                value,
            ));
        }
    };
    Ok(if upper {
        text.to_ascii_uppercase()
    } else {
        text
    })
}
