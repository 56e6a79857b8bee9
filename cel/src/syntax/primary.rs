//! What operands begin with: literals, names, lists, maps, parentheses.

use super::ast::{Literal, MapEntry, NodeId, NodeKind, StructField};
use super::build::Place;
use super::expected::{Expected, OPERAND, SELECTION};
use super::literal::{self, Escapes};
use super::member::NAME;
use super::parse::{Parsed, Parser, Result, Stop};
use super::token::{Kind, Token};

/// What may follow the entries of a map or the fields of a struct.
const BRACE: Expected = Expected::of(&[Kind::RightBrace, Kind::Comma]);

/// Words that no variable and no function may be called by.
const RESERVED: [&str; 17] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Result<Parsed> {
        let token = self.peek();
        let node = match token.kind {
            Kind::LeftParen => {
                self.advance();
                self.within(Expected::of(&[Kind::RightParen]));
                let inner = self.expression()?;
                self.follow.pop();
                self.close(Kind::RightParen)?;
                return Ok(inner);
            }
            Kind::LeftBracket => return self.list(),
            Kind::LeftBrace => return self.map(),
            Kind::Dot | Kind::Identifier => return self.named(),
            Kind::Minus => {
                self.advance();
                self.literal(token)
            }
            _ => {
                self.expect(OPERAND)?;
                self.literal(token)
            }
        };
        Ok(Parsed { node, depth: 0 })
    }

    /// Notes what ends a part of an operand. Of what the whole is, something may be taken.
    fn within(&mut self, end: Expected) {
        self.follow.push(end.and(SELECTION));
    }

    /// A literal, whose sign was taken if it has one.
    pub(super) fn literal(&mut self, first: Token) -> NodeId {
        let token = self.advance();
        let text = self.text_of(token);
        let negative = first.kind == Kind::Minus;
        let place = Place {
            span: first.span.to(token.span),
            position: first.span.start,
        };
        let escapes = if self.environment.server().at_least(33) {
            Escapes::CodePoints
        } else {
            Escapes::Surrogates
        };
        let value = match token.kind {
            Kind::Int => literal::int(text, negative),
            Kind::Uint => literal::uint(text),
            Kind::Float => literal::double(text, negative),
            Kind::String => literal::string(text, escapes),
            Kind::Bytes => literal::bytes(text),
            Kind::True => Ok(Literal::Bool(true)),
            Kind::False => Ok(Literal::Bool(false)),
            _ => Ok(Literal::Null),
        };
        match value {
            Ok(value) => self.builder.literal(place, value),
            Err(message) => {
                let hint = match token.kind {
                    Kind::Int => Some("int is from -9223372036854775808 to 9223372036854775807"),
                    Kind::Uint => Some("uint is from 0 to 18446744073709551615"),
                    _ => None,
                };
                self.refuse(place, message, hint.map(str::to_owned))
            }
        }
    }

    /// `name`, `.name`, `name(…)`, `Name{…}`
    pub(super) fn named(&mut self) -> Result<Parsed> {
        let dot = self.peek();
        if dot.kind == Kind::Dot && self.ahead(1).kind != Kind::Identifier {
            let token = self.ahead(1);
            let message = self.no_alternative(dot, token);
            self.syntax_error(token, &message, None);
            return Err(Stop::Here);
        }
        let dot = self.take(Kind::Dot);
        if let Some(brace) = self.struct_brace() {
            return self.structure(dot, brace);
        }
        let token = self.advance();
        let text = self.text_of(token);
        let name = if dot.is_some() {
            format!(".{text}")
        } else {
            text.to_owned()
        };
        let span = dot.map_or(token.span, |dot| dot.span.to(token.span));
        let reserved = RESERVED.contains(&text).then(|| {
            let message = format!("reserved identifier: {text}");
            let place = Place {
                span,
                position: span.start,
            };
            let hint = format!("a field named `{text}` is written `self.__{text}__`");
            self.refuse(place, message, Some(hint))
        });
        if let Some(open) = self.take(Kind::LeftParen) {
            let (arguments, close, depth) = self.arguments(SELECTION)?;
            let place = Place {
                span: span.to(close),
                position: open.span.start,
            };
            let node = match reserved {
                Some(node) => node,
                None => self.call(place, name.into(), None, arguments),
            };
            return Ok(Parsed { node, depth });
        }
        let node = match reserved {
            Some(node) => node,
            None => self.push(span, token.span.start, NodeKind::Ident(name.into())),
        };
        Ok(Parsed { node, depth: 0 })
    }

    /// How many tokens are before the brace, if a struct literal begins here: `a.b.Name{`.
    pub(super) fn struct_brace(&self) -> Option<usize> {
        let mut count = 1;
        while self.ahead(count).kind == Kind::Dot && self.ahead(count + 1).kind == Kind::Identifier
        {
            count += 2;
        }
        (self.ahead(count).kind == Kind::LeftBrace).then_some(count)
    }

    pub(super) fn structure(&mut self, dot: Option<Token>, brace: usize) -> Result<Parsed> {
        let start = dot.unwrap_or_else(|| self.peek()).span;
        let mut name = String::new();
        if dot.is_some() {
            name.push('.');
        }
        for _ in 0..brace {
            let token = self.advance();
            name.push_str(self.text_of(token));
        }
        let open = self.advance();
        let mut fields = Vec::new();
        let mut depth = 0;
        self.expect(NAME.and(Expected::of(&[
            Kind::RightBrace,
            Kind::Comma,
            Kind::Question,
        ])))?;
        if !matches!(self.peek().kind, Kind::RightBrace | Kind::Comma | Kind::End) {
            let nesting = self.nesting();
            let listed = self.fields(&mut fields, &mut depth);
            self.resume(listed, nesting, BRACE.and(SELECTION))?;
        }
        self.expect(BRACE)?;
        self.take(Kind::Comma);
        let close = self.close(Kind::RightBrace)?;
        let kind = NodeKind::Struct {
            name: name.into(),
            fields,
        };
        let node = self.push(start.to(close.span), open.span.start, kind);
        Ok(Parsed { node, depth })
    }

    /// The fields of a struct literal, one at least.
    fn fields(&mut self, fields: &mut Vec<StructField>, depth: &mut u32) -> Result<()> {
        loop {
            let optional = self.take(Kind::Question).is_some();
            self.expect(NAME)?;
            let token = self.advance();
            let field = self.field_name(token);
            let colon = self.close(Kind::Colon)?;
            self.within(BRACE);
            let value = self.expression()?;
            self.follow.pop();
            *depth = (*depth).max(value.depth);
            fields.push(StructField {
                name: field,
                value: value.node,
                optional,
                position: colon.span.start,
            });
            if self.peek().kind != Kind::Comma
                || !self.another(NAME.and(Expected::of(&[Kind::Question])))
            {
                return Ok(());
            }
            self.advance();
        }
    }

    /// Whether an element comes after the comma, not the closing bracket.
    pub(super) fn another(&self, expected: Expected) -> bool {
        expected.has(self.ahead(1).kind)
    }

    pub(super) fn list(&mut self) -> Result<Parsed> {
        let element = OPERAND.and(Expected::of(&[Kind::Question]));
        let open = self.advance();
        let (mut elements, mut optional, mut depth) = (Vec::new(), Vec::new(), 0);
        self.expect(element.and(Expected::of(&[Kind::RightBracket, Kind::Comma])))?;
        while !matches!(
            self.peek().kind,
            Kind::RightBracket | Kind::Comma | Kind::End
        ) {
            if self.take(Kind::Question).is_some() {
                optional.push(u32::try_from(elements.len()).unwrap_or(u32::MAX));
            }
            self.within(Expected::of(&[Kind::RightBracket, Kind::Comma]));
            let value = self.expression()?;
            self.follow.pop();
            elements.push(value.node);
            depth = depth.max(value.depth);
            if self.peek().kind != Kind::Comma || !self.another(element) {
                break;
            }
            self.advance();
        }
        self.expect(Expected::of(&[Kind::RightBracket, Kind::Comma]))?;
        self.take(Kind::Comma);
        let close = self.close(Kind::RightBracket)?;
        let kind = NodeKind::List { elements, optional };
        let node = self.push(open.span.to(close.span), open.span.start, kind);
        Ok(Parsed { node, depth })
    }

    pub(super) fn map(&mut self) -> Result<Parsed> {
        let element = OPERAND.and(Expected::of(&[Kind::Question]));
        let open = self.advance();
        let (mut entries, mut depth) = (Vec::new(), 0);
        self.expect(element.and(Expected::of(&[Kind::RightBrace, Kind::Comma])))?;
        if !matches!(self.peek().kind, Kind::RightBrace | Kind::Comma | Kind::End) {
            let nesting = self.nesting();
            let listed = self.entries(&mut entries, &mut depth);
            self.resume(listed, nesting, BRACE.and(SELECTION))?;
        }
        self.expect(BRACE)?;
        self.take(Kind::Comma);
        let close = self.close(Kind::RightBrace)?;
        let node = self.push(
            open.span.to(close.span),
            open.span.start,
            NodeKind::Map(entries),
        );
        Ok(Parsed { node, depth })
    }

    /// The entries of a map, one at least.
    fn entries(&mut self, entries: &mut Vec<MapEntry>, depth: &mut u32) -> Result<()> {
        loop {
            let optional = self.take(Kind::Question).is_some();
            self.within(Expected::of(&[Kind::Colon]));
            let key = self.expression()?;
            self.follow.pop();
            let colon = self.close(Kind::Colon)?;
            self.within(BRACE);
            let value = self.expression()?;
            self.follow.pop();
            *depth = (*depth).max(key.depth).max(value.depth);
            entries.push(MapEntry {
                key: key.node,
                value: value.node,
                optional,
                position: colon.span.start,
            });
            let element = OPERAND.and(Expected::of(&[Kind::Question]));
            if self.peek().kind != Kind::Comma || !self.another(element) {
                return Ok(());
            }
            self.advance();
        }
    }
}
