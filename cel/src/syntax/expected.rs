//! What a parser that meets the wrong token says it expected, in the words of the server's parser generator.

use super::token::Kind;

/// A set of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Expected(u64);

impl Expected {
    pub(super) const fn of(kinds: &[Kind]) -> Self {
        let mut set = 0;
        let mut index = 0;
        while index < kinds.len() {
            set |= 1 << kinds[index] as u8;
            index += 1;
        }
        Self(set)
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }
}

/// What an operand begins with.
pub(super) const OPERAND: Expected = Expected::of(&[
    Kind::LeftBracket,
    Kind::LeftBrace,
    Kind::LeftParen,
    Kind::Dot,
    Kind::Minus,
    Kind::Not,
    Kind::True,
    Kind::False,
    Kind::Null,
    Kind::Float,
    Kind::Int,
    Kind::Uint,
    Kind::String,
    Kind::Bytes,
    Kind::Identifier,
]);

/// What can come between or after operands.
pub(super) const OPERATOR: Expected = Expected::of(&[
    Kind::Equals,
    Kind::NotEquals,
    Kind::In,
    Kind::Less,
    Kind::LessEquals,
    Kind::GreaterEquals,
    Kind::Greater,
    Kind::And,
    Kind::Or,
    Kind::Minus,
    Kind::Question,
    Kind::Plus,
    Kind::Star,
    Kind::Slash,
    Kind::Percent,
]);

/// What takes a part of an operand.
pub(super) const SELECTION: Expected = Expected::of(&[Kind::LeftBracket, Kind::Dot]);

/// As the server prints it: `':'`, or `{']', ','}`.
impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let several = self.0.count_ones() > 1;
        if several {
            f.write_str("{")?;
        }
        let mut first = true;
        let end = std::iter::once(Kind::End);
        for kind in end.chain(ALL).filter(|kind| self.has(*kind)) {
            if !first {
                f.write_str(", ")?;
            }
            first = false;
            f.write_str(kind.name())?;
        }
        if several {
            f.write_str("}")?;
        }
        Ok(())
    }
}

const ALL: [Kind; 35] = [
    Kind::Equals,
    Kind::NotEquals,
    Kind::In,
    Kind::Less,
    Kind::LessEquals,
    Kind::GreaterEquals,
    Kind::Greater,
    Kind::And,
    Kind::Or,
    Kind::LeftBracket,
    Kind::RightBracket,
    Kind::LeftBrace,
    Kind::RightBrace,
    Kind::LeftParen,
    Kind::RightParen,
    Kind::Dot,
    Kind::Comma,
    Kind::Minus,
    Kind::Not,
    Kind::Question,
    Kind::Colon,
    Kind::Plus,
    Kind::Star,
    Kind::Slash,
    Kind::Percent,
    Kind::True,
    Kind::False,
    Kind::Null,
    Kind::Float,
    Kind::Int,
    Kind::Uint,
    Kind::String,
    Kind::Bytes,
    Kind::Identifier,
    Kind::Escaped,
];
