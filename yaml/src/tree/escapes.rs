//! The escapes of double-quoted scalars. Go's yaml.v2 has those of YAML 1.1 and `\'`; the parser has those of YAML 1.2 and
//! the surrogate pairs of JSON.

use std::borrow::Cow;

/// What an escape stands for, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Quote,
    Apostrophe,
    Other,
    Unknown,
}

/// Every escape of the scalar that a text begins with, up to its closing quote: where it begins, its text, its meaning.
fn escapes(text: &str) -> impl Iterator<Item = (usize, &str, Meaning)> {
    let mut at = text.find('"').map_or(text.len(), |quote| quote + 1);
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let begin = at + rest.find(['"', '\\'])?;
        let escape = text.get(begin..)?.strip_prefix('\\')?;
        let letter = escape.chars().next()?;
        let digits = match letter {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let code = escape.get(letter.len_utf8()..letter.len_utf8() + digits);
        let meaning = match letter {
            '"' => Meaning::Quote,
            '\'' => Meaning::Apostrophe,
            'x' | 'u' | 'U' => code.map_or(Meaning::Unknown, of_code),
            '0' | 'a' | 'b' | 't' | '\t' | 'n' | 'v' | 'f' | 'r' | 'e' | ' ' | '\\' | 'N' | '_'
            | 'L' | 'P' | '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}' => Meaning::Other,
            _ => Meaning::Unknown,
        };
        let length = 1 + letter.len_utf8() + code.map_or(0, str::len);
        at = begin + length;
        Some((begin, text.get(begin..at)?, meaning))
    })
}

fn of_code(digits: &str) -> Meaning {
    let is_hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16).ok();
    match code.filter(|_| is_hexadecimal).and_then(char::from_u32) {
        Some('"') => Meaning::Quote,
        Some(_) => Meaning::Other,
        None => Meaning::Unknown,
    }
}

/// The first escape of the scalar at the beginning of a text that Go does not know, and where it is.
pub(super) fn unknown(text: &str) -> Option<(usize, &str)> {
    escapes(text)
        .find_map(|(at, escape, meaning)| (meaning == Meaning::Unknown).then_some((at, escape)))
}

/// The text with each `\'` of the scalar at a place replaced by the `\"` that the parser knows; nothing if there is none.
pub(super) fn mended(text: &str, place: usize) -> Option<String> {
    let scalar = text.get(place..)?;
    let mut mended = String::with_capacity(text.len());
    let mut copied = 0;
    for (at, _, meaning) in escapes(scalar) {
        if meaning == Meaning::Apostrophe {
            mended.push_str(text.get(copied..place + at)?);
            mended.push_str("\\\"");
            copied = place + at + 2;
        }
    }
    mended.push_str(text.get(copied..)?);
    (copied > 0).then_some(mended)
}

/// What a scalar says whose text was [mended]: of the quotes in it, those that stand for `\'` become apostrophes.
pub(super) fn restored<'t>(text: &str, said: Cow<'t, str>) -> Cow<'t, str> {
    let is_quote = |meaning: &Meaning| matches!(meaning, Meaning::Quote | Meaning::Apostrophe);
    let meanings = || {
        escapes(text)
            .map(|(_, _, meaning)| meaning)
            .filter(is_quote)
    };
    if meanings().all(|meaning| meaning == Meaning::Quote) {
        return said;
    }
    let mut quotes = meanings();
    let restored = said.chars().map(|c| match c {
        '"' if quotes.next() == Some(Meaning::Apostrophe) => '\'',
        other => other,
    });
    Cow::Owned(restored.collect())
}
