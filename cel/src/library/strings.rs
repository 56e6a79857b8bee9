//! Functions of strings, which count in code points.

use crate::KubeVersion;
use crate::failure::{EvalError, Outcome};

fn out_of_range(index: i64) -> EvalError {
    EvalError::error(format!("index out of range: {index}"))
}

/// Where a code point starts; the end of the text is the place of the one after the last.
fn byte_of(text: &str, index: i64) -> Option<usize> {
    let index = usize::try_from(index).ok()?;
    if index == 0 {
        return Some(0);
    }
    text.char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .nth(index)
}

/// A search from behind the end: until 1.31 an error.
fn past_end(from: i64, server: KubeVersion) -> Outcome<i64> {
    if server.at_least(32) {
        Ok(-1)
    } else {
        Err(out_of_range(from))
    }
}

fn code_points(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}

pub(crate) fn char_at(text: &str, index: i64) -> Outcome<&str> {
    let at = byte_of(text, index).ok_or_else(|| out_of_range(index))?;
    let rest = text.get(at..).unwrap_or_default();
    let length = rest.chars().next().map_or(0, char::len_utf8);
    Ok(rest.get(..length).unwrap_or_default())
}

pub(crate) fn index_of(text: &str, part: &str, from: i64, server: KubeVersion) -> Outcome<i64> {
    if part.is_empty() && !server.at_least(37) {
        return Ok(from);
    }
    if from < 0 {
        return Err(out_of_range(from));
    }
    if part.is_empty() {
        return Ok(from.min(code_points(text)));
    }
    let start = match byte_of(text, from) {
        Some(start) if start < text.len() => start,
        _ => return past_end(from, server),
    };
    let rest = text.get(start..).unwrap_or_default();
    Ok(rest.find(part).map_or(-1, |at| {
        from + code_points(rest.get(..at).unwrap_or_default())
    }))
}

pub(crate) fn last_index_of(text: &str, part: &str, server: KubeVersion) -> Outcome<i64> {
    if part.is_empty() {
        return Ok(code_points(text));
    }
    if text.len() < part.len() {
        // Before cel-go 0.26 an empty text was looked into from -1 on.
        return if text.is_empty() && !server.at_least(34) {
            Err(out_of_range(-1))
        } else {
            Ok(-1)
        };
    }
    Ok(last_before(text, part))
}

fn last_before(text: &str, part: &str) -> i64 {
    text.rfind(part)
        .map_or(-1, |at| code_points(text.get(..at).unwrap_or_default()))
}

pub(crate) fn last_index_of_from(
    text: &str,
    part: &str,
    from: i64,
    server: KubeVersion,
) -> Outcome<i64> {
    if part.is_empty() && !server.at_least(37) {
        return Ok(from);
    }
    if from < 0 {
        return Err(out_of_range(from));
    }
    let length = code_points(text);
    if part.is_empty() {
        return Ok(from.min(length));
    }
    if from >= length {
        return past_end(from, server);
    }
    // A part that starts at `from` at the latest ends at most its own length later.
    let start = byte_of(text, from).unwrap_or(text.len());
    let end = text.floor_char_boundary(start.saturating_add(part.len()));
    Ok(last_before(text.get(..end).unwrap_or_default(), part))
}

pub(crate) fn substring(text: &str, start: i64) -> Outcome<&str> {
    let at = byte_of(text, start).ok_or_else(|| out_of_range(start))?;
    Ok(text.get(at..).unwrap_or_default())
}

pub(crate) fn substring_between(text: &str, start: i64, end: i64) -> Outcome<&str> {
    if start > end {
        return Err(EvalError::error(format!(
            "invalid substring range. start: {start}, end: {end}"
        )));
    }
    let from = byte_of(text, start).ok_or_else(|| out_of_range(start))?;
    let to = byte_of(text, end).ok_or_else(|| out_of_range(end))?;
    Ok(text.get(from..to).unwrap_or_default())
}

/// Go's white space at both ends.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| {
        matches!(c, '\t'..='\r' | ' ' | '\u{85}' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}')
            || matches!(
                c,
                '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
            )
    })
}

/// How long `replace` makes a text, in bytes, before it is made.
pub(crate) fn replaced_length(text: &str, old: &str, new: &str, limit: i64) -> usize {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let count = if old.is_empty() {
        text.chars().count() + 1
    } else {
        text.matches(old).count()
    };
    let count = count.min(limit);
    text.len()
        .saturating_add(count.saturating_mul(new.len()))
        .saturating_sub(count * old.len())
}

/// The first so many of a part, all if the limit is negative; an empty part is found before and after each code point.
pub(crate) fn replace(text: &str, old: &str, new: &str, limit: i64) -> String {
    match usize::try_from(limit) {
        Ok(limit) => text.replacen(old, new, limit),
        Err(_) => text.replace(old, new),
    }
}

/// The pieces between separators: all if the limit is negative, else so many, the last with what is left over.
pub(crate) fn split<'t>(text: &'t str, separator: &str, limit: i64) -> Vec<&'t str> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    if limit == 0 {
        return Vec::new();
    }
    if !separator.is_empty() {
        return text.splitn(limit, separator).collect();
    }
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if pieces.len() + 1 == limit {
            pieces.push(rest);
            break;
        }
        let (piece, after) = rest.split_at(c.len_utf8());
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// In double quotes, with the escapes of CEL for control characters that have one, quotes and backslashes.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        let escape = match c {
            '\u{7}' => 'a',
            '\u{8}' => 'b',
            '\u{c}' => 'f',
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            '\u{b}' => 'v',
            '\\' | '"' => c,
            _ => {
                quoted.push(c);
                continue;
            }
        };
        quoted.push('\\');
        quoted.push(escape);
    }
    quoted.push('"');
    quoted
}
