//! Operands: literals, names, calls, lists, maps, and what is taken of them.

use super::ast::{Literal, MapEntry, Name, NodeId, NodeKind, StructField};
use super::build::Place;
use super::expected::{Expected, OPERAND};
use super::macros::{self, Arguments, Expander};
use super::parse::{Parsed, Parser, Result, Stop};
use super::token::{Kind, Token};
use super::{Span, literal, operator};

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

const NAME: Expected = Expected::of(&[Kind::Identifier, Kind::Escaped]);

impl Parser<'_> {
    /// An operand and the fields, calls and indices after it.
    pub(super) fn member(&mut self) -> Result<Parsed> {
        let mut operand = self.primary()?;
        loop {
            operand = match self.peek().kind {
                Kind::Dot => self.field(operand)?,
                Kind::LeftBracket => self.index(operand)?,
                _ => return Ok(operand),
            };
        }
    }

    /// `.field`, `.?field`, `.method(…)`
    fn field(&mut self, operand: Parsed) -> Result<Parsed> {
        let dot = self.advance();
        let optional = self.take(Kind::Question).is_some();
        let name = self.peek();
        if !NAME.has(name.kind)
            || (name.kind == Kind::Escaped && !self.environment.server().at_least(33))
        {
            return self.no_field(dot, name, optional);
        }
        if !optional && name.kind == Kind::Identifier && self.ahead(1).kind == Kind::LeftParen {
            self.advance();
            let function = self.text_of(name).to_owned();
            let open = self.advance();
            let (arguments, close, below) = self.arguments()?;
            let place = Place {
                span: self.span_of(operand.node).to(close),
                position: open.span.start,
            };
            let node = self.call(place, function.into(), Some(operand.node), arguments);
            return self.deeper(node, operand.depth.max(below));
        }
        self.advance();
        let field = self.field_name(name);
        let span = self.span_of(operand.node).to(name.span);
        let node = if optional {
            let literal = NodeKind::Literal(Literal::String(field.into_owned().into()));
            let literal = self.push(name.span, name.span.start, literal);
            let place = Place {
                span,
                position: dot.span.start,
            };
            self.builder.call(
                place,
                operator::OPTIONAL_SELECT,
                vec![operand.node, literal],
            )
        } else {
            let kind = NodeKind::Select {
                operand: operand.node,
                field,
                test: false,
            };
            self.push(span, dot.span.start, kind)
        };
        self.deeper(node, operand.depth)
    }

    /// A field's name, without the backticks that it may have.
    fn field_name(&mut self, token: Token) -> Name {
        let text = self.text_of(token);
        if token.kind != Kind::Escaped {
            return text.to_owned().into();
        }
        if !self.environment.server().at_least(37) {
            let place = Place {
                span: token.span,
                position: token.span.start,
            };
            let hint = "names in backticks need Kubernetes 1.37; write the field's escaped name: `a-b` is `a__dash__b`";
            self.refuse(
                place,
                "unsupported syntax: '`'".to_owned(),
                Some(hint.to_owned()),
            );
        }
        text[1..text.len() - 1].to_owned().into()
    }

    fn no_field(&mut self, dot: Token, token: Token, optional: bool) -> Result<Parsed> {
        let text = self.text_of(token);
        let reserved = matches!(token.kind, Kind::True | Kind::False | Kind::Null | Kind::In);
        let hint = if reserved {
            Some(format!("a field named `{text}` is written `__{text}__`"))
        } else if matches!(token.kind, Kind::String | Kind::Int) {
            Some("take entries of maps and lists with `[…]`".to_owned())
        } else {
            None
        };
        let message = if optional {
            let expecting = Expected::of(&[Kind::Identifier, Kind::Escaped]);
            let shown = if token.kind == Kind::End {
                "<EOF>"
            } else {
                text
            };
            format!("mismatched input '{shown}' expecting {expecting}")
        } else if matches!(token.kind, Kind::True | Kind::False | Kind::Null) {
            format!("mismatched input '{text}' expecting IDENTIFIER")
        } else {
            let input = &self.text[dot
                .span
                .to(if token.kind == Kind::End {
                    dot.span
                } else {
                    token.span
                })
                .range()];
            format!("no viable alternative at input '{input}'")
        };
        self.syntax_error(token, &message, hint.as_deref());
        Err(Stop)
    }

    /// `[index]`, `[?index]`
    fn index(&mut self, operand: Parsed) -> Result<Parsed> {
        let open = self.advance();
        let function = match self.take(Kind::Question) {
            Some(_) => operator::OPTIONAL_INDEX,
            None => operator::INDEX,
        };
        self.follow.push(Expected::of(&[Kind::RightBracket]));
        let index = self.expression()?;
        self.follow.pop();
        let close = self.close(Kind::RightBracket)?;
        let place = Place {
            span: self.span_of(operand.node).to(close.span),
            position: open.span.start,
        };
        let node = self
            .builder
            .call(place, function, vec![operand.node, index.node]);
        self.deeper(node, operand.depth.max(index.depth))
    }

    /// The arguments of a call, after its parenthesis; where it closes; and how deep they are.
    fn arguments(&mut self) -> Result<(Vec<NodeId>, Span, u32)> {
        let mut arguments = Vec::new();
        let mut depth = 0;
        self.expect(OPERAND.and(Expected::of(&[Kind::RightParen])))?;
        if self.peek().kind != Kind::RightParen {
            self.follow
                .push(Expected::of(&[Kind::RightParen, Kind::Comma]));
            loop {
                let argument = self.expression()?;
                arguments.push(argument.node);
                depth = depth.max(argument.depth);
                if self.take(Kind::Comma).is_none() {
                    break;
                }
            }
            self.follow.pop();
        }
        let close = self.close(Kind::RightParen)?;
        Ok((arguments, close.span, depth))
    }

    /// A call, or what the macro of this form makes of it.
    fn call(
        &mut self,
        place: Place,
        function: Name,
        target: Option<NodeId>,
        arguments: Vec<NodeId>,
    ) -> NodeId {
        let Some(found) = macros::find(
            &function,
            arguments.len(),
            target.is_some(),
            self.environment,
        ) else {
            let kind = NodeKind::Call {
                function,
                target,
                arguments,
            };
            return self.builder.push(place, kind);
        };
        let accumulator = if self.environment.server().at_least(33) {
            "@result"
        } else {
            "__result__"
        };
        let mut expander = Expander {
            builder: &mut self.builder,
            accumulator,
        };
        let call = Arguments {
            place,
            target,
            arguments: &arguments,
        };
        match expander.expand(found, &call) {
            Ok(node) => {
                self.builder.set_span(node, place.span);
                self.builder.record_macro(node, function);
                node
            }
            Err(error) => {
                let argument = self.builder.node(error.at);
                let wrong = Place {
                    span: argument.span,
                    position: argument.position,
                };
                let hint = match found {
                    macros::Macro::Has => {
                        "has() takes a field: has(self.field), or `key in map` for other keys"
                    }
                    macros::Macro::SortBy => "call it on a list",
                    _ => "name the variable by a name that is not taken: list.all(item, item > 0)",
                };
                self.refuse(wrong, error.message, Some(hint.to_owned()))
            }
        }
    }

    fn primary(&mut self) -> Result<Parsed> {
        let token = self.peek();
        let node = match token.kind {
            Kind::LeftParen => {
                self.advance();
                self.follow.push(Expected::of(&[Kind::RightParen]));
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

    /// A literal, whose sign was taken if it has one.
    fn literal(&mut self, first: Token) -> NodeId {
        let token = self.advance();
        let text = self.text_of(token);
        let negative = first.kind == Kind::Minus;
        let place = Place {
            span: first.span.to(token.span),
            position: first.span.start,
        };
        let value = match token.kind {
            Kind::Int => literal::int(text, negative),
            Kind::Uint => literal::uint(text),
            Kind::Float => literal::double(text, negative),
            Kind::String => literal::string(text),
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
    fn named(&mut self) -> Result<Parsed> {
        let dot = self.take(Kind::Dot);
        self.expect(Expected::of(&[Kind::Identifier]))?;
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
            let (arguments, close, depth) = self.arguments()?;
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
    fn struct_brace(&self) -> Option<usize> {
        let mut count = 1;
        while self.ahead(count).kind == Kind::Dot && self.ahead(count + 1).kind == Kind::Identifier
        {
            count += 2;
        }
        (self.ahead(count).kind == Kind::LeftBrace).then_some(count)
    }

    fn structure(&mut self, dot: Option<Token>, brace: usize) -> Result<Parsed> {
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
        while !matches!(self.peek().kind, Kind::RightBrace | Kind::Comma | Kind::End) {
            let optional = self.take(Kind::Question).is_some();
            self.expect(NAME)?;
            let token = self.advance();
            let field = self.field_name(token);
            let colon = self.close(Kind::Colon)?;
            self.follow
                .push(Expected::of(&[Kind::RightBrace, Kind::Comma]));
            let value = self.expression()?;
            self.follow.pop();
            depth = depth.max(value.depth);
            fields.push(StructField {
                name: field,
                value: value.node,
                optional,
                position: colon.span.start,
            });
            if self.peek().kind != Kind::Comma
                || !self.another(NAME.and(Expected::of(&[Kind::Question])))
            {
                break;
            }
            self.advance();
        }
        self.take(Kind::Comma);
        let close = self.close(Kind::RightBrace)?;
        let kind = NodeKind::Struct {
            name: name.into(),
            fields,
        };
        let node = self.push(start.to(close.span), open.span.start, kind);
        Ok(Parsed { node, depth })
    }

    /// Whether an element comes after the comma, not the closing bracket.
    fn another(&self, expected: Expected) -> bool {
        expected.has(self.ahead(1).kind)
    }

    fn list(&mut self) -> Result<Parsed> {
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
            self.follow
                .push(Expected::of(&[Kind::RightBracket, Kind::Comma]));
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

    fn map(&mut self) -> Result<Parsed> {
        let element = OPERAND.and(Expected::of(&[Kind::Question]));
        let open = self.advance();
        let (mut entries, mut depth) = (Vec::new(), 0);
        self.expect(element.and(Expected::of(&[Kind::RightBrace, Kind::Comma])))?;
        while !matches!(self.peek().kind, Kind::RightBrace | Kind::Comma | Kind::End) {
            let optional = self.take(Kind::Question).is_some();
            self.follow.push(Expected::of(&[Kind::Colon]));
            let key = self.expression()?;
            self.follow.pop();
            let colon = self.close(Kind::Colon)?;
            self.follow
                .push(Expected::of(&[Kind::RightBrace, Kind::Comma]));
            let value = self.expression()?;
            self.follow.pop();
            depth = depth.max(key.depth).max(value.depth);
            entries.push(MapEntry {
                key: key.node,
                value: value.node,
                optional,
                position: colon.span.start,
            });
            if self.peek().kind != Kind::Comma || !self.another(element) {
                break;
            }
            self.advance();
        }
        self.expect(Expected::of(&[Kind::RightBrace, Kind::Comma]))?;
        self.take(Kind::Comma);
        let close = self.close(Kind::RightBrace)?;
        let node = self.push(
            open.span.to(close.span),
            open.span.start,
            NodeKind::Map(entries),
        );
        Ok(Parsed { node, depth })
    }
}
