//! Operands: literals, names, calls, lists, maps, and what is taken of them.

use super::ast::{Literal, Name, NodeId, NodeKind};
use super::build::Place;
use super::expand::Expander;
use super::expected::{Expected, OPERAND, SELECTION};
use super::macros::{self, Arguments};
use super::parse::{Parsed, Parser, Result};
use super::recover::written;
use super::token::{Kind, Token, recognized};
use super::{Span, operator};

pub(super) const NAME: Expected = Expected::of(&[Kind::Identifier, Kind::Escaped]);

/// What a `.` after an operand gave.
#[derive(Debug)]
enum Taken {
    Part(Parsed),
    /// The operand as it was: nothing more can be taken of it.
    Last(Parsed),
}

const fn is_word(kind: Kind) -> bool {
    matches!(kind, Kind::True | Kind::False | Kind::Null)
}

impl Parser<'_> {
    /// An operand and the fields, calls and indices after it.
    pub(super) fn member(&mut self) -> Result<Parsed> {
        let nesting = self.nesting();
        let primary = self.primary();
        let mut operand = self.recovered(primary, nesting, SELECTION)?;
        loop {
            let next = match self.peek().kind {
                Kind::Dot => self.field(operand),
                Kind::LeftBracket => self.index(operand).map(Taken::Part),
                _ => return Ok(operand),
            };
            // The server's rule for an operand and all that is taken of it is one: what is wrong in it ends all of it.
            match next {
                Ok(Taken::Part(part)) => operand = part,
                Ok(Taken::Last(last)) => return Ok(last),
                Err(stop) => return self.recovered(Err(stop), nesting, Expected::default()),
            }
        }
    }

    /// `.field`, `.?field`, `.method(…)`
    fn field(&mut self, operand: Parsed) -> Result<Taken> {
        let dot = self.peek();
        let optional = self.ahead(1).kind == Kind::Question;
        let name = self.ahead(if optional { 2 } else { 1 });
        if !NAME.has(name.kind)
            || (name.kind == Kind::Escaped && !self.environment.server().at_least(33))
        {
            // The server looks ahead for a name, and takes nothing where none comes.
            if !optional {
                if is_word(name.kind) {
                    self.advance();
                }
                self.no_field(dot, name);
                self.recover(Expected::default())?;
                return Ok(Taken::Last(operand));
            }
            // After `.?` a name is a rule of its own, and the text that is none is looked at all the same.
            self.advance();
            self.advance();
            if self.expect(NAME).is_err() {
                self.recover(SELECTION)?;
                let place = Place {
                    span: name.span,
                    position: name.span.start,
                };
                self.refuse(place, "unsupported ident kind".to_owned(), None);
                return Ok(Taken::Part(operand));
            }
            return self.selection(operand, dot, true);
        }
        self.advance();
        self.take(Kind::Question);
        self.selection(operand, dot, optional)
    }

    /// What comes after `.` or `.?`: a name, and perhaps arguments.
    fn selection(&mut self, operand: Parsed, dot: Token, optional: bool) -> Result<Taken> {
        let name = self.peek();
        if !optional && name.kind == Kind::Identifier && self.ahead(1).kind == Kind::LeftParen {
            self.advance();
            let function = self.text_of(name).to_owned();
            let open = self.advance();
            let (arguments, close, below) = self.arguments(Expected::default())?;
            let place = Place {
                span: self.span_of(operand.node).to(close),
                position: open.span.start,
            };
            let node = self.call(place, function.into(), Some(operand.node), arguments);
            let part = self.deeper(node, operand.depth.max(below))?;
            return Ok(Taken::Part(part));
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
        let part = self.deeper(node, operand.depth)?;
        Ok(Taken::Part(part))
    }

    /// A field's name, without the backticks that it may have.
    pub(super) fn field_name(&mut self, token: Token) -> Name {
        let text = self.text_of(token);
        if token.kind != Kind::Escaped {
            return text.to_owned().into();
        }
        if !self.environment.server().at_least(37) {
            let place = (token.span.start, token.span);
            let message = "unsupported syntax: '`'".to_owned();
            self.reports.backtick(self.text, place, message);
        }
        text[1..text.len() - 1].to_owned().into()
    }

    fn no_field(&mut self, dot: Token, token: Token) {
        let text = self.text_of(token);
        let reserved = is_word(token.kind) || token.kind == Kind::In;
        let hint = if reserved {
            Some(format!("a field named `{text}` is written `__{text}__`"))
        } else if matches!(token.kind, Kind::String | Kind::Int) {
            Some("take entries of maps and lists with `[…]`".to_owned())
        } else {
            None
        };
        let message = if is_word(token.kind) {
            format!("mismatched input '{text}' expecting IDENTIFIER")
        } else {
            self.no_alternative(dot, token)
        };
        self.syntax_error(token, &message, hint.as_deref());
    }

    /// What the server says where no way to go on begins with these tokens.
    pub(super) fn no_alternative(&self, first: Token, last: Token) -> String {
        let input = &self.text[first.span.to(last.span).range()];
        let input = written(&recognized(input, self.backticks));
        format!("no viable alternative at input '{input}'")
    }

    /// `[index]`, `[?index]`
    fn index(&mut self, operand: Parsed) -> Result<Parsed> {
        let open = self.advance();
        let function = match self.take(Kind::Question) {
            Some(_) => operator::OPTIONAL_INDEX,
            None => operator::INDEX,
        };
        if function == operator::INDEX {
            self.expect(OPERAND.and(Expected::of(&[Kind::Question])))?;
        }
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

    /// The arguments of a call, after its parenthesis; where it closes; and how deep they are. `after` may follow what is
    /// called, beside operators.
    pub(super) fn arguments(&mut self, after: Expected) -> Result<(Vec<NodeId>, Span, u32)> {
        let mut arguments = Vec::new();
        let mut depth = 0;
        self.expect(OPERAND.and(Expected::of(&[Kind::RightParen])))?;
        if self.peek().kind != Kind::RightParen {
            self.follow
                .push(Expected::of(&[Kind::RightParen, Kind::Comma]).and(after));
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
    pub(super) fn call(
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
}
