//! The JSON path of a column, as the server's table printer parses it.
//!
//! Source: `util/jsonpath` of client-go. The printer wraps the path in braces and parses a template, so a `}` in
//! the path ends the expression; spaces, `$` and `@` mean nothing; a backslash takes the next character literally.

use std::fmt;

use crate::go_text::quote;

mod bracket;

/// Filters may hold filters; no column needs more of that.
const MAX_DEPTH: u8 = 16;

/// A parsed column path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    segments: Vec<Segment>,
}

/// One step of a column path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Segment {
    /// `.name` or `['name']`, unescaped.
    Field(String),
    /// `[0]`, `[-1]`, `[1:2]`, `[*]` or a filter: items of a list.
    Items,
    /// `.*`, `..` or `[a,b]`: any of several children.
    Any,
    /// Text, a number or a word that stands for itself: no step into the object.
    Constant,
}

/// Why the table printer cannot parse a path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathError {
    /// The path ends within something.
    Unclosed,
    /// A character that starts nothing.
    Character(char),
    /// `....`
    RecursiveTwice,
    /// Not a number.
    Number(String),
    /// A bracket that is not closed.
    Array,
    /// Brackets hold neither an index, nor a slice, nor a quoted name.
    Index(String),
    /// A filter that is not closed by `)]`.
    Filter,
    /// A quoted text that is not closed or has a bad escape.
    Quote,
    /// Filters within filters within filters.
    TooDeep,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unclosed => {
                f.write_str("the path ends in the middle; write one like `.spec.replicas`")
            }
            Self::Character(c) => write!(
                f,
                "{c:?} cannot stand there; write a path like `.spec.replicas`"
            ),
            Self::RecursiveTwice => f.write_str("`..` follows `..`; write it once"),
            Self::Number(text) => write!(f, "{} is no number", quote(text)),
            Self::Array => f.write_str("a `[` is not closed; write `]`"),
            Self::Index(text) => write!(
                f,
                "{} is no index; write `[0]`, `[*]` or `['name']`",
                quote(text)
            ),
            Self::Filter => f.write_str("a filter is not closed; write `[?(@.type==\"Ready\")]`"),
            Self::Quote => {
                f.write_str("a quoted text is not closed or has an escape that there is not")
            }
            Self::TooDeep => f.write_str("filters are nested too deeply; write a simpler path"),
        }
    }
}

impl std::error::Error for PathError {}

impl Path {
    /// Parses a path that starts with a dot.
    pub fn parse(path: &str) -> Result<Self, PathError> {
        parse_template(&format!("{{{path}}}"), MAX_DEPTH).map(|segments| Self { segments })
    }

    /// The steps, in order.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }
}

fn parse_template(text: &str, depth: u8) -> Result<Vec<Segment>, PathError> {
    let depth = depth.checked_sub(1).ok_or(PathError::TooDeep)?;
    let mut parser = Parser {
        rest: text,
        depth,
        segments: Vec::new(),
    };
    // Text before and after an action is printed as it is.
    while let Some((before, action)) = parser.rest.split_once('{') {
        if !before.is_empty() {
            parser.segments.push(Segment::Constant);
        }
        parser.rest = action;
        parser.action()?;
    }
    if !parser.rest.is_empty() {
        parser.segments.push(Segment::Constant);
    }
    Ok(parser.segments)
}

struct Parser<'p> {
    rest: &'p str,
    depth: u8,
    segments: Vec<Segment>,
}

impl Parser<'_> {
    fn take(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let c = characters.next();
        self.rest = characters.as_str();
        c
    }

    fn eat(&mut self, prefix: &str) -> bool {
        self.rest
            .strip_prefix(prefix)
            .map(|rest| self.rest = rest)
            .is_some()
    }

    /// Everything up to the `}`.
    fn action(&mut self) -> Result<(), PathError> {
        let mut after_recursive = false;
        loop {
            let recursive = std::mem::take(&mut after_recursive);
            if self.eat("}") {
                return Ok(());
            }
            if self.eat("[?(") {
                self.filter()?;
                continue;
            }
            if self.eat("..") {
                if recursive {
                    return Err(PathError::RecursiveTwice);
                }
                self.segments.push(Segment::Any);
                if self.rest.starts_with(is_word) {
                    self.field();
                } else {
                    after_recursive = true;
                }
                continue;
            }
            let before = self.rest;
            match self.take() {
                None | Some('\r' | '\n') => return Err(PathError::Unclosed),
                Some(' ' | '@' | '$') => after_recursive = recursive,
                Some('[') => self.array()?,
                Some(end @ ('"' | '\'')) => self.quoted(end)?,
                Some('.') => self.field(),
                Some(c) if c == '+' || c == '-' || is_digit(c) => {
                    self.rest = before;
                    self.number()?;
                }
                Some(c) if is_word(c) => {
                    self.rest = before;
                    let end = self.rest.find(is_terminator).unwrap_or(self.rest.len());
                    self.rest = self.rest.split_at(end).1;
                    self.segments.push(Segment::Constant);
                }
                Some(c) => return Err(PathError::Character(c)),
            }
        }
    }

    fn field(&mut self) {
        let mut name = String::new();
        let mut end = self.rest.len();
        let mut escaped = false;
        for (at, c) in self.rest.char_indices() {
            if std::mem::take(&mut escaped) {
                // An escaped backslash vanishes like the one before it.
                if c != '\\' {
                    name.push(c);
                }
            } else if c == '\\' {
                escaped = true;
            } else if is_terminator(c) {
                end = at;
                break;
            } else {
                name.push(c);
            }
        }
        let (written, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.segments.push(if written == "*" {
            Segment::Any
        } else {
            Segment::Field(name)
        });
    }

    fn number(&mut self) -> Result<(), PathError> {
        let signed = self.rest.strip_prefix(['+', '-']).unwrap_or(self.rest);
        let digits = signed
            .find(|c| c != '.' && !is_digit(c))
            .unwrap_or(signed.len());
        let (text, rest) = self.rest.split_at(self.rest.len() - signed.len() + digits);
        self.rest = rest;
        let good = text.bytes().any(|b| b.is_ascii_digit()) && text.parse::<f64>().is_ok();
        if !good {
            return Err(PathError::Number(text.to_owned()));
        }
        self.segments.push(Segment::Constant);
        Ok(())
    }

    fn quoted(&mut self, end: char) -> Result<(), PathError> {
        let mut previous = end;
        for (at, c) in self.rest.char_indices() {
            if c == '\n' {
                break;
            }
            if c == end && previous != '\\' {
                let (text, rest) = self.rest.split_at(at);
                self.rest = rest.strip_prefix(end).unwrap_or(rest);
                if !are_escapes_good(text, end) {
                    return Err(PathError::Quote);
                }
                self.segments.push(Segment::Constant);
                return Ok(());
            }
            previous = c;
        }
        Err(PathError::Quote)
    }
}

/// Go's `strconv.UnquoteChar`, over and over.
fn are_escapes_good(text: &str, quote: char) -> bool {
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            continue;
        }
        let (digits, radix, limit) = match rest.next() {
            Some('a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '\\') => continue,
            Some(c) if c == quote => continue,
            Some('x') => (2, 16, 0xff),
            Some('u') => (4, 16, 0xffff),
            Some('U') => (8, 16, 0x0010_ffff),
            Some(c @ '0'..='7') => {
                let more: Option<u32> = (0..2).try_fold(c.to_digit(8).unwrap_or(0), |value, _| {
                    Some(value * 8 + rest.next()?.to_digit(8)?)
                });
                if more.is_none_or(|value| value > 0xff) {
                    return false;
                }
                continue;
            }
            _ => return false,
        };
        let value: Option<u64> = (0..digits).try_fold(0, |value, _| {
            Some(value * 16 + u64::from(rest.next()?.to_digit(radix)?))
        });
        // Halves of a surrogate pair are no characters.
        let surrogate = digits > 2 && value.is_some_and(|value| (0xd800..0xe000).contains(&value));
        if surrogate || value.is_none_or(|value| value > limit) {
            return false;
        }
    }
    true
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || (!c.is_ascii() && c.is_numeric() && !c.is_alphabetic())
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_ascii_digit() || c.is_alphabetic()
}

fn is_terminator(c: char) -> bool {
    matches!(
        c,
        ' ' | '\t' | '\r' | '\n' | '.' | ',' | '[' | ']' | '$' | '@' | '{' | '}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str) -> Segment {
        Segment::Field(name.to_owned())
    }

    #[test]
    fn paths_of_published_crds_parse() {
        for (path, segments) in [
            (".spec.replicas", vec![field("spec"), field("replicas")]),
            (
                ".metadata.labels.app\\.kubernetes\\.io/name",
                vec![
                    field("metadata"),
                    field("labels"),
                    field("app.kubernetes.io/name"),
                ],
            ),
            (
                ".metadata.annotations['example\\.com/x']",
                vec![
                    field("metadata"),
                    field("annotations"),
                    field("example.com/x"),
                ],
            ),
            (
                ".status.conditions[?(@.type==\"Ready\")].status",
                vec![
                    field("status"),
                    field("conditions"),
                    Segment::Items,
                    field("status"),
                ],
            ),
            (
                ".spec.hosts[0]",
                vec![field("spec"), field("hosts"), Segment::Items],
            ),
            (
                ".spec.hosts[*].name",
                vec![field("spec"), field("hosts"), Segment::Items, field("name")],
            ),
            ("..name", vec![Segment::Any, field("name")]),
            (".", vec![field("")]),
        ] {
            assert_eq!(
                Path::parse(path).map(|path| path.segments),
                Ok(segments),
                "{path}"
            );
        }
    }

    #[test]
    fn what_the_printer_drops_does_not_parse() {
        for (path, error) in [
            (".spec[", PathError::Array),
            (".spec[x]", PathError::Index("x".into())),
            (".spec['a'b']", PathError::Index("'a'b'".into())),
            (".spec['a']['b", PathError::Array),
            (
                ".status.conditions[?(@.type==\"Ready\"].status",
                PathError::Filter,
            ),
            (".a[1:2:3:4]", PathError::Index("1:2:3:4".into())),
            (
                ".a[99999999999999999999]",
                PathError::Index("99999999999999999999".into()),
            ),
            (".a....b", PathError::RecursiveTwice),
            (".a\n", PathError::Unclosed),
            (".a 'b", PathError::Quote),
            (".a -x", PathError::Number("-".into())),
        ] {
            assert_eq!(Path::parse(path), Err(error), "{path}");
        }
        // Only where a new element starts does a character have to mean something.
        assert!(Path::parse(".a!b c!").is_ok());
        assert_eq!(Path::parse(".a !"), Err(PathError::Character('!')));
    }

    #[test]
    fn nesting_is_bounded() {
        let path = format!(".a{}{}", "[?(".repeat(100_000), ")]".repeat(100_000));
        assert!(Path::parse(&path).is_err());
    }
}
