//! From text to tokens.

use crate::error::Reports;

use super::Span;

/// What a token is, in the order in which the server lists what it expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Kind {
    Equals,
    NotEquals,
    In,
    Less,
    LessEquals,
    GreaterEquals,
    Greater,
    And,
    Or,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    LeftParen,
    RightParen,
    Dot,
    Comma,
    Minus,
    Not,
    Question,
    Colon,
    Plus,
    Star,
    Slash,
    Percent,
    True,
    False,
    Null,
    Float,
    Int,
    Uint,
    String,
    Bytes,
    Identifier,
    /// Between backticks.
    Escaped,
    /// After the last.
    End,
}

impl Kind {
    /// As the server's messages name it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Equals => "'=='",
            Self::NotEquals => "'!='",
            Self::In => "'in'",
            Self::Less => "'<'",
            Self::LessEquals => "'<='",
            Self::GreaterEquals => "'>='",
            Self::Greater => "'>'",
            Self::And => "'&&'",
            Self::Or => "'||'",
            Self::LeftBracket => "'['",
            Self::RightBracket => "']'",
            Self::LeftBrace => "'{'",
            Self::RightBrace => "'}'",
            Self::LeftParen => "'('",
            Self::RightParen => "')'",
            Self::Dot => "'.'",
            Self::Comma => "','",
            Self::Minus => "'-'",
            Self::Not => "'!'",
            Self::Question => "'?'",
            Self::Colon => "':'",
            Self::Plus => "'+'",
            Self::Star => "'*'",
            Self::Slash => "'/'",
            Self::Percent => "'%'",
            Self::True => "'true'",
            Self::False => "'false'",
            Self::Null => "'null'",
            Self::Float => "NUM_FLOAT",
            Self::Int => "NUM_INT",
            Self::Uint => "NUM_UINT",
            Self::String => "STRING",
            Self::Bytes => "BYTES",
            Self::Identifier => "IDENTIFIER",
            Self::Escaped => "ESC_IDENTIFIER",
            Self::End => "<EOF>",
        }
    }
}

/// A token of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// The tokens of a text, with an [`Kind::End`] at the end. What is no token is reported and left out.
pub(super) fn tokens(text: &str, backticks: bool, reports: &mut Reports) -> Vec<Token> {
    let lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        backticks,
    };
    let mut tokens = Vec::with_capacity(text.len() / 3 + 2);
    let mut position = 0;
    loop {
        position = lexer.after_space(position);
        // The server gives up after as many errors.
        if position >= text.len() || reports.is_full() {
            break;
        }
        match lexer.token(position) {
            Ok((kind, end)) => {
                tokens.push(Token {
                    kind,
                    span: Span::new(position, end),
                });
                position = end;
            }
            Err(end) => {
                let refused = &text[position..end];
                let message = format!("Syntax error: token recognition error at: '{refused}'");
                let start = u32::try_from(position).unwrap_or(u32::MAX);
                let span = Span::new(position, end);
                if refused.starts_with('`') {
                    reports.backtick(text, (start, span), message);
                } else {
                    reports.at(text, start, span, message, hint(refused));
                }
                position = end;
            }
        }
    }
    tokens.push(Token {
        kind: Kind::End,
        span: Span::new(text.len(), text.len()),
    });
    tokens
}

/// A text without what is no token in it; spaces and comments stay.
pub(super) fn recognized(text: &str, backticks: bool) -> String {
    let lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        backticks,
    };
    let mut kept = String::with_capacity(text.len());
    let mut position = 0;
    while position < text.len() {
        let start = lexer.after_space(position);
        kept.push_str(&text[position..start]);
        if start == text.len() {
            break;
        }
        position = match lexer.token(start) {
            Ok((_, end)) => {
                kept.push_str(&text[start..end]);
                end
            }
            Err(end) => end,
        };
    }
    kept
}

/// What was meant by a text that is no token.
fn hint(refused: &str) -> Option<String> {
    let mut characters = refused.chars();
    let said = match characters.next()? {
        '=' => "compare with `==`; there is no assignment",
        '&' => "write `&&` for \"and\"; there are no operators on bits",
        '|' => "write `||` for \"or\"; there are no operators on bits",
        '"' | '\'' if refused.contains('\\') => {
            "this escape is not one of CEL: in a regular expression write a raw string, r'…', or double the backslash"
        }
        '"' | '\'' => "the string is not closed",
        'r' | 'R' | 'b' | 'B' => "the string is not closed",
        '#' => "comments begin with `//`",
        '\u{2018}'..='\u{201f}' => "quote with ' or \"",
        _ => return None,
    };
    Some(said.to_owned())
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    backticks: bool,
}

impl Lexer<'_> {
    fn at(&self, position: usize) -> u8 {
        self.bytes.get(position).copied().unwrap_or(0)
    }

    /// After white space and comments.
    fn after_space(&self, mut position: usize) -> usize {
        loop {
            match self.at(position) {
                b' ' | b'\t' | b'\r' | b'\n' | 0x0c if position < self.bytes.len() => position += 1,
                b'/' if self.at(position + 1) == b'/' => {
                    position = self.text[position..]
                        .find('\n')
                        .map_or(self.text.len(), |newline| position + newline);
                }
                _ => return position,
            }
        }
    }

    /// The token that begins here and its end; or where the text ends that cannot become one.
    fn token(&self, start: usize) -> Result<(Kind, usize), usize> {
        let second = self.at(start + 1);
        let one = |kind| Ok((kind, start + 1));
        let two = |kind| Ok((kind, start + 2));
        match self.at(start) {
            b'=' if second == b'=' => two(Kind::Equals),
            b'!' if second == b'=' => two(Kind::NotEquals),
            b'<' if second == b'=' => two(Kind::LessEquals),
            b'>' if second == b'=' => two(Kind::GreaterEquals),
            b'&' if second == b'&' => two(Kind::And),
            b'|' if second == b'|' => two(Kind::Or),
            b'<' => one(Kind::Less),
            b'>' => one(Kind::Greater),
            b'!' => one(Kind::Not),
            // The first of two characters that are one operator: the second is refused with it.
            b'=' | b'&' | b'|' => Err(self.after_character(start + 1)),
            b'[' => one(Kind::LeftBracket),
            b']' => one(Kind::RightBracket),
            b'{' => one(Kind::LeftBrace),
            b'}' => one(Kind::RightBrace),
            b'(' => one(Kind::LeftParen),
            b')' => one(Kind::RightParen),
            b'.' if second.is_ascii_digit() => Ok(self.number(start)),
            b'.' => one(Kind::Dot),
            b',' => one(Kind::Comma),
            b'-' => one(Kind::Minus),
            b'?' => one(Kind::Question),
            b':' => one(Kind::Colon),
            b'+' => one(Kind::Plus),
            b'*' => one(Kind::Star),
            b'/' => one(Kind::Slash),
            b'%' => one(Kind::Percent),
            b'0'..=b'9' => Ok(self.number(start)),
            b'"' | b'\'' => self.string(start, Kind::String),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Ok(self.word(start)),
            b'`' if self.backticks => self.escaped(start),
            _ => Err(self.after_character(start)),
        }
    }

    fn after_character(&self, position: usize) -> usize {
        let rest = self.text.get(position..).unwrap_or_default();
        position + rest.chars().next().map_or(0, char::len_utf8)
    }

    fn word(&self, start: usize) -> (Kind, usize) {
        let prefix = match (self.at(start), self.at(start + 1)) {
            (b'b' | b'B', b'r' | b'R') => 2,
            (b'b' | b'B' | b'r' | b'R', _) => 1,
            _ => 0,
        };
        if prefix > 0 && matches!(self.at(start + prefix), b'"' | b'\'') {
            let kind = match self.at(start) {
                b'b' | b'B' => Kind::Bytes,
                _ => Kind::String,
            };
            // What cannot be a string is a name with something after it.
            if let Ok(token) = self.string(start, kind) {
                return token;
            }
        }
        let mut end = start;
        while matches!(self.at(end), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_') {
            end += 1;
        }
        let kind = match &self.text[start..end] {
            "in" => Kind::In,
            "true" => Kind::True,
            "false" => Kind::False,
            "null" => Kind::Null,
            _ => Kind::Identifier,
        };
        (kind, end)
    }

    fn escaped(&self, start: usize) -> Result<(Kind, usize), usize> {
        let mut end = start + 1;
        while matches!(self.at(end), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'-' | b'/' | b' ')
        {
            end += 1;
        }
        if self.at(end) == b'`' && end > start + 1 {
            return Ok((Kind::Escaped, end + 1));
        }
        Err(self.after_character(end))
    }

    fn digits(&self, mut position: usize) -> usize {
        while self.at(position).is_ascii_digit() {
            position += 1;
        }
        position
    }

    fn number(&self, start: usize) -> (Kind, usize) {
        if self.at(start) == b'0'
            && self.at(start + 1) == b'x'
            && self.at(start + 2).is_ascii_hexdigit()
        {
            let mut end = start + 2;
            while self.at(end).is_ascii_hexdigit() {
                end += 1;
            }
            return match self.at(end) {
                b'u' | b'U' => (Kind::Uint, end + 1),
                _ => (Kind::Int, end),
            };
        }
        let whole = self.digits(start);
        let mut end = whole;
        if self.at(whole) == b'.' && self.at(whole + 1).is_ascii_digit() {
            end = self.digits(whole + 1);
        }
        if matches!(self.at(end), b'e' | b'E') {
            let sign = usize::from(matches!(self.at(end + 1), b'+' | b'-'));
            if self.at(end + 1 + sign).is_ascii_digit() {
                end = self.digits(end + 1 + sign);
            }
        }
        if end > whole {
            return (Kind::Float, end);
        }
        match self.at(whole) {
            b'u' | b'U' => (Kind::Uint, whole + 1),
            _ => (Kind::Int, whole),
        }
    }

    /// A string from its prefix on. Where three quotes do not close, the first two are an empty string.
    fn string(&self, start: usize, kind: Kind) -> Result<(Kind, usize), usize> {
        let mut position = start;
        let mut raw = false;
        while !matches!(self.at(position), b'"' | b'\'') {
            raw |= matches!(self.at(position), b'r' | b'R');
            position += 1;
        }
        let quote = self.at(position);
        if self.at(position + 1) == quote && self.at(position + 2) == quote {
            return match self.closing(position + 3, quote, raw, true) {
                Ok(end) => Ok((kind, end)),
                Err(_) => Ok((kind, position + 2)),
            };
        }
        self.closing(position + 1, quote, raw, false)
            .map(|end| (kind, end))
    }

    /// After the quotes that close a string; or after the character that cannot stand in it.
    fn closing(
        &self,
        mut position: usize,
        quote: u8,
        raw: bool,
        three: bool,
    ) -> Result<usize, usize> {
        loop {
            if position >= self.bytes.len() {
                return Err(self.bytes.len());
            }
            match self.at(position) {
                byte if byte == quote => {
                    if !three {
                        return Ok(position + 1);
                    }
                    if self.at(position + 1) == quote && self.at(position + 2) == quote {
                        return Ok(position + 3);
                    }
                    position += 1;
                }
                b'\n' | b'\r' if !three => return Err(position + 1),
                b'\\' if !raw => position = self.escape(position)?,
                _ => position += 1,
            }
        }
    }

    /// After an escape; or after the character that is none.
    fn escape(&self, backslash: usize) -> Result<usize, usize> {
        let first = backslash + 1;
        let (digits, class): (usize, fn(u8) -> bool) = match self.at(first) {
            b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'"' | b'\'' | b'\\' | b'?' | b'`' => {
                return Ok(first + 1);
            }
            b'0'..=b'3' => (2, |byte| matches!(byte, b'0'..=b'7')),
            b'x' | b'X' => (2, |byte| byte.is_ascii_hexdigit()),
            b'u' => (4, |byte| byte.is_ascii_hexdigit()),
            b'U' => (8, |byte| byte.is_ascii_hexdigit()),
            _ => return Err(self.after_character(first)),
        };
        for digit in first + 1..=first + digits {
            if !class(self.at(digit)) {
                return Err(self.after_character(digit));
            }
        }
        Ok(first + 1 + digits)
    }
}
