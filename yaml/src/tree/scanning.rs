//! Where YAML 1.2, which the parser reads, and YAML 1.1 part, which kubectl reads by a port of libyaml.

use std::ops::Range;

/// What is wrong with a text, and at which byte.
pub(super) struct Wrong {
    pub(super) at: usize,
    pub(super) what: &'static str,
}

const TAB: &str = "a tab does not indent: use spaces";

/// A break of lines in YAML 1.1 that is none in YAML 1.2: what is behind it would be another line to kubectl.
pub(super) fn line_break(text: &str) -> Option<Wrong> {
    let breaks = ['\u{85}', '\u{2028}', '\u{2029}'];
    let at = text.find(breaks)?;
    let what = "U+0085, U+2028 and U+2029 end a line in YAML 1.1, as kubectl reads it: take it out, or write `\\N`, `\\L` or \
                `\\P` in double quotes";
    Some(Wrong { at, what })
}

/// A byte order mark that is not the first of a file: to kubectl it is the first letter of the key behind it.
pub(super) fn byte_order_mark(text: &str) -> Option<Wrong> {
    let begins_line = |at: &usize| {
        let before = text.get(..*at).unwrap_or_default();
        before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r'])
    };
    let mut marks = text.match_indices('\u{feff}').map(|(at, _)| at);
    let what = "a byte order mark begins a file, and nothing else: take it out";
    let at = marks.find(begins_line)?;
    Some(Wrong { at, what })
}

/// The text with another letter in place of the dash at a place: in `[a, -]` it is a text by itself in YAML 1.1, and an error in
/// YAML 1.2.
pub(super) fn without_dash(text: &str, at: usize) -> Option<String> {
    let mut mended = text.to_owned();
    let dash = text.get(at..)?.starts_with('-').then_some(at..=at)?;
    mended.replace_range(dash, "x");
    Some(mended)
}

/// Whether a scalar is a dash that was [replaced](without_dash).
pub(super) fn was_dash(original: &str, text: &str, begin: usize) -> bool {
    let begins = |text: &str| text.get(begin..).is_some_and(|text| text.starts_with('-'));
    begins(original) && !begins(text)
}

/// A tab where a line, or an item or key of a line, may begin. `begin`: where a value does.
pub(super) fn tab(text: &str, begin: usize) -> Option<Wrong> {
    let before = text.get(..begin)?;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let mut line = before.get(start..)?.char_indices().peekable();
    while let Some((at, char)) = line.next() {
        let is_blank = |char: char| matches!(char, ' ' | '\t');
        match char {
            '\t' => {
                let at = start + at;
                return Some(Wrong { at, what: TAB });
            }
            ' ' => {}
            '-' | '?' | ':' if line.peek().is_none_or(|(_, next)| is_blank(*next)) => {}
            _ => break,
        }
    }
    None
}

/// A tab among the spaces that say how far a block scalar is indented. `begin`: where its first text does, behind the spaces.
pub(super) fn block_scalar(text: &str, begin: usize) -> Option<Wrong> {
    let before = text.get(..begin)?;
    let header = before.trim_end_matches([' ', '\t', '\r', '\n']);
    // A digit says it instead.
    if header.ends_with(|char: char| char.is_ascii_digit()) {
        return None;
    }
    let first = header.len() + before.get(header.len()..)?.find('\n')?;
    // No further: most texts have no tab at all.
    let spaces = text.as_bytes().get(first..=begin).unwrap_or_default();
    let at = first + spaces.iter().position(|byte| *byte == b'\t')?;
    Some(Wrong { at, what: TAB })
}

/// A key of a flow map that goes on on another line, without a `?`, or whose colon belongs to it in YAML 1.1: without quotes, a
/// text ends at a colon only before a blank.
pub(super) fn flow_key(text: &str, key: Range<usize>, is_plain: bool) -> Option<Wrong> {
    let is_explicit = || {
        let before = text.get(..key.start);
        before.is_some_and(|before| before.trim_end().ends_with('?'))
    };
    let behind = text.get(key.end..).unwrap_or_default();
    let within = text.get(key.clone()).unwrap_or_default();
    let what = if within.trim_end().contains('\n') && !is_explicit() {
        "a key between braces ends on its line: write it in one"
    } else if is_plain
        && behind
            .strip_prefix(':')?
            .starts_with([',', '[', ']', '{', '}'])
    {
        "this colon is part of the text to kubectl: put a space behind it, or the text in quotes"
    } else {
        return None;
    };
    let at = key.start;
    Some(Wrong { at, what })
}

/// The name of an anchor that is none in YAML 1.1: without quotes, a text does not begin with `&`.
pub(super) fn anchor(name: &str, begin: usize) -> Option<Wrong> {
    let is_letter = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-');
    let what = "`&` names an anchor, by letters, digits, `_` and `-`: put a text that begins with it in quotes";
    (!name.chars().all(is_letter)).then_some(Wrong { at: begin, what })
}
