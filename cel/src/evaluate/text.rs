//! Functions of strings, and the formats with names.

use regex::Regex;

use super::call::optional;
use super::function::Function;
use crate::context::Context;
use crate::failure::{EvalError, Outcome};
use crate::library::named_format::NamedFormat;
use crate::library::{format_text, regular, strings};
use crate::value::{List, Text, Value};

/// How long a text may get.
pub(super) const MOST_BYTES: u64 = 1 << 27;

/// A part of a text, borrowed from the object where the text is.
fn part_of<'a>(text: &Text<'a>, part: &str) -> Value<'a> {
    if let Text::Borrowed(whole) = text {
        let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        if let Some(part) = whole.get(start..start.saturating_add(part.len())) {
            return Value::String(Text::Borrowed(part));
        }
    }
    Value::text(part)
}

pub(super) fn unary<'a>(
    function: Function,
    value: &Value<'a>,
    room: u64,
    context: Context<'_>,
) -> Option<Outcome<Value<'a>>> {
    use Function as F;
    Some(match (function, value) {
        (F::LowerAscii, Value::String(text)) => Ok(Value::text(text.to_ascii_lowercase())),
        (F::UpperAscii, Value::String(text)) => Ok(Value::text(text.to_ascii_uppercase())),
        (F::Trim, Value::String(text)) => Ok(part_of(text, strings::trim(text))),
        (F::Quote, Value::String(text)) => Ok(Value::text(strings::quote(text))),
        (F::Join, Value::List(list)) => join(list, "", room, context),
        (F::FormatNamed, Value::String(name)) => {
            Ok(optional(NamedFormat::named(name).map(Value::Format)))
        }
        _ => return None,
    })
}

pub(super) fn binary<'a>(
    function: Function,
    left: &Value<'a>,
    right: &Value<'a>,
    room: u64,
    context: Context<'_>,
) -> Option<Outcome<Value<'a>>> {
    use Function as F;
    Some(match (function, left, right) {
        (F::CharAt, Value::String(text), Value::Int(index)) => {
            strings::char_at(text, *index).map(|part| part_of(text, part))
        }
        (F::IndexOf, Value::String(text), Value::String(part)) => {
            strings::index_of(text, part, 0, context.server).map(Value::Int)
        }
        (F::LastIndexOf, Value::String(text), Value::String(part)) => {
            strings::last_index_of(text, part, context.server).map(Value::Int)
        }
        (F::Substring, Value::String(text), Value::Int(start)) => {
            strings::substring(text, *start).map(|part| part_of(text, part))
        }
        (F::Split, Value::String(text), Value::String(separator)) => {
            Ok(pieces(text, separator, -1))
        }
        (F::Join, Value::List(list), Value::String(separator)) => {
            join(list, separator, room, context)
        }
        (F::Format, Value::String(text), Value::List(arguments)) => {
            format_text::format(text, arguments, context).map(Value::text)
        }
        (F::Validate, Value::Format(format), Value::String(text)) => {
            let errors = format.validate(text, context.server);
            let errors = (!errors.is_empty())
                .then(|| Value::list(errors.into_iter().map(Value::text).collect()));
            Ok(optional(errors))
        }
        _ => return None,
    })
}

pub(super) fn several<'a>(
    function: Function,
    values: &[&Value<'a>],
    room: u64,
    context: Context<'_>,
) -> Option<Outcome<Value<'a>>> {
    use Function as F;
    Some(match (function, values) {
        (F::IndexOf, [Value::String(text), Value::String(part), Value::Int(from)]) => {
            strings::index_of(text, part, *from, context.server).map(Value::Int)
        }
        (F::LastIndexOf, [Value::String(text), Value::String(part), Value::Int(from)]) => {
            strings::last_index_of_from(text, part, *from, context.server).map(Value::Int)
        }
        (F::Substring, [Value::String(text), Value::Int(start), Value::Int(end)]) => {
            strings::substring_between(text, *start, *end).map(|part| part_of(text, part))
        }
        (
            F::Split,
            [
                Value::String(text),
                Value::String(separator),
                Value::Int(limit),
            ],
        ) => Ok(pieces(text, separator, *limit)),
        (F::Replace, [Value::String(text), Value::String(old), Value::String(new)]) => {
            replace(text, old, new, -1, room, context)
        }
        (
            F::Replace,
            [
                Value::String(text),
                Value::String(old),
                Value::String(new),
                Value::Int(limit),
            ],
        ) => replace(text, old, new, *limit, room, context),
        (F::Slice, [Value::List(list), Value::Int(start), Value::Int(end)]) => {
            crate::library::lists::slice(list, *start, *end, context)
        }
        _ => return None,
    })
}

fn pieces<'a>(text: &Text<'a>, separator: &str, limit: i64) -> Value<'a> {
    let pieces = strings::split(text, separator, limit);
    Value::list(
        pieces
            .into_iter()
            .map(|piece| part_of(text, piece))
            .collect(),
    )
}

/// A replacement can make a text far longer than its cost tells.
fn replace<'a>(
    text: &Text<'a>,
    old: &str,
    new: &str,
    limit: i64,
    room: u64,
    context: Context<'_>,
) -> Outcome<Value<'a>> {
    let length = strings::replaced_length(text, old, new, limit);
    if length as u64 > room.saturating_mul(4) {
        return Err(EvalError::over_budget());
    }
    context.bytes(length)?;
    Ok(Value::text(strings::replace(text, old, new, limit)))
}

fn join<'a>(
    list: &List<'a>,
    separator: &str,
    room: u64,
    context: Context<'_>,
) -> Outcome<Value<'a>> {
    let mut text = String::new();
    for (index, item) in list.iter().enumerate() {
        if index > 0 {
            text.push_str(separator);
        }
        match item? {
            Value::String(part) => text.push_str(&part),
            other => {
                return Err(EvalError::error(format!(
                    "join: invalid input: {}",
                    other.describe()
                )));
            }
        }
        context.work(1)?;
        if text.len() as u64 > room.saturating_mul(4) {
            return Err(EvalError::over_budget());
        }
    }
    Ok(Value::text(text))
}

/// What a pattern finds.
pub(super) fn matched<'a>(
    function: Function,
    regex: &Regex,
    text: &Text<'a>,
    limit: Option<&Value<'a>>,
) -> Outcome<Value<'a>> {
    match (function, limit) {
        (Function::Matches, None) => Ok(Value::Bool(regex.is_match(text))),
        (Function::Find, None) => Ok(part_of(text, regular::find(regex, text))),
        (Function::FindAll, None | Some(Value::Int(_))) => {
            let limit = match limit {
                Some(Value::Int(limit)) => *limit,
                _ => -1,
            };
            let found = regular::find_all(regex, text, limit);
            Ok(Value::list(
                found.into_iter().map(|part| part_of(text, part)).collect(),
            ))
        }
        _ => Err(EvalError::no_such_overload()),
    }
}

/// `format.dns1123Label()` and its like.
pub(super) fn format_constant<'a>(function: Function) -> Option<Value<'a>> {
    let name = function.name().strip_prefix("format.")?;
    NamedFormat::named(name).map(Value::Format)
}
