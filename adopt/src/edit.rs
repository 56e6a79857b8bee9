//! Changes of a text, by ranges of its bytes.

use std::ops::Range;

/// What is to change in one text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    pub(crate) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.0.push((range, text.into()));
    }

    pub(crate) fn remove(&mut self, range: Range<usize>) {
        self.replace(range, "");
    }

    pub(crate) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a byte is replaced.
    pub(crate) fn covers(&self, byte: usize) -> bool {
        self.0.iter().any(|(range, _)| range.contains(&byte))
    }

    /// The text with all changes; `None` if two of them want the same bytes.
    pub(crate) fn apply(mut self, text: &str) -> Option<String> {
        // Of two at one place, the one that was made first goes first.
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let (mut written, mut at) = (String::with_capacity(text.len()), 0);
        for (range, new) in self.0 {
            if range.start < at {
                return None;
            }
            written += text.get(at..range.start)?;
            written += &new;
            at = range.end;
        }
        written += text.get(at..)?;
        Some(written)
    }
}

/// A range with the line that it stands on alone, or with the spaces behind it.
pub(crate) fn with_line(text: &str, range: Range<usize>) -> Range<usize> {
    let before = &text[..range.start];
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    let after = &text[range.end..];
    let end = after
        .find('\n')
        .map_or(text.len(), |newline| range.end + newline + 1);
    if before[line..].trim().is_empty() && text[range.end..end].trim().is_empty() {
        return line..end;
    }
    let spaces = after.len() - after.trim_start_matches([' ', '\t']).len();
    range.start..range.end + spaces
}

/// The white space in front of a place on its line.
pub(crate) fn indent(text: &str, at: usize) -> &str {
    let before = &text[..at];
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    let rest = &before[line..];
    &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
}

/// Where white space and comments end.
fn skip_trivia(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            at += trimmed.find('\n').unwrap_or(trimmed.len());
        } else if trimmed.starts_with("/*") {
            let Some(length) = comment(trimmed) else {
                return text.len();
            };
            at += length;
        } else {
            return at;
        }
    }
}

/// The length of a block comment, which may hold others.
fn comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_u32, 0);
    let bytes = text.as_bytes();
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => {
                depth += 1;
                at += 2;
            }
            b"*/" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
    None
}

/// The end of the comma behind a piece, if there is one.
fn comma(text: &str, end: usize) -> Option<usize> {
    let at = skip_trivia(text, end);
    text[at..].starts_with(',').then_some(at + 1)
}

/// Takes pieces out of a list, each with its comma. Something must stay.
pub(crate) fn remove_pieces(text: &str, pieces: &[Range<usize>], gone: &[bool], edits: &mut Edits) {
    let mut at = 0;
    while at < pieces.len() {
        if !gone[at] {
            at += 1;
            continue;
        }
        let first = at;
        while at < pieces.len() && gone[at] {
            at += 1;
        }
        let last = at - 1;
        let end = pieces[last].end;
        let range = match (comma(text, end), first.checked_sub(1)) {
            // The comma in front goes with the last ones, if nothing but it stands between.
            (None, Some(before))
                if text[pieces[before].end..pieces[first].start]
                    .trim_matches([' ', '\t', '\n', '\r', ','])
                    .is_empty() =>
            {
                pieces[before].end..end
            }
            (None, _) => pieces[first].start..end,
            (Some(end), _) => with_line(text, pieces[first].start..end),
        };
        edits.remove(range);
    }
}

#[cfg(test)]
mod tests {
    use super::{Edits, remove_pieces};

    /// Pieces in the text are `a`, `b`, `c`; those in `gone` are taken out.
    fn without(text: &str, gone: &str) -> String {
        let pieces: Vec<_> = ["a", "b", "c"]
            .into_iter()
            .map(|piece| text.find(piece).map(|at| at..at + 1).unwrap())
            .collect();
        let gone: Vec<bool> = "abc".chars().map(|piece| gone.contains(piece)).collect();
        let mut edits = Edits::default();
        remove_pieces(text, &pieces, &gone, &mut edits);
        edits.apply(text).unwrap()
    }

    #[test]
    fn a_piece_goes_with_its_comma() {
        for (text, gone, left) in [
            ("(a, b, c)", "a", "(b, c)"),
            ("(a, b, c)", "b", "(a, c)"),
            ("(a, b, c)", "c", "(a, b)"),
            ("(a, b, c)", "ab", "(c)"),
            ("(a, b, c)", "bc", "(a)"),
            ("(a, b, c)", "ac", "(b)"),
            ("(a, b, c,)", "c", "(a, b, )"),
            ("(\n  a,\n  b,\n  c,\n)", "b", "(\n  a,\n  c,\n)"),
            ("(\n  a,\n  b,\n  c,\n)", "c", "(\n  a,\n  b,\n)"),
            (
                "(\n  a, // 1\n  b, // 2\n  c\n)",
                "c",
                "(\n  a, // 1\n  b, // 2\n  \n)",
            ),
            ("(a /* , */, b, c)", "a", "(b, c)"),
        ] {
            assert_eq!(without(text, gone), left, "{text} without {gone}");
        }
    }

    #[test]
    fn two_changes_of_the_same_bytes_are_refused() {
        let mut edits = Edits::default();
        edits.replace(0..2, "x");
        edits.replace(1..3, "y");
        assert_eq!(edits.apply("abc"), None);
    }

    #[test]
    fn what_stands_at_one_place_stays_in_order() {
        let mut edits = Edits::default();
        edits.insert(1, "x");
        edits.insert(1, "y");
        edits.replace(1..2, "z");
        assert_eq!(edits.apply("abc").unwrap(), "axyzc");
    }
}
