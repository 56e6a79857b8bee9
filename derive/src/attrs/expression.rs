//! A string literal that holds an expression: which byte of the literal a byte of the expression is written at.

use proc_macro2::Span;
use syn::LitStr;

use crate::diag::{Place, place};

/// An expression, and the literal it is written in.
#[derive(Clone)]
pub(crate) struct Expression {
    /// What the literal means.
    pub(crate) text: String,
    literal: LitStr,
}

impl Expression {
    pub(crate) fn new(literal: LitStr) -> Self {
        Self {
            text: literal.value(),
            literal,
        }
    }

    /// Where the literal stands.
    pub(crate) fn span(&self) -> Span {
        self.literal.span()
    }

    /// Where a range of the expression stands, where the compiler can say so; on stable ones, the whole literal.
    pub(crate) fn span_of(&self, start: usize, end: usize) -> Span {
        let token = self.literal.token();
        let source = token.to_string();
        let (start, end) = (offset(&source, start), offset(&source, end));
        start
            .zip(end)
            .and_then(|(start, end)| token.subspan(start..end))
            .unwrap_or_else(|| self.span())
    }

    /// The file, line and column of a byte of the expression. `None` where the literal is not in a file as it is here,
    /// as in what another macro wrote.
    pub(crate) fn place_of(&self, byte: usize) -> Option<Place> {
        let source = self.literal.token().to_string();
        let before = source.get(..offset(&source, byte)?)?;
        let start = place(self.span(), &source)?;
        Some(match before.rsplit_once('\n') {
            None => Place {
                column: start.column + before.chars().count(),
                ..start
            },
            Some((lines, last)) => Place {
                line: start.line + lines.matches('\n').count() + 1,
                column: last.chars().count() + 1,
                ..start
            },
        })
    }
}

/// The byte of a string literal, as it is written, at which a byte of its text begins; behind the last, the closing
/// quote. `None` where it is no such literal.
fn offset(literal: &str, byte: usize) -> Option<usize> {
    if let Some(raw) = literal.strip_prefix('r') {
        let hashes = raw.bytes().take_while(|byte| *byte == b'#').count();
        let start = 1 + hashes + 1;
        let end = literal.len().checked_sub(hashes + 1)?;
        return (start + byte <= end).then_some(start + byte);
    }
    let mut rest = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut read = 0;
    loop {
        rest = without_continuations(rest);
        let at = literal.len() - 1 - rest.len();
        let Some((means, written)) = character(rest) else {
            return (byte <= read).then_some(at);
        };
        read += means;
        if byte < read {
            return Some(at);
        }
        rest = &rest[written..];
    }
}

/// A backslash at the end of a line, with the white space behind it, means nothing.
fn without_continuations(mut rest: &str) -> &str {
    while let Some(behind) = rest
        .strip_prefix("\\\n")
        .or_else(|| rest.strip_prefix("\\\r\n"))
    {
        rest = behind.trim_start_matches([' ', '\t', '\n', '\r']);
    }
    rest
}

/// How many bytes the first character has in the text, and how many as it is written.
fn character(rest: &str) -> Option<(usize, usize)> {
    let mut chars = rest.chars();
    let first = chars.next()?;
    if first != '\\' {
        // A line may end in two characters, and means one.
        let is_crlf = rest.starts_with("\r\n");
        return Some(if is_crlf {
            (1, 2)
        } else {
            (first.len_utf8(), first.len_utf8())
        });
    }
    Some(match chars.next()? {
        'x' => (1, 4),
        'u' => {
            let end = rest.find('}')?;
            let digits = rest.get(3..end)?.replace('_', "");
            let meant = char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?;
            (meant.len_utf8(), end + 1)
        }
        _ => (1, 2),
    })
}

#[cfg(test)]
mod tests {
    use super::{Expression, offset};

    /// In a literal, `‸` stands where the character behind it begins; the number is that of its byte in the text.
    #[test]
    fn bytes_of_the_text_are_found_in_the_literal() {
        for (marked, byte) in [
            (r#""‸self.a""#, 0),
            (r#""self.‸a""#, 5),
            (r#""self.a‸""#, 6),
            (r#""‸""#, 0),
            // Escapes of one byte.
            (r#""\n‸a""#, 1),
            (r#""‸\na""#, 0),
            (r#""\"\\\t\r\0\'‸a""#, 6),
            (r#""a\x41‸b""#, 2),
            // Of two, three and four bytes, with underscores.
            (r#""\u{e9}‸b""#, 2),
            (r#""\u{20_AC}‸b""#, 3),
            (r#""\u{1F600}\u{61}‸b""#, 5),
            (r#""a‸\u{e9}b""#, 1),
            // Written out.
            (r#""é€😀‸b""#, 9),
            (r#""é‸€""#, 2),
            // A line goes on; what is skipped means nothing.
            ("\"a &&\\\n    \t ‸b\"", 4),
            ("\"a\\\n\n  ‸b\"", 1),
            ("\"a\\\n  \\\n ‸b\"", 1),
            ("\"\\\n ‸b\"", 0),
            ("\"b\\\n ‸\"", 1),
            // A line ends.
            ("\"a\n  ‸b\"", 4),
            // Raw.
            (r#"r"a\‸n""#, 2),
            (r##"r#"a "b" ‸c"#"##, 6),
            (r##"r#"‸"#"##, 0),
            ("r###\"é\"##\n‸b\"###", 6),
        ] {
            let wanted = marked.find('‸');
            assert_eq!(offset(&marked.replace('‸', ""), byte), wanted, "{marked}");
        }
    }

    #[test]
    fn what_is_behind_the_end_is_nowhere() {
        for literal in [r#""ab""#, r#"r"ab""#, r##"r#"ab"#"##, r#""a\x62""#] {
            assert!(offset(literal, 2).is_some(), "{literal}");
            assert_eq!(offset(literal, 3), None, "{literal}");
        }
        for literal in ["", "r", "1", "b\"a\"", "\"a"] {
            assert_eq!(offset(literal, 0), None, "{literal}");
        }
    }

    /// A byte within a character is where the character is.
    #[test]
    fn every_character_is_where_it_is_written() {
        let literal = r#""x\u{e9}é\\ \x41€""#;
        let text = syn::parse_str::<syn::LitStr>(literal).unwrap().value();
        let mut last = 0;
        for byte in 0..=text.len() {
            let at = offset(literal, byte).unwrap();
            assert!(at >= last, "{byte}");
            assert_eq!(text.is_char_boundary(byte), at > last, "{byte}");
            last = at;
        }
        assert_eq!(last, literal.len() - 1);
    }

    #[test]
    fn lines_and_columns_are_those_of_the_file() {
        let place = |code: &str, byte| {
            let literal = code.parse::<proc_macro2::TokenStream>().unwrap();
            let place = Expression::new(syn::parse2(literal).unwrap()).place_of(byte);
            place.map(|place| (place.line, place.column)).unwrap()
        };
        assert_eq!(place(r#"  "self.a""#, 5), (1, 9));
        assert_eq!(place(r#"  "é\u{e9} a""#, 5), (1, 12));
        assert_eq!(place("\n  \"a &&\\\n     b\"", 4), (3, 6));
        assert_eq!(place("\n  \"a &&\n  b\n c\"", 10), (4, 2));
        assert_eq!(place(" r##\"a\n é b\"##", 6), (2, 4));
    }
}
