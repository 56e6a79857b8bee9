//! Constants: a server converts them, and compiles constant patterns, before it takes a rule.

use std::borrow::Cow;

use wheelwright_grammar::pattern::Pattern;

use crate::checked::{Checked, Reference};
use crate::message::{self, Message};
use crate::overload::Overload;
use crate::scalar::{ConvertError, Scalar, Target};
use crate::syntax::{Literal, NodeId, NodeKind, operator};
use crate::types::Type;

/// A value that is known before the rule runs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Constant<'c> {
    Null,
    Scalar(Scalar<'c>),
    /// A type, by its name at run time.
    Type(Cow<'c, str>),
    /// Of constants.
    List,
    /// Of constants.
    Map,
}

/// What is known of the nodes of an expression before it runs.
#[derive(Debug)]
pub(crate) struct Constants<'c>(Vec<Option<Constant<'c>>>);

/// A constant that cannot be converted, or is no pattern: the server cannot prepare the rule to run.
#[derive(Debug)]
pub(crate) struct Unprepared {
    #[cfg_attr(not(feature = "eval"), expect(dead_code, reason = "programs tell it"))]
    pub(crate) node: NodeId,
    /// In the server's words.
    pub(crate) message: String,
}

impl<'c> Constants<'c> {
    pub(crate) fn of(checked: &'c Checked) -> Result<Self, Unprepared> {
        let ast = checked.ast();
        let mut constants = Self(vec![None; ast.len()]);
        for node in ast.nodes() {
            let constant = match ast.kind(node) {
                NodeKind::Literal(literal) => Some(Constant::literal(literal)),
                NodeKind::Ident(name) => match checked.reference(node) {
                    Reference::Type(_) if !is_value(name) => {
                        let message = format!("reference to undefined type: {name}");
                        return Err(Unprepared { node, message });
                    }
                    Reference::Type(of) => Some(Constant::Type(type_name(of))),
                    Reference::Constant(value) => Some(Constant::Scalar(Scalar::Int(*value))),
                    _ => None,
                },
                // The checker took a variable for a type.
                NodeKind::Struct { name, .. } if !is_known(name) => {
                    let message = format!("unknown type: {name}");
                    return Err(Unprepared { node, message });
                }
                NodeKind::List { elements, .. } => elements
                    .iter()
                    .all(|element| constants.at(*element).is_some())
                    .then_some(Constant::List),
                NodeKind::Map(entries) => {
                    let is_constant = entries.iter().all(|entry| {
                        constants.at(entry.key).is_some() && constants.at(entry.value).is_some()
                    });
                    let mut keys = entries.iter().map(|entry| constants.at(entry.key));
                    if is_constant
                        && keys.any(|key| matches!(key, Some(Constant::Scalar(Scalar::Bytes(_)))))
                    {
                        // The server makes the map here, and crashes.
                        let message = "runtime error: hash of unhashable type types.Bytes";
                        return Err(Unprepared {
                            node,
                            message: message.to_owned(),
                        });
                    }
                    is_constant.then_some(Constant::Map)
                }
                NodeKind::Call {
                    function,
                    arguments,
                    ..
                } => {
                    let overloads = match checked.reference(node) {
                        Reference::Function(overloads) => overloads.as_slice(),
                        _ => &[],
                    };
                    constants
                        .call(function, overloads, arguments)
                        .map_err(|message| Unprepared { node, message })?
                }
                _ => None,
            };
            constants.0[node.index()] = constant;
        }
        Ok(constants)
    }

    /// What a node is known to be.
    pub(crate) fn at(&self, node: NodeId) -> Option<&Constant<'c>> {
        self.0[node.index()].as_ref()
    }

    fn call(
        &self,
        function: &str,
        overloads: &[Overload],
        arguments: &[NodeId],
    ) -> Result<Option<Constant<'c>>, String> {
        let pattern = pattern_index(overloads).and_then(|index| arguments.get(index));
        if let Some(Constant::Scalar(Scalar::String(pattern))) =
            pattern.and_then(|argument| self.at(*argument))
        {
            Pattern::parse(pattern).map_err(|error| error.server())?;
        }
        if matches!(function, operator::INDEX | operator::OPTIONAL_INDEX)
            && let Some(index) = arguments.get(1).and_then(|index| self.at(*index))
            && let Some(held) = index.no_qualifier()
        {
            return Err(format!("invalid qualifier type: {held}"));
        }
        let &[argument] = arguments else {
            return Ok(None);
        };
        match self.at(argument) {
            Some(constant) => constant.converted(function, overloads),
            None => Ok(None),
        }
    }
}

/// Which argument is a pattern, not counting the target.
fn pattern_index(overloads: &[Overload]) -> Option<usize> {
    match overloads {
        [
            Overload::MatchesString
            | Overload::StringFindString
            | Overload::StringFindAllString
            | Overload::StringFindAllStringInt,
            ..,
        ] => Some(0),
        [Overload::Matches, ..] => Some(1),
        _ => None,
    }
}

impl<'c> Constant<'c> {
    fn literal(literal: &'c Literal) -> Self {
        Self::Scalar(match literal {
            Literal::Null => return Self::Null,
            Literal::Bool(value) => Scalar::Bool(*value),
            Literal::Int(value) => Scalar::Int(*value),
            Literal::Uint(value) => Scalar::Uint(*value),
            Literal::Double(value) => Scalar::Double(*value),
            Literal::String(value) => Scalar::String(Cow::Borrowed(value)),
            Literal::Bytes(value) => Scalar::Bytes(Cow::Borrowed(value)),
        })
    }

    /// What cel-go holds a constant as that is neither an index nor a key to select by.
    const fn no_qualifier(&self) -> Option<&'static str> {
        Some(match self {
            Self::Null => "types.Null",
            Self::Scalar(Scalar::Bytes(_)) => "types.Bytes",
            Self::Scalar(Scalar::Duration(_)) => "types.Duration",
            Self::Scalar(Scalar::Timestamp(_)) => "types.Timestamp",
            Self::List => "*types.baseList",
            Self::Map => "*types.baseMap",
            Self::Scalar(_) | Self::Type(_) => return None,
        })
    }

    const fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null_type",
            Self::Scalar(scalar) => scalar.type_name(),
            Self::Type(_) => "type",
            Self::List => "list",
            Self::Map => "map",
        }
    }

    /// The constant converted by a function, if it is one that converts.
    fn converted(&self, function: &str, overloads: &[Overload]) -> Result<Option<Self>, String> {
        match function {
            "dyn" => return Ok(Some(self.clone())),
            "type" => return Ok(Some(Self::Type(Cow::Borrowed(self.type_name())))),
            _ => {}
        }
        let Some(target) = Target::of(function) else {
            return Ok(None);
        };
        let converted = match self {
            Self::Scalar(scalar) => {
                let takes_int = overloads.contains(&Overload::IntToDuration);
                scalar.clone().convert(target, takes_int)
            }
            _ => Err(ConvertError::NoOverload),
        };
        match converted {
            Ok(scalar) => Ok(Some(Self::Scalar(scalar))),
            Err(ConvertError::Value(message)) => Err(message.into_owned()),
            Err(ConvertError::NoOverload) => Err(format!(
                "no such overload: {function}({})",
                self.type_name()
            )),
        }
    }
}

/// Whether the name of a type is a value at run time: the server's checker knows some by names that nothing else knows.
fn is_value(name: &str) -> bool {
    match name {
        "duration" | "timestamp" => false,
        name => message::named(name).is_none_or(Message::is_value),
    }
}

/// Whether something of this name can be made, though what is no message then fails.
fn is_known(name: &str) -> bool {
    matches!(name, "duration" | "list" | "null_type" | "timestamp")
        || message::named(name).is_some()
}

/// The name of a type at run time, where lists are lists whatever they hold.
pub(crate) fn type_name(ty: &Type) -> Cow<'_, str> {
    Cow::Borrowed(match ty {
        Type::Type(Some(of)) | Type::Wrapper(of) => return type_name(of),
        Type::Null => "null_type",
        Type::Bool => "bool",
        Type::Int => "int",
        Type::Uint => "uint",
        Type::Double => "double",
        Type::String => "string",
        Type::Bytes => "bytes",
        Type::Duration => "google.protobuf.Duration",
        Type::Timestamp => "google.protobuf.Timestamp",
        Type::List(_) => "list",
        Type::Map(_) => "map",
        Type::Optional(_) => "optional_type",
        Type::Type(None) => "type",
        Type::Opaque(opaque) => opaque.name(),
        Type::Object(object) => &object.name,
        Type::Error | Type::Unknown | Type::Dyn | Type::Param(_) => "dyn",
    })
}
