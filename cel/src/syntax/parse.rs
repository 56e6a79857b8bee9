//! From tokens to a tree.

use crate::environment::Environment;
use crate::error::{Errors, Reports};

use super::ast::{Ast, NodeId, NodeKind};
use super::build::{Builder, Place};
use super::expected::{Expected, OPERAND};
use super::token::{Kind, Token, tokens};
use super::{Span, operator};

/// How long an expression may be, in code points.
pub const LONGEST_EXPRESSION: usize = 100_000;
/// How deep an expression may be nested.
pub const DEEPEST_NESTING: u32 = 250;

/// Parses an expression and expands its macros.
///
/// What is no expression is refused with all the errors that the server lists, or with its first where the parser
/// cannot go on.
pub fn parse(text: &str, environment: Environment) -> Result<Ast, Errors> {
    let mut reports = Reports::default();
    let length = if text.len() > LONGEST_EXPRESSION {
        text.chars().count()
    } else {
        0
    };
    if length > LONGEST_EXPRESSION {
        reports.nowhere(
            text,
            format!("expression code point size exceeds limit: size: {length}, limit {LONGEST_EXPRESSION}"),
            None,
        );
        return Err(reports.into_errors(text));
    }
    // The token is known with cel-go 0.23, and refused later where its use is not.
    let backticks = environment.server().at_least(33);
    let tokens = tokens(text, backticks, &mut reports);
    let mut parser = Parser {
        text,
        environment,
        builder: Builder::with_capacity(tokens.len() * 2),
        tokens,
        backticks,
        next: 0,
        reports,
        depths: Depths::default(),
        follow: vec![Expected::of(&[Kind::End])],
        recovering: false,
        recoveries: 0,
    };
    let parsed = parser
        .expression()
        .and_then(|parsed| match parser.close(Kind::End) {
            Ok(_) => Ok(parsed),
            Err(Stop::Here) => parser.recover_at_end().map(|()| parsed),
            Err(stop) => Err(stop),
        });
    if parser.builder.overflowed() {
        parser.reports.nowhere(
            text,
            "expression is too large once its macros are expanded".to_owned(),
            Some(
                "each optMap and optFlatMap repeats what it is called on: do not chain so many"
                    .to_owned(),
            ),
        );
    }
    match parsed {
        Ok(parsed) if parser.reports.is_empty() => Ok(parser.builder.finish(parsed.node)),
        _ => Err(parser.reports.into_errors(text)),
    }
}

/// The parser cannot go on where it is, and has said why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The rule of the grammar around can pass over what is wrong.
    Here,
    /// Nothing more is to be said.
    End,
}

pub(super) type Result<T, E = Stop> = std::result::Result<T, E>;

/// A parsed expression, and how deep the server nests while it visits it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parsed {
    pub(super) node: NodeId,
    pub(super) depth: u32,
}

/// How deep the parser is in each rule of the server's grammar that nests.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Depths {
    expression: u32,
    relation: u32,
    calculation: u32,
}

pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) environment: Environment,
    pub(super) builder: Builder,
    tokens: Vec<Token>,
    next: usize,
    pub(super) reports: Reports,
    pub(super) depths: Depths,
    /// Whether names in backticks are tokens.
    pub(super) backticks: bool,
    /// What may follow an expression, by nesting.
    pub(super) follow: Vec<Expected>,
    /// Whether an error was reported and no token has been taken since.
    pub(super) recovering: bool,
    /// How often the parser has passed over something.
    pub(super) recoveries: u32,
}

impl<'t> Parser<'t> {
    pub(super) fn peek(&self) -> Token {
        self.ahead(0)
    }

    pub(super) fn ahead(&self, count: usize) -> Token {
        let last = self.tokens.len() - 1;
        self.tokens[(self.next + count).min(last)]
    }

    pub(super) fn advance(&mut self) -> Token {
        self.recovering = false;
        self.skip()
    }

    /// Passes over a token that is not taken for anything.
    pub(super) fn skip(&mut self) -> Token {
        let token = self.peek();
        if token.kind != Kind::End {
            self.next += 1;
        }
        token
    }

    pub(super) fn take(&mut self, kind: Kind) -> Option<Token> {
        (self.peek().kind == kind).then(|| self.advance())
    }

    pub(super) fn text_of(&self, token: Token) -> &'t str {
        &self.text[token.span.range()]
    }

    pub(super) fn span_of(&self, node: NodeId) -> Span {
        self.builder.node(node).span
    }

    fn nested(&mut self, count: fn(&mut Depths) -> &mut u32) -> Result<()> {
        let depth = count(&mut self.depths);
        *depth += 1;
        if *depth > DEEPEST_NESTING {
            self.reports.nowhere(
                self.text,
                format!("expression recursion limit exceeded: {DEEPEST_NESTING}"),
                None,
            );
            return Err(Stop::End);
        }
        Ok(())
    }

    /// A node one deeper than the deepest below it.
    pub(super) fn deeper(&mut self, node: NodeId, below: u32) -> Result<Parsed> {
        let depth = below + 1;
        if depth > DEEPEST_NESTING {
            self.reports
                .nowhere(self.text, "max recursion depth exceeded".to_owned(), None);
            return Err(Stop::End);
        }
        Ok(Parsed { node, depth })
    }

    /// `a`, or `a ? b : c`
    pub(super) fn expression(&mut self) -> Result<Parsed> {
        self.nested(|depths| &mut depths.expression)?;
        let condition = self.disjunction()?;
        let parsed = if let Some(question) = self.take(Kind::Question) {
            self.follow.push(Expected::of(&[Kind::Colon]));
            let yes = self.disjunction()?;
            self.follow.pop();
            let nesting = self.nesting();
            let no = match self.close(Kind::Colon) {
                Ok(_) => self.expression(),
                Err(stop) => Err(stop),
            };
            let no = self.recovered(no, nesting, Expected::default())?;
            let place = Place {
                span: self.span_of(condition.node).to(self.span_of(no.node)),
                position: question.span.start,
            };
            let node = self
                .builder
                .conditional(place, condition.node, yes.node, no.node);
            self.deeper(node, condition.depth.max(yes.depth).max(no.depth))?
        } else {
            condition
        };
        self.depths.expression -= 1;
        Ok(parsed)
    }

    /// `a || b || c`, as a balanced tree.
    fn disjunction(&mut self) -> Result<Parsed> {
        let first = self.conjunction()?;
        if self.peek().kind != Kind::Or {
            return Ok(first);
        }
        let (mut terms, mut operators, mut depth) = (vec![first.node], Vec::new(), first.depth);
        while let Some(or) = self.take(Kind::Or) {
            let term = self.conjunction()?;
            terms.push(term.node);
            operators.push(or.span.start);
            depth = depth.max(term.depth);
        }
        let node = self.builder.balanced(operator::OR, &terms, &operators);
        Ok(Parsed { node, depth })
    }

    /// `a && b && c`, as a balanced tree.
    fn conjunction(&mut self) -> Result<Parsed> {
        let first = self.relation()?;
        if self.peek().kind != Kind::And {
            return Ok(first);
        }
        let (mut terms, mut operators, mut depth) = (vec![first.node], Vec::new(), first.depth);
        while let Some(and) = self.take(Kind::And) {
            let term = self.relation()?;
            terms.push(term.node);
            operators.push(and.span.start);
            depth = depth.max(term.depth);
        }
        let node = self.builder.balanced(operator::AND, &terms, &operators);
        Ok(Parsed { node, depth })
    }

    fn binary(
        &mut self,
        function: &'static str,
        operator: Token,
        left: Parsed,
        right: Parsed,
    ) -> Result<Parsed> {
        let place = Place {
            span: self.span_of(left.node).to(self.span_of(right.node)),
            position: operator.span.start,
        };
        let node = self
            .builder
            .call(place, function, vec![left.node, right.node]);
        self.deeper(node, left.depth.max(right.depth))
    }

    /// `a < b`
    fn relation(&mut self) -> Result<Parsed> {
        self.nested(|depths| &mut depths.relation)?;
        let mut left = self.sum()?;
        loop {
            let function = match self.peek().kind {
                Kind::Equals => operator::EQUALS,
                Kind::NotEquals => operator::NOT_EQUALS,
                Kind::Less => operator::LESS,
                Kind::LessEquals => operator::LESS_EQUALS,
                Kind::Greater => operator::GREATER,
                Kind::GreaterEquals => operator::GREATER_EQUALS,
                Kind::In => operator::IN,
                _ => break,
            };
            let operator = self.advance();
            self.nested(|depths| &mut depths.relation)?;
            let right = self.sum()?;
            self.depths.relation -= 1;
            left = self.binary(function, operator, left, right)?;
        }
        self.depths.relation -= 1;
        Ok(left)
    }

    /// `a + b`
    fn sum(&mut self) -> Result<Parsed> {
        self.nested(|depths| &mut depths.calculation)?;
        let mut left = self.product()?;
        loop {
            let function = match self.peek().kind {
                Kind::Plus => operator::ADD,
                Kind::Minus => operator::SUBTRACT,
                _ => break,
            };
            let operator = self.advance();
            self.nested(|depths| &mut depths.calculation)?;
            let right = self.product()?;
            self.depths.calculation -= 1;
            left = self.binary(function, operator, left, right)?;
        }
        self.depths.calculation -= 1;
        Ok(left)
    }

    /// `a * b`
    fn product(&mut self) -> Result<Parsed> {
        let mut left = self.unary()?;
        loop {
            let function = match self.peek().kind {
                Kind::Star => operator::MULTIPLY,
                Kind::Slash => operator::DIVIDE,
                Kind::Percent => operator::MODULO,
                _ => break,
            };
            let operator = self.advance();
            self.nested(|depths| &mut depths.calculation)?;
            let right = self.unary()?;
            self.depths.calculation -= 1;
            left = self.binary(function, operator, left, right)?;
        }
        Ok(left)
    }

    /// `!a`, `-a`
    fn unary(&mut self) -> Result<Parsed> {
        let nesting = self.nesting();
        let parsed = self.signed();
        self.recovered(parsed, nesting, Expected::default())
    }

    fn signed(&mut self) -> Result<Parsed> {
        self.expect(OPERAND)?;
        let first = self.peek();
        let function = match first.kind {
            Kind::Not => operator::NOT,
            // A sign belongs to a literal, unless another comes before it.
            Kind::Minus if matches!(self.ahead(1).kind, Kind::Int | Kind::Float) => {
                return self.member();
            }
            Kind::Minus => operator::NEGATE,
            _ => return self.member(),
        };
        let mut count = 0_usize;
        let mut last = first;
        while let Some(sign) = self.take(first.kind) {
            last = sign;
            count += 1;
        }
        let next = self.peek();
        let begins = OPERAND.has(next.kind) && !matches!(next.kind, Kind::Not | Kind::Minus);
        if first.kind == Kind::Minus && !begins {
            let message = self.no_alternative(last, next);
            let hint = self.hint(next);
            self.syntax_error(next, &message, hint);
            // The sign is not taken: it is an operator to what goes on here.
            self.next -= 1;
            return Err(Stop::Here);
        }
        // `!-1` is a literal with its sign, `!-a` is nothing.
        let signed =
            next.kind == Kind::Minus && matches!(self.ahead(1).kind, Kind::Int | Kind::Float);
        if !begins && !signed {
            if next.kind == Kind::Minus {
                let message = self.no_alternative(next, self.ahead(1));
                self.syntax_error(self.ahead(1), &message, None);
                return Err(Stop::Here);
            }
            let message = format!("extraneous input {} expecting {OPERAND}", self.shown(next));
            let hint = self.hint(next);
            self.syntax_error(next, &message, hint);
            self.advance();
            if !OPERAND.has(self.peek().kind) || matches!(self.peek().kind, Kind::Not | Kind::Minus)
            {
                return Err(Stop::Here);
            }
        }
        let operand = self.member()?;
        if count.is_multiple_of(2) {
            return Ok(operand);
        }
        let place = Place {
            span: first.span.to(self.span_of(operand.node)),
            position: first.span.start,
        };
        let node = self.builder.call(place, function, vec![operand.node]);
        Ok(Parsed {
            node,
            depth: operand.depth,
        })
    }

    pub(super) fn push(&mut self, span: Span, position: u32, kind: NodeKind) -> NodeId {
        self.builder.push(Place { span, position }, kind)
    }
}
