//! Messages: `Name{field: value}`.

use crate::constant::type_name;
use crate::message::{self, Message, MessageField};
use crate::syntax::{NodeId, NodeKind, Span};
use crate::types::Type;

use super::{Checker, Task, names, shown};

/// What is known of the fields of what is written as a message.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fields {
    /// Those of a message.
    Of(&'static Message),
    /// There are none.
    None,
    /// Any, of any type.
    Any,
    /// The server finds no such type when it looks for its fields.
    Unresolved,
}

impl Fields {
    /// The fields that the server finds by the name of what is no message.
    fn of_name(name: &str) -> Self {
        match name {
            "map" => Self::Any,
            "bool" | "bytes" | "double" | "duration" | "int" | "list" | "null_type" | "string"
            | "timestamp" | "uint" => Self::None,
            _ => Self::Unresolved,
        }
    }
}

impl Checker<'_> {
    pub(super) fn visit_message(&mut self, id: NodeId, tasks: &mut Vec<Task>) {
        let NodeKind::Struct { name, fields } = &mut self.ast.nodes[id.index()].kind else {
            return;
        };
        let written = name.clone();
        if let Some(plain) = name.strip_prefix('.') {
            *name = plain.to_owned().into();
        }
        let values: Vec<NodeId> = fields.iter().map(|field| field.value).collect();
        let Some((ty, fields)) = self.message_type(id, &written) else {
            return;
        };
        self.set_type(id, ty);
        for (index, value) in values.into_iter().enumerate().rev() {
            tasks.push(Task::Field(id, index, fields));
            tasks.push(Task::Visit(value));
        }
    }

    /// The type of a message that is written so, and its fields; nothing where the server does not look at them.
    fn message_type(&mut self, id: NodeId, written: &str) -> Option<(Type, Fields)> {
        const HINT: &str =
            "the types of a schema have no names: a rule cannot make objects, only lists and maps";
        let name = written.strip_prefix('.').unwrap_or(written);
        let refuse = |checker: &mut Self, message: String| {
            checker.report(id, message, Some(HINT.to_owned()));
        };
        if message::is_not_made(name) {
            let message = format!("a message of type '{name}' cannot be made here");
            let hint = "a server makes it, and any message of its own program from it";
            self.report(id, message, Some(hint.to_owned()));
            return None;
        }
        // Until cel-go 0.29, the name of a variable came before that of a type.
        let is_old = !self.environment.server().at_least(37);
        let variable = || {
            let known = self.variables.iter();
            let mut known = known.filter(|variable| variable.name == name);
            self.local(name).or_else(|| Some(&known.next()?.ty))
        };
        let ty = match variable().filter(|_| is_old) {
            Some(Type::Type(Some(of))) => (**of).clone(),
            Some(ty) => {
                refuse(self, format!("'{}' is not a type", declared_name(ty)));
                return Some((Type::Error, Fields::of_name(name)));
            }
            None => {
                if let Some(message) = message::named(name) {
                    return Some((message.ty(), Fields::Of(message)));
                }
                let Some(ty) = names::type_named(name) else {
                    refuse(
                        self,
                        format!("undeclared reference to '{written}' (in container '')"),
                    );
                    return None;
                };
                ty
            }
        };
        // The types that messages become are taken for the messages, which are not found when the rule runs.
        match &ty {
            Type::Null => return Some((ty, Fields::Unresolved)),
            Type::List(_) if is_old => {}
            _ => {
                if let Some(message) = message::of_type(&ty) {
                    return Some((ty, Fields::Of(message)));
                }
            }
        }
        refuse(
            self,
            format!("'{}' is not a message type", declared_name(&ty)),
        );
        Some((Type::Error, Fields::of_name(name)))
    }

    pub(super) fn message_field(&mut self, id: NodeId, index: usize, fields: Fields) {
        let NodeKind::Struct {
            name,
            fields: written,
        } = &self.ast.nodes[id.index()].kind
        else {
            return;
        };
        let Some(field) = written.get(index).cloned() else {
            return;
        };
        let name = name.clone();
        let span = self.ast.node(field.value).span;
        let place = (
            field.position,
            Span::new(field.position as usize, span.range().end),
        );
        let known = match fields {
            Fields::Of(message) => {
                let known = message.field(&field.name);
                if known.is_none() {
                    self.undefined_field(place, &field.name, message.fields.iter());
                }
                known.map(|known| known.holds)
            }
            Fields::None => {
                self.undefined_field(place, &field.name, [].iter());
                None
            }
            Fields::Any => None,
            Fields::Unresolved => {
                let sought = match self.type_of(id) {
                    Type::Null => "google.protobuf.NullValue",
                    _ => &*name,
                };
                let message = format!("unexpected failed resolution of '{sought}'");
                self.reports.at(self.text, place.0, place.1, message, None);
                None
            }
        };
        let given = if field.optional {
            self.unwrapped(field.value)
        } else {
            self.type_of(field.value).clone()
        };
        let Some(holds) = known else {
            return;
        };
        let wanted = holds.ty();
        if !self.known.assignable(&wanted, &given) {
            let message = format!(
                "expected type of field '{}' is '{}' but provided type is '{}'",
                field.name,
                shown(&wanted),
                shown(&given)
            );
            let hint = super::conversion_hint(&wanted, &given);
            self.reports.at(self.text, place.0, place.1, message, hint);
        }
    }

    fn undefined_field<'f>(
        &mut self,
        (position, span): (u32, Span),
        name: &str,
        fields: impl Iterator<Item = &'f MessageField>,
    ) {
        let names: Vec<&str> = fields.map(|field| field.name).collect();
        let hint = match names.as_slice() {
            [] => None,
            [one] => Some(format!("the field is {one}")),
            names => Some(format!("the fields are {}", names.join(", "))),
        };
        let message = format!("undefined field '{name}'");
        self.reports.at(self.text, position, span, message, hint);
    }
}

/// A type's name as the server prints it where it does not print what the type is made of.
fn declared_name(ty: &Type) -> String {
    match ty {
        Type::Wrapper(of) => format!("wrapper({})", type_name(of)),
        Type::Type(_) => "type".to_owned(),
        ty => type_name(ty).into_owned(),
    }
}
