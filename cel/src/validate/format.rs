//! Literal templates of `format` and their arguments.

use crate::checked::Reference;
use crate::error::Lack;
use crate::overload::Overload;
use crate::syntax::{Literal, NodeId, NodeKind};
use crate::types::Type;

use super::Validator;

/// What is wrong with a template, at an argument or else at the call.
struct Wrong {
    at: Option<NodeId>,
    message: String,
}

impl Wrong {
    fn call(message: String) -> Self {
        Self { at: None, message }
    }
}

impl Validator<'_> {
    pub(super) fn formats(&mut self) {
        let checked = self.checked;
        let ast = checked.ast();
        for node in ast.nodes() {
            let NodeKind::Call {
                function,
                target: Some(target),
                arguments,
            } = ast.kind(node)
            else {
                continue;
            };
            let formats = function == "format"
                && matches!(checked.reference(node), Reference::Function(overloads) if overloads.contains(&Overload::StringFormat));
            if !formats {
                continue;
            }
            let NodeKind::Literal(Literal::String(template)) = ast.kind(*target) else {
                if !self.environment.server().at_least(32) {
                    let hint = "call it on a literal; Kubernetes 1.32 takes any string";
                    let message = "a template that is no literal crashes the server".to_owned();
                    let node = ast.node(node);
                    self.reports.lacking(
                        self.text,
                        (node.position, node.span),
                        message,
                        hint.to_owned(),
                        Lack::new(
                            "`format` of a string that is no literal".to_owned(),
                            Some("call it on a literal".to_owned()),
                        ),
                    );
                }
                continue;
            };
            let [list] = arguments.as_slice() else {
                continue;
            };
            let NodeKind::List { elements, .. } = ast.kind(*list) else {
                continue;
            };
            match self.clauses(template, elements) {
                Ok(used) if used < elements.len() => {
                    let message = format!(
                        "too many arguments supplied to string.format (expected {used}, got {})",
                        elements.len()
                    );
                    self.report(node, message, None);
                }
                Ok(_) => {}
                Err(wrong) => self.report(wrong.at.unwrap_or(node), wrong.message, None),
            }
        }
    }

    /// How many arguments a template uses.
    fn clauses(&self, template: &str, arguments: &[NodeId]) -> Result<usize, Wrong> {
        let bytes = template.as_bytes();
        let mut used = 0;
        let mut position = 0;
        while position < bytes.len() {
            if bytes[position] != b'%' {
                position += 1;
                continue;
            }
            let Some(next) = bytes.get(position + 1) else {
                return Err(Wrong::call("unexpected end of string".to_owned()));
            };
            if *next == b'%' {
                position += 2;
                continue;
            }
            let Some(argument) = arguments.get(used) else {
                return Err(Wrong::call(format!("index {used} out of range")));
            };
            position = self.clause(bytes, position + 1, *argument)?;
            used += 1;
        }
        Ok(used)
    }

    /// Checks one clause, after its `%`, and gives its end.
    fn clause(&self, bytes: &[u8], start: usize, argument: NodeId) -> Result<usize, Wrong> {
        let parsing =
            |error: String| Wrong::call(format!("could not parse formatting clause: {error}"));
        let mut position = start;
        if bytes[position] == b'.' {
            let digits = position + 1;
            position = digits;
            while bytes.get(position).is_some_and(u8::is_ascii_digit) {
                position += 1;
            }
            if position >= bytes.len() {
                return Err(parsing(
                    "error while parsing precision: could not find end of precision specifier"
                        .to_owned(),
                ));
            }
            let number = String::from_utf8_lossy(&bytes[digits..position]);
            if number.parse::<i64>().is_err() {
                let why = if number.is_empty() {
                    "invalid syntax"
                } else {
                    "value out of range"
                };
                return Err(parsing(format!(
                    "error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing \"{number}\": {why}"
                )));
            }
        }
        let ty = self.checked.type_of(argument).unwrapped();
        let wrong = |message: &str| {
            Err(Wrong {
                at: Some(argument),
                message: format!(
                    "error during formatting: {message}, was given {}",
                    runtime_name(ty)
                ),
            })
        };
        let fits = ty.is_dyn();
        match bytes[position] {
            b's' => self.text(argument)?,
            b'd' if !(fits || matches!(ty, Type::Int | Type::Uint)) => {
                return wrong("decimal clause can only be used on integers");
            }
            b'f' if !(fits || matches!(ty, Type::Double | Type::String)) => {
                return wrong("fixed-point clause can only be used on doubles");
            }
            b'e' if !(fits || matches!(ty, Type::Double | Type::String)) => {
                return wrong("scientific clause can only be used on doubles");
            }
            b'b' if !(fits || matches!(ty, Type::Int | Type::Uint | Type::Bool)) => {
                return wrong("only integers and bools can be formatted as binary");
            }
            b'x' | b'X'
                if !(fits || matches!(ty, Type::Int | Type::Uint | Type::String | Type::Bytes)) =>
            {
                return wrong("only integers, byte buffers, and strings can be formatted as hex");
            }
            b'o' if !(fits || matches!(ty, Type::Int | Type::Uint)) => {
                return wrong("octal clause can only be used on integers");
            }
            b'd' | b'f' | b'e' | b'b' | b'x' | b'X' | b'o' => {}
            other => {
                return Err(parsing(format!(
                    "unrecognized formatting clause \"{}\"",
                    char::from(other)
                )));
            }
        }
        Ok(position + 1)
    }

    /// Whether a value can be written as text, with all that is written in it.
    fn text(&self, argument: NodeId) -> Result<(), Wrong> {
        let mut nodes = vec![argument];
        while let Some(node) = nodes.pop() {
            let ty = self.checked.type_of(node).unwrapped();
            if matches!(ty, Type::Opaque(_) | Type::Object(_) | Type::Optional(_)) {
                return Err(Wrong {
                    at: Some(node),
                    message: format!(
                        "error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given {}",
                        runtime_name(ty)
                    ),
                });
            }
            let start = nodes.len();
            match self.checked.ast().kind(node) {
                NodeKind::List { elements, .. } => nodes.extend(elements),
                NodeKind::Map(entries) => {
                    for entry in entries {
                        nodes.push(entry.key);
                        nodes.push(entry.value);
                    }
                }
                _ => {}
            }
            nodes[start..].reverse();
        }
        Ok(())
    }
}

/// A type's name at run time, without what is in it.
fn runtime_name(ty: &Type) -> String {
    match ty {
        Type::List(_) => "list".to_owned(),
        Type::Map(_) => "map".to_owned(),
        Type::Optional(_) => "optional_type".to_owned(),
        Type::Type(_) => "type".to_owned(),
        other => other.full_name().to_string(),
    }
}
