//! What names refer to: variables, types, fields.

use wheelwright_grammar::suggest::closest;

use crate::checked::Reference;
use crate::error::Lack;
use crate::message;
use crate::schema::is_reserved;
use crate::syntax::{Name, NodeId, NodeKind};
use crate::types::{ObjectType, Opaque, Type};

use super::Checker;
use super::call::ABSENT;

impl Checker<'_> {
    pub(super) fn identifier(&mut self, id: NodeId, name: &str) {
        let absolute = name.strip_prefix('.');
        let local = self.local(absolute.unwrap_or(name)).cloned();
        // Until cel-go 0.29, a leading dot did not reach past the variables of loops.
        let reaches_past = self.environment.server().at_least(37);
        if let Some(ty) = &local
            && (absolute.is_none() || !reaches_past)
        {
            self.refer(
                id,
                absolute.unwrap_or(name).to_owned().into(),
                ty.clone(),
                Reference::Variable,
            );
            return;
        }
        let plain = absolute.unwrap_or(name);
        if let Some((ty, reference)) = self.global(plain) {
            let name = if local.is_some() {
                format!(".{plain}")
            } else {
                plain.to_owned()
            };
            self.refer(id, name.into(), ty, reference);
            return;
        }
        let message = format!("undeclared reference to '{name}' (in container '')");
        let hint = self.identifier_hint(plain);
        self.report(id, message, hint);
    }

    fn refer(&mut self, id: NodeId, name: Name, ty: Type, reference: Reference) {
        self.set_type(id, ty);
        self.references[id.index()] = reference;
        self.ast.nodes[id.index()].kind = NodeKind::Ident(name);
    }

    pub(super) fn local(&self, name: &str) -> Option<&Type> {
        let found = self.scopes.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, ty)| ty)
    }

    fn global(&self, name: &str) -> Option<(Type, Reference)> {
        if let Some(variable) = self.variables.iter().find(|variable| variable.name == name) {
            return Some((variable.ty.clone(), Reference::Variable));
        }
        // The one enumeration that a server knows.
        if name == "google.protobuf.NullValue.NULL_VALUE" {
            return Some((Type::Int, Reference::Constant(0)));
        }
        let ty = match message::named(name) {
            Some(message) => message.ty(),
            None => type_named(name)?,
        };
        Some((Type::type_of(ty.clone()), Reference::Type(ty)))
    }

    /// Whether a chain of fields is the name of a type, as `net.IP` is; then the node becomes that name.
    pub(super) fn qualified_name(&mut self, id: NodeId) -> bool {
        let mut parts = Vec::new();
        let mut node = id;
        let first = loop {
            match self.ast.kind(node) {
                NodeKind::Select {
                    operand,
                    field,
                    test: false,
                } => {
                    parts.push(field.clone());
                    node = *operand;
                }
                NodeKind::Ident(name) => break name.clone(),
                _ => return false,
            }
        };
        let absolute = first.strip_prefix('.');
        let plain = absolute.unwrap_or(&first);
        // Until cel-go 0.29, the name of a type came before that of a macro's variable.
        let is_hidden = absolute.is_none()
            && self.local(plain).is_some()
            && self.environment.server().at_least(37);
        if !matches!(plain, "google" | "net") || is_hidden {
            return false;
        }
        let mut name = plain.to_owned();
        for part in parts.iter().rev() {
            name.push('.');
            name.push_str(part);
        }
        let Some((ty, reference)) = self.global(&name) else {
            return false;
        };
        self.refer(id, name.into(), ty, reference);
        true
    }

    pub(super) fn object_field(&mut self, id: NodeId, object: &ObjectType, field: &str) -> Type {
        if let Some(found) = object.field(field) {
            return found.ty.clone();
        }
        // New expressions of 1.32 on may write a reserved word as it is.
        if self.environment.compatibility().at_least(31)
            && is_reserved(field)
            && let Some(found) = object.field(&format!("__{field}__"))
        {
            return found.ty.clone();
        }
        let message = format!("undefined field '{field}'");
        let hint = field_hint(object, field);
        if is_reserved(field) && object.field(&format!("__{field}__")).is_some() {
            let what = format!("`{field}` as a field's name");
            let lack = Lack::new(what, Some(format!("write `__{field}__`")));
            self.report_lacking(id, message, hint, lack);
        } else {
            self.report(id, message, Some(hint));
        }
        Type::Error
    }

    fn identifier_hint(&self, name: &str) -> Option<String> {
        if ABSENT.contains(&name) {
            return Some(format!("a CRD's rules have no functions `{name}.*`"));
        }
        let own = self
            .variables
            .iter()
            .find_map(|variable| match &variable.ty {
                Type::Object(object)
                    if object
                        .fields
                        .iter()
                        .any(|field| field.name == name || field.property == name) =>
                {
                    Some(&variable.name)
                }
                _ => None,
            });
        if let Some(variable) = own {
            return Some(format!("a field is written `{variable}.{name}`"));
        }
        let variables = self.variables.iter().map(|variable| &*variable.name);
        let scopes = self.scopes.iter().map(|(name, _)| &**name);
        closest(name, scopes.chain(variables)).map(|meant| format!("did you mean `{meant}`?"))
    }
}

/// What was meant by a field that an object does not have.
fn field_hint(object: &ObjectType, field: &str) -> String {
    /// How many fields are named.
    const SHOWN: usize = 12;
    if let Some(found) = object.fields.iter().find(|known| known.property == field) {
        return format!(
            "the property `{field}` is written `{}` in expressions",
            found.name
        );
    }
    if let Some(meant) = closest(field, object.fields.iter().map(|known| known.name.as_str())) {
        return format!("did you mean `{meant}`?");
    }
    if let Some(message) = message::named(&object.name) {
        return format!("a message of type {} has no fields", message.name);
    }
    if object.fields.is_empty() {
        return "the schema declares no properties here; unknown fields cannot be seen by rules"
            .to_owned();
    }
    let mut names: Vec<&str> = object
        .fields
        .iter()
        .take(SHOWN)
        .map(|known| known.name.as_str())
        .collect();
    if object.fields.len() > SHOWN {
        names.push("…");
    }
    format!("the fields are {}", names.join(", "))
}

/// Why a value of this type has no fields.
pub(super) fn no_field_hint(ty: &Type, field: &str) -> Option<String> {
    match ty {
        Type::List(_) => Some(format!(
            "a list has no fields: index it, `[0].{field}`, or look at all of them, `.all(item, item.{field} …)`"
        )),
        Type::Timestamp | Type::Duration => Some("call a function: `.getSeconds()`".to_owned()),
        _ => None,
    }
}

/// The type of this name, as a value; messages are others.
pub(super) fn type_named(name: &str) -> Option<Type> {
    let ty = match name {
        "bool" => Type::Bool,
        "int" => Type::Int,
        "uint" => Type::Uint,
        "double" => Type::Double,
        "string" => Type::String,
        "bytes" => Type::Bytes,
        "duration" => Type::Duration,
        "timestamp" => Type::Timestamp,
        "null_type" => Type::Null,
        "type" => Type::Type(None),
        "list" => Type::list(Type::Dyn),
        "map" => Type::map(Type::Dyn, Type::Dyn),
        "optional_type" => Type::optional(Type::Dyn),
        "net.IP" => Type::Opaque(Opaque::Ip),
        "net.CIDR" => Type::Opaque(Opaque::Cidr),
        _ => return None,
    };
    Some(ty)
}
