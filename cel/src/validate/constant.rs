//! Conversions of constants, and constant patterns: the server tries them before it takes a rule.

use wheelwright_grammar::pattern::Pattern;

use crate::checked::{Checked, Reference};
use crate::overload::Overload;
use crate::syntax::{Literal, NodeId, NodeKind, operator};
use crate::time::{FIRST_SECOND, LAST_SECOND, TimeError, parse_duration, parse_time};

/// A value that is known before the rule runs.
#[derive(Debug, Clone, PartialEq)]
enum Constant {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(String),
    Bytes(Vec<u8>),
    Duration(i64),
    Timestamp(i64),
    /// A duration as text: nothing but a duration can be made of it.
    DurationText(i64),
    /// A timestamp as text: nothing but a timestamp can be made of it.
    TimestampText(i64),
    List,
    Map,
    Type,
}

/// What the server finds when it prepares a checked expression to run.
pub(crate) fn instantiate(checked: &Checked) -> Result<(), String> {
    let ast = checked.ast();
    let mut constants: Vec<Option<Constant>> = vec![None; ast.len()];
    for node in ast.nodes() {
        let constant = match ast.kind(node) {
            NodeKind::Literal(literal) => Some(constant_of(literal)),
            NodeKind::Ident(name) => match checked.reference(node) {
                // The server's checker knows these by a name that nothing else knows.
                Reference::Type(_) if matches!(&**name, "duration" | "timestamp") => {
                    return Err(format!("reference to undefined type: {name}"));
                }
                Reference::Type(_) => Some(Constant::Type),
                _ => None,
            },
            NodeKind::List { elements, .. } => elements
                .iter()
                .all(|element| constants[element.index()].is_some())
                .then_some(Constant::List),
            NodeKind::Map(entries) => {
                let known = |node: NodeId| constants[node.index()].is_some();
                let is_constant = entries
                    .iter()
                    .all(|entry| known(entry.key) && known(entry.value));
                let bytes = entries
                    .iter()
                    .any(|entry| matches!(constants[entry.key.index()], Some(Constant::Bytes(_))));
                if is_constant && bytes {
                    // The server makes the map here, and crashes.
                    return Err("runtime error: hash of unhashable type types.Bytes".to_owned());
                }
                is_constant.then_some(Constant::Map)
            }
            NodeKind::Call {
                function,
                arguments,
                ..
            } => {
                let overloads = match checked.reference(node) {
                    Reference::Function(overloads) => overloads.as_slice(),
                    _ => &[],
                };
                let pattern = pattern_index(overloads).and_then(|index| arguments.get(index));
                if let Some(Some(Constant::String(pattern))) =
                    pattern.map(|argument| &constants[argument.index()])
                {
                    Pattern::parse(pattern).map_err(|error| error.server())?;
                }
                if matches!(&**function, operator::INDEX | operator::OPTIONAL_INDEX)
                    && let Some(Some(constant)) =
                        arguments.get(1).map(|index| &constants[index.index()])
                    && let Some(held) = no_qualifier(constant)
                {
                    return Err(format!("invalid qualifier type: {held}"));
                }
                match arguments.as_slice() {
                    [argument] => match &constants[argument.index()] {
                        Some(constant) => converted(function, constant, overloads)?,
                        None => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        };
        constants[node.index()] = constant;
    }
    Ok(())
}

/// Which argument is a pattern, not counting the target.
fn pattern_index(overloads: &[Overload]) -> Option<usize> {
    match overloads {
        [
            Overload::MatchesString
            | Overload::StringFindString
            | Overload::StringFindAllString
            | Overload::StringFindAllStringInt,
            ..,
        ] => Some(0),
        [Overload::Matches, ..] => Some(1),
        _ => None,
    }
}

/// What cel-go holds a constant as that is neither an index nor a key to select by.
const fn no_qualifier(constant: &Constant) -> Option<&'static str> {
    Some(match constant {
        Constant::Null => "types.Null",
        Constant::Bytes(_) => "types.Bytes",
        Constant::Duration(_) => "types.Duration",
        Constant::Timestamp(_) => "types.Timestamp",
        Constant::List => "*types.baseList",
        Constant::Map => "*types.baseMap",
        _ => return None,
    })
}

fn constant_of(literal: &Literal) -> Constant {
    match literal {
        Literal::Null => Constant::Null,
        Literal::Bool(value) => Constant::Bool(*value),
        Literal::Int(value) => Constant::Int(*value),
        Literal::Uint(value) => Constant::Uint(*value),
        Literal::Double(value) => Constant::Double(*value),
        Literal::String(value) => Constant::String(value.to_string()),
        Literal::Bytes(value) => Constant::Bytes(value.to_vec()),
    }
}

fn type_name(constant: &Constant) -> &'static str {
    match constant {
        Constant::Null => "null_type",
        Constant::Bool(_) => "bool",
        Constant::Int(_) => "int",
        Constant::Uint(_) => "uint",
        Constant::Double(_) => "double",
        Constant::String(_) | Constant::DurationText(_) | Constant::TimestampText(_) => "string",
        Constant::Bytes(_) => "bytes",
        Constant::Duration(_) => "google.protobuf.Duration",
        Constant::Timestamp(_) => "google.protobuf.Timestamp",
        Constant::List => "list",
        Constant::Map => "map",
        Constant::Type => "type",
    }
}

/// Whether one of the signatures is for values like this one.
fn takes(overloads: &[Overload], constant: &Constant) -> bool {
    use Overload as O;
    overloads.iter().any(|overload| {
        matches!(
            (constant, overload),
            (
                Constant::String(_) | Constant::DurationText(_) | Constant::TimestampText(_),
                O::StringToBool
                    | O::StringToBytes
                    | O::StringToDouble
                    | O::StringToDuration
                    | O::StringToInt
                    | O::StringToString
                    | O::StringToTimestamp
                    | O::StringToUint
            ) | (Constant::Int(_), O::IntToDuration)
        )
    })
}

/// The constant converted by a function, if it is one that converts.
fn converted(
    function: &str,
    constant: &Constant,
    overloads: &[Overload],
) -> Result<Option<Constant>, String> {
    use Constant as C;
    // Of the types that the function takes, a value may still be none that it can convert.
    let refused = |to: &str| {
        let from = type_name(constant);
        if takes(overloads, constant) {
            Err(format!("type conversion error from '{from}' to '{to}'"))
        } else {
            Err(format!("no such overload: {function}({from})"))
        }
    };
    let value = match (function, constant) {
        ("dyn", constant) => constant.clone(),
        ("type", _) => C::Type,
        ("bool", C::Bool(value)) => C::Bool(*value),
        ("bool", C::String(text)) => match text.as_str() {
            "1" | "t" | "T" | "TRUE" | "true" | "True" => C::Bool(true),
            "0" | "f" | "F" | "FALSE" | "false" | "False" => C::Bool(false),
            _ => return refused("bool"),
        },
        ("bytes", C::Bytes(value)) => C::Bytes(value.clone()),
        ("bytes", C::String(text)) => C::Bytes(text.clone().into_bytes()),
        // Of which nothing can fail.
        ("bytes", C::DurationText(_) | C::TimestampText(_)) => return Ok(None),
        ("int", constant) => match constant {
            C::Int(value) => C::Int(*value),
            C::Uint(value) => C::Int(i64::try_from(*value).map_err(|_| "integer overflow")?),
            C::Double(value) => C::Int(to_int(*value).ok_or("integer overflow")?),
            C::Duration(nanos) => C::Int(*nanos),
            C::Timestamp(seconds) => C::Int(*seconds),
            C::String(text) => match text.parse() {
                Ok(value) => C::Int(value),
                Err(_) => return refused("int"),
            },
            _ => return refused("int"),
        },
        ("uint", constant) => match constant {
            C::Uint(value) => C::Uint(*value),
            C::Int(value) => {
                C::Uint(u64::try_from(*value).map_err(|_| "unsigned integer overflow")?)
            }
            C::Double(value) => C::Uint(to_uint(*value).ok_or("unsigned integer overflow")?),
            C::String(text) if !text.starts_with('+') => match text.parse() {
                Ok(value) => C::Uint(value),
                Err(_) => return refused("uint"),
            },
            _ => return refused("uint"),
        },
        ("double", constant) => match constant {
            C::Double(value) => C::Double(*value),
            #[allow(clippy::cast_precision_loss, reason = "as Go converts")]
            C::Int(value) => C::Double(*value as f64),
            #[allow(clippy::cast_precision_loss, reason = "as Go converts")]
            C::Uint(value) => C::Double(*value as f64),
            C::String(text) => match parse_double(text) {
                Some(value) => C::Double(value),
                None => return refused("double"),
            },
            _ => return refused("double"),
        },
        ("string", constant) => match constant {
            C::String(text) => C::String(text.clone()),
            C::Bool(value) => C::String(value.to_string()),
            C::Int(value) => C::String(value.to_string()),
            C::Uint(value) => C::String(value.to_string()),
            C::Double(value) => C::String(double_text(*value)),
            C::Bytes(bytes) => match String::from_utf8(bytes.clone()) {
                Ok(text) => C::String(text),
                Err(_) => return Err("invalid UTF-8 in bytes, cannot convert to string".to_owned()),
            },
            C::Duration(nanos) | C::DurationText(nanos) => C::DurationText(*nanos),
            C::Timestamp(seconds) | C::TimestampText(seconds) => C::TimestampText(*seconds),
            C::Type => return Ok(None),
            C::Null | C::List | C::Map => return refused("string"),
        },
        ("duration", constant) => match constant {
            C::Duration(nanos) | C::DurationText(nanos) => C::Duration(*nanos),
            C::String(text) => match parse_duration(text) {
                Some(nanos) => C::Duration(nanos),
                None => return refused("google.protobuf.Duration"),
            },
            _ => return refused("google.protobuf.Duration"),
        },
        ("timestamp", constant) => match constant {
            C::Timestamp(seconds) | C::TimestampText(seconds) => C::Timestamp(*seconds),
            C::Int(seconds) if (FIRST_SECOND..=LAST_SECOND).contains(seconds) => {
                C::Timestamp(*seconds)
            }
            C::Int(_) => return Err("timestamp overflow".to_owned()),
            C::String(text) => match parse_time(text) {
                Ok(time) => C::Timestamp(time.seconds),
                Err(TimeError::Range) => return Err("timestamp overflow".to_owned()),
                Err(TimeError::Syntax) => return refused("google.protobuf.Timestamp"),
            },
            _ => return refused("google.protobuf.Timestamp"),
        },
        ("bool", _) => return refused("bool"),
        ("bytes", _) => return refused("bytes"),
        _ => return Ok(None),
    };
    Ok(Some(value))
}

#[allow(clippy::cast_possible_truncation, reason = "the range is checked")]
fn to_int(value: f64) -> Option<i64> {
    /// Two to the power of 63.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    (value > -LIMIT && value < LIMIT).then_some(value as i64)
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked"
)]
fn to_uint(value: f64) -> Option<u64> {
    /// Two to the power of 64.
    const LIMIT: f64 = 18_446_744_073_709_551_616.0;
    (0.0..LIMIT).contains(&value).then_some(value as u64)
}

/// A double as Go's `%g` writes it, as far as it tells whole numbers from others.
fn double_text(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e6 {
        return format!("{value}");
    }
    format!("{value:e}")
}

/// A double as Go's `strconv.ParseFloat` reads it: with underscores between digits, in hexadecimal, `inf` and `nan`.
fn parse_double(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let lower = unsigned.to_ascii_lowercase();
    match lower.as_str() {
        "inf" | "infinity" => {
            let infinity = f64::INFINITY;
            return Some(if text.starts_with('-') {
                -infinity
            } else {
                infinity
            });
        }
        // Go takes no sign here.
        "nan" => return (unsigned.len() == text.len()).then_some(f64::NAN),
        _ => {}
    }
    if let Some(hex) = lower.strip_prefix("0x") {
        return hexadecimal(hex);
    }
    if !lower.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        || !underscores_between_digits(&lower)
    {
        return None;
    }
    let value: f64 = text.replace('_', "").parse().ok()?;
    value.is_finite().then_some(value)
}

fn underscores_between_digits(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digit = |index: Option<usize>| {
        index
            .and_then(|index| bytes.get(index))
            .is_some_and(u8::is_ascii_hexdigit)
    };
    bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'_')
        .all(|(index, _)| digit(index.checked_sub(1)) && digit(Some(index + 1)))
}

/// The form of a hexadecimal number, whose value no conversion after it needs exactly.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p')?;
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let digits = mantissa.replacen('.', "", 1).replace('_', "");
    let plain = exponent.replace('_', "");
    let formed = !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        && !plain.is_empty()
        && plain.bytes().all(|byte| byte.is_ascii_digit());
    // Neither NaN nor anything that can be converted further.
    formed.then_some(f64::MAX)
}
