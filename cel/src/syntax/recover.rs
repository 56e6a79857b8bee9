//! What the parser says of wrong tokens, and how it goes on after them: as the server's parser generator does.

use crate::error::NO_PLACE;

use super::Span;
use super::ast::{Literal, NodeId, NodeKind};
use super::build::Place;
use super::expected::{Expected, OPERAND, OPERATOR, SELECTION};
use super::parse::{Depths, Parsed, Parser, Result, Stop};
use super::token::{Kind, Token};

/// How often the parser may pass over something.
const MOST_RECOVERIES: u32 = 30;
/// How many tokens it may pass over at once.
const MOST_PASSED: u32 = 256;

/// A text as a message shows it, on one line.
pub(super) fn written(text: &str) -> String {
    text.replace('\n', "\\n")
        .replace('\t', "\\t")
        .replace('\r', "\\r")
}

/// How deep the parser is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nesting {
    depths: Depths,
    follow: usize,
}

impl Parser<'_> {
    pub(super) fn shown(&self, token: Token) -> String {
        if token.kind == Kind::End {
            return "'<EOF>'".to_owned();
        }
        format!("'{}'", written(self.text_of(token)))
    }

    /// An error of the grammar. After one, nothing more is said until a token has been taken.
    pub(super) fn syntax_error(&mut self, token: Token, message: &str, hint: Option<&str>) {
        if self.recovering {
            return;
        }
        self.recovering = true;
        self.reports.at(
            self.text,
            token.span.start,
            token.span,
            format!("Syntax error: {message}"),
            hint.map(str::to_owned),
        );
    }

    /// An error that does not keep the parser from going on.
    pub(super) fn refuse(&mut self, place: Place, message: String, hint: Option<String>) -> NodeId {
        self.reports
            .at(self.text, place.position, place.span, message, hint);
        self.builder.literal(place, Literal::Null)
    }

    /// Takes what must come here. One token too many is passed over, one missing is made up, as the server does.
    pub(super) fn close(&mut self, kind: Kind) -> Result<Token> {
        if self.peek().kind == kind {
            return Ok(self.advance());
        }
        self.count_recovery()?;
        let after = match kind {
            Kind::Colon => OPERAND,
            Kind::End => Expected::default(),
            _ => OPERATOR
                .and(SELECTION)
                .and(self.follow.last().copied().unwrap_or_default()),
        };
        let token = self.peek();
        if self.ahead(1).kind != kind && after.has(token.kind) {
            let message = format!("missing {} at {}", kind.name(), self.shown(token));
            self.syntax_error(token, &message, None);
            let start = token.span.start as usize;
            return Ok(Token {
                kind,
                span: Span::new(start, start),
            });
        }
        self.wrong(Expected::of(&[kind]))?;
        Ok(self.advance())
    }

    /// Sees that one of these comes next; one token too many is passed over.
    pub(super) fn expect(&mut self, expected: Expected) -> Result<()> {
        if expected.has(self.peek().kind) {
            return Ok(());
        }
        self.wrong(expected)
    }

    /// Reports a token that is none of these, and passes over it if the next is one.
    fn wrong(&mut self, expected: Expected) -> Result<()> {
        let token = self.peek();
        let extraneous = token.kind != Kind::End && expected.has(self.ahead(1).kind);
        let said = if extraneous {
            "extraneous"
        } else {
            "mismatched"
        };
        let message = format!("{said} input {} expecting {expected}", self.shown(token));
        let hint = self.hint(token);
        self.syntax_error(token, &message, hint);
        if extraneous {
            self.advance();
            return Ok(());
        }
        Err(Stop::Here)
    }

    fn count_recovery(&mut self) -> Result<()> {
        self.recoveries += 1;
        if self.recoveries > MOST_RECOVERIES {
            let message = format!("error recovery attempt limit exceeded: {MOST_RECOVERIES}");
            self.recovering = false;
            self.syntax_error(self.peek(), &message, None);
            return Err(Stop::End);
        }
        Ok(())
    }

    /// Where the parser is in the nesting, to come back to.
    pub(super) fn nesting(&self) -> Nesting {
        Nesting {
            depths: self.depths,
            follow: self.follow.len(),
        }
    }

    /// What a rule of the grammar gave; or, of what was wrong in it, something to go on with after it. `after` may follow
    /// beside operators and what the rules around wait for.
    pub(super) fn recovered(
        &mut self,
        parsed: Result<Parsed>,
        nesting: Nesting,
        after: Expected,
    ) -> Result<Parsed> {
        if parsed.as_ref().err() != Some(&Stop::Here) {
            return parsed;
        }
        self.resume(parsed.map(|_| ()), nesting, after)?;
        let at = self.peek().span;
        let node = self.push(at, NO_PLACE, NodeKind::Literal(Literal::Null));
        Ok(Parsed { node, depth: 0 })
    }

    /// Goes on after what was wrong in a rule of the grammar, in the rule around it.
    pub(super) fn resume(
        &mut self,
        parsed: Result<()>,
        nesting: Nesting,
        after: Expected,
    ) -> Result<()> {
        if parsed.as_ref().err() != Some(&Stop::Here) {
            return parsed;
        }
        self.depths = nesting.depths;
        self.follow.truncate(nesting.follow);
        self.recover(after)
    }

    /// Passes over what is wrong, up to what can follow anything around.
    pub(super) fn recover(&mut self, after: Expected) -> Result<()> {
        let follow = self
            .follow
            .iter()
            .fold(OPERATOR.and(after), |all, next| all.and(*next));
        self.pass_until(follow)
    }

    /// Passes over what follows a whole expression.
    pub(super) fn recover_at_end(&mut self) -> Result<()> {
        self.pass_until(Expected::default())
    }

    fn pass_until(&mut self, follow: Expected) -> Result<()> {
        self.count_recovery()?;
        let mut passed = 0;
        while self.peek().kind != Kind::End && !follow.has(self.peek().kind) {
            if passed == MOST_PASSED {
                let message =
                    format!("error recovery token lookahead limit exceeded: {MOST_PASSED}");
                self.reports.nowhere(self.text, message, None);
                return Err(Stop::End);
            }
            passed += 1;
            self.skip();
        }
        Ok(())
    }

    /// What was meant by a token that cannot stand here.
    pub(super) fn hint(&self, token: Token) -> Option<&'static str> {
        match (token.kind, self.text_of(token)) {
            (Kind::Identifier, "and" | "AND") => Some("write `&&`"),
            (Kind::Identifier, "or" | "OR") => Some("write `||`"),
            (Kind::Identifier, "not" | "NOT") => Some("write `!`"),
            (Kind::Identifier, "is" | "eq") => Some("write `==`"),
            (Kind::End, _) => Some("the expression ends too early"),
            (Kind::Plus, _) => Some("there is no sign `+`"),
            _ => None,
        }
    }
}
