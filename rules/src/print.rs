//! Values as the server, a Go program, prints them in its messages.

use std::fmt::Write as _;

use serde_json::{Number, Value};

/// A number as Go's `%v` prints it.
pub(crate) fn go_number(number: &Number) -> String {
    match (number.as_i64(), number.as_f64()) {
        (Some(integer), _) => integer.to_string(),
        (None, Some(float)) => go_float(float),
        (None, None) => number.to_string(),
    }
}

/// A float as Go's `%v` prints it: plain from 0.0001 up to a million, else with an exponent of two digits or more.
pub(crate) fn go_float(float: f64) -> String {
    let text = scientific(float);
    let Some((digits, exponent)) = text.split_once('e') else {
        return text;
    };
    match exponent.parse::<i32>() {
        Ok(exponent @ ..-4) => format!("{digits}e-{:02}", -exponent),
        Ok(exponent @ 6..) if float != 0.0 => format!("{digits}e+{exponent:02}"),
        _ => plain(&text),
    }
}

/// The shortest digits that stand for a float, with an exponent. Of two that are equally near, Go takes the even one.
fn scientific(float: f64) -> String {
    let text = format!("{float:e}");
    let fraction = text
        .split_once('e')
        .and_then(|(digits, _)| digits.split_once('.'))
        .map_or(0, |(_, fraction)| fraction.len());
    let even = format!("{float:.fraction$e}");
    // Next to a power of two, the nearest of so many digits may stand for another float.
    if even.parse() == Ok(float) {
        even
    } else {
        text
    }
}

/// Digits with an exponent, without it.
fn plain(text: &str) -> String {
    let parts = text
        .split_once('e')
        .and_then(|(digits, exponent)| Some((digits, exponent.parse::<i32>().ok()?)));
    let Some((digits, exponent)) = parts else {
        return text.to_owned();
    };
    let sign = if digits.starts_with('-') { "-" } else { "" };
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let Ok(whole) = usize::try_from(exponent + 1) else {
        let zeros = exponent.unsigned_abs() as usize;
        return format!("{sign}0.{}{digits}", "0".repeat(zeros - 1));
    };
    match digits.split_at_checked(whole) {
        Some(("", fraction)) => format!("{sign}0.{fraction}"),
        Some((whole, "")) => format!("{sign}{whole}"),
        Some((whole, fraction)) => format!("{sign}{whole}.{fraction}"),
        None => format!("{sign}{digits:0<whole$}"),
    }
}

/// A float as Go's JSON encoder prints it.
#[must_use]
pub fn go_json_float(float: f64) -> String {
    let text = scientific(float);
    if float != 0.0 && !(1e-6..1e21).contains(&float.abs()) {
        match text.split_once('e') {
            Some((digits, exponent)) if !exponent.starts_with('-') => {
                format!("{digits}e+{exponent}")
            }
            _ => text,
        }
    } else {
        plain(&text)
    }
}

/// A value as Go's `%v` prints what the server holds of it.
pub(crate) fn go_value(value: &Value) -> String {
    let list = |items: Vec<String>| items.join(" ");
    match value {
        Value::Null => "<nil>".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => go_number(number),
        Value::String(text) => text.clone(),
        Value::Array(items) => format!("[{}]", list(items.iter().map(go_value).collect())),
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by_key(|(key, _)| *key);
            let members = sorted
                .into_iter()
                .map(|(key, member)| format!("{key}:{}", go_value(member)));
            format!("map[{}]", list(members.collect()))
        }
    }
}

/// JSON as Go's encoder prints it: keys sorted, `<`, `>` and `&` escaped.
pub(crate) fn go_json(value: &Value) -> String {
    let mut out = String::new();
    write_json(&mut out, value);
    out
}

fn write_json(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (None, Some(float)) => out.push_str(&go_json_float(float)),
            _ => out.push_str(&number.to_string()),
        },
        Value::String(text) => write_json_string(out, text),
        Value::Array(items) => {
            out.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                write_json(out, item);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by_key(|(key, _)| *key);
            out.push('{');
            for (position, (key, member)) in sorted.into_iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                write_json_string(out, key);
                out.push(':');
                write_json(out, member);
            }
            out.push('}');
        }
    }
}

fn write_json_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                // Writing to a string does not fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn floats_are_printed_as_go_prints_them() {
        for (float, message, json) in [
            (1.0, "1", "1"),
            (0.1, "0.1", "0.1"),
            (123_456_789.0, "1.23456789e+08", "123456789"),
            (1e21, "1e+21", "1e+21"),
            (0.00001, "1e-05", "0.00001"),
            (1e-7, "1e-07", "1e-7"),
            (-2.5e30, "-2.5e+30", "-2.5e+30"),
            // As near to …3 as to …2.
            (
                721_449_413_544_932.0 + 0.25,
                "7.214494135449322e+14",
                "721449413544932.2",
            ),
            (
                -2_057_688_055_989_708.0 - 0.25,
                "-2.0576880559897082e+15",
                "-2057688055989708.2",
            ),
            (
                721_449_413_544_932.0 + 0.75,
                "7.214494135449328e+14",
                "721449413544932.8",
            ),
            // With zeros for the digits that do not matter.
            (
                1_370_051_504_671_115_520.0,
                "1.3700515046711155e+18",
                "1370051504671115500",
            ),
            (0.001_25, "0.00125", "0.00125"),
            (100.0, "100", "100"),
            (-0.0, "-0", "-0"),
            (
                f64::MAX,
                "1.7976931348623157e+308",
                "1.7976931348623157e+308",
            ),
            (5e-324, "5e-324", "5e-324"),
        ] {
            assert_eq!(go_float(float), message);
            assert_eq!(go_json_float(float), json);
        }
    }

    #[test]
    fn json_is_printed_with_gos_escapes_and_order() {
        let value = json!({"b": "<&>", "a": [1, 1.5, null, true, "\u{1}\u{2028}"]});
        assert_eq!(
            go_json(&value),
            r#"{"a":[1,1.5,null,true,"\u0001\u2028"],"b":"\u003c\u0026\u003e"}"#
        );
    }
}
