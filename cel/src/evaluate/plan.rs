//! From a checked expression to a program: constants folded, patterns compiled, names resolved.

use std::fmt;

use super::function::Function;
use super::gather::gather;
use super::membership::membership;
use super::program::{
    Activation, Attribute, Base, Budget, Call, Fold, Node, Program, Qualifier, QualifierKey, Step,
    Target, Variable,
};
use super::run::Evaluator;
use crate::data::Layout;
use crate::library::regular;
use crate::overload::Overload;
use crate::schema::unescape;
use crate::syntax::{Ast, Comprehension, Literal, MapEntry, NodeId, NodeKind, operator};
use crate::types::Type;
use crate::value::{Key, Map, OwnedMap, Text, Value};
use crate::{Checked, KubeVersion, Reference};

/// Why a checked expression is no program: a constant conversion or a literal pattern fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileError {
    message: String,
    node: NodeId,
}

impl CompileError {
    pub(super) fn new(node: NodeId, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            node,
        }
    }

    /// The node at fault.
    #[must_use]
    pub const fn node(&self) -> NodeId {
        self.node
    }
}

/// The server's reason, without the words `program instantiation failed: ` before it.
impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CompileError {}

pub(super) type Planned<T> = Result<T, CompileError>;

impl Program {
    /// Compiles a checked expression for values of a schema.
    pub fn compile(checked: &Checked, target: Target) -> Result<Self, CompileError> {
        let server = target.environment.server();
        let mut planner = Planner {
            checked,
            ast: checked.ast(),
            scope: Vec::new(),
            slots: 0,
            server,
        };
        let root = planner.node(checked.ast().root())?;
        Ok(Self {
            root,
            layout: target.layout,
            server,
            slots: planner.slots,
            optional_old_self: target.optional_old_self,
        })
    }
}

struct Planner<'c> {
    checked: &'c Checked,
    ast: &'c Ast,
    /// The variables of the macros around, the innermost last.
    scope: Vec<(&'c str, Variable)>,
    slots: usize,
    server: KubeVersion,
}

impl<'c> Planner<'c> {
    fn node(&mut self, id: NodeId) -> Planned<Node> {
        match self.ast.kind(id) {
            NodeKind::Literal(literal) => Ok(Node::Constant(constant(literal))),
            NodeKind::Ident(name) => self.ident(id, name),
            NodeKind::Select {
                operand,
                field,
                test,
            } => {
                let operand = self.node(*operand)?;
                let mut attribute = operand.into_attribute(id);
                attribute.id = id;
                attribute.test = *test;
                attribute.qualify(Qualifier::name(field, false, *test));
                Ok(Node::Attribute(Box::new(attribute)))
            }
            NodeKind::Call {
                function,
                target,
                arguments,
            } => self.call(id, function, *target, arguments),
            NodeKind::List { elements, optional } => self.list(id, elements, optional),
            NodeKind::Map(entries) => self.map(id, entries),
            NodeKind::Struct { name, .. } => {
                Err(CompileError::new(id, format!("unknown type: {name}")))
            }
            NodeKind::Comprehension(comprehension) => self.fold(id, comprehension),
        }
    }

    fn ident(&self, id: NodeId, name: &'c str) -> Planned<Node> {
        match self.checked.reference(id) {
            Reference::Type(ty) => return Ok(Node::Constant(Value::Type(type_name(ty)))),
            Reference::Constant(value) => return Ok(Node::Constant(Value::Int(*value))),
            _ => {}
        }
        let local = self.scope.iter().rev().find(|(known, _)| *known == name);
        let variable = match (local, name) {
            (Some((_, variable)), _) => *variable,
            (None, "self") => Variable::SelfValue,
            (None, "oldSelf") => Variable::OldSelf,
            _ => {
                return Err(CompileError::new(
                    id,
                    format!("no such attribute(s): {name}"),
                ));
            }
        };
        Ok(Node::Attribute(Box::new(Attribute {
            id,
            base: Base::Variable(variable),
            qualifiers: Vec::new(),
            test: false,
        })))
    }

    fn call(
        &mut self,
        id: NodeId,
        name: &str,
        target: Option<NodeId>,
        arguments: &[NodeId],
    ) -> Planned<Node> {
        let nodes = target
            .iter()
            .chain(arguments)
            .map(|&argument| self.node(argument))
            .collect::<Planned<Vec<_>>>()?;
        let nodes = match nodes.len() {
            2 => match self.binary(id, name, <[Node; 2]>::try_from(nodes))? {
                Ok(node) => return Ok(node),
                Err(nodes) => nodes,
            },
            3 if name == operator::CONDITIONAL => return Ok(conditional(id, nodes)),
            _ => nodes,
        };
        let function = Function::named(name)
            .ok_or_else(|| CompileError::new(id, format!("no such overload: {name}")))?;
        let mut call = Call {
            id,
            function,
            overload: self.overload(id),
            sequential: nodes.len() > 2 || function == Function::Format,
            arguments: nodes.into(),
            pattern: None,
        };
        if function.is_conversion() && matches!(&*call.arguments, [Node::Constant(_)]) {
            return self.folded(id, Node::Call(Box::new(call)));
        }
        if function.takes_pattern()
            && let Some(Node::Constant(Value::String(pattern))) = call.arguments.get(1)
        {
            let pattern =
                regular::compile(pattern).map_err(|error| CompileError::new(id, error))?;
            call.pattern = Some(pattern);
            call.sequential = true;
        }
        Ok(Node::Call(Box::new(call)))
    }

    fn overload(&self, id: NodeId) -> Option<Overload> {
        match self.checked.reference(id) {
            Reference::Function(overloads) => match overloads.as_slice() {
                [overload] => Some(*overload),
                _ => None,
            },
            _ => None,
        }
    }

    /// The operators of two operands that are nodes of their own; else the operands back.
    fn binary(
        &self,
        id: NodeId,
        name: &str,
        operands: Result<[Node; 2], Vec<Node>>,
    ) -> Planned<Result<Node, Vec<Node>>> {
        let operands = match operands {
            Ok(operands) => operands,
            Err(nodes) => return Ok(Err(nodes)),
        };
        Ok(Ok(match name {
            operator::AND => Node::And(id, Box::new(operands)),
            operator::OR => Node::Or(id, Box::new(operands)),
            operator::EQUALS | operator::NOT_EQUALS => Node::Equal {
                id,
                operands: Box::new(operands),
                negated: name == operator::NOT_EQUALS,
            },
            "or" | "orValue" => Node::OrElse {
                id,
                operands: Box::new(operands),
                unwrap: name == "orValue",
            },
            operator::INDEX => index(id, operands, false)?,
            operator::OPTIONAL_INDEX | operator::OPTIONAL_SELECT => index(id, operands, true)?,
            operator::IN if self.overload(id) == Some(Overload::InList) => membership(id, operands),
            _ => return Ok(Err(Vec::from(operands))),
        }))
    }

    fn list(&mut self, id: NodeId, elements: &[NodeId], optional: &[u32]) -> Planned<Node> {
        let elements = elements
            .iter()
            .enumerate()
            .map(|(index, &element)| {
                let optional = optional.iter().any(|&at| at as usize == index);
                Ok((self.node(element)?, optional))
            })
            .collect::<Planned<Box<[_]>>>()?;
        let constant = elements.iter().all(|(element, _)| element.is_constant());
        let node = Node::List { id, elements };
        if constant {
            self.folded(id, node)
        } else {
            Ok(node)
        }
    }

    fn map(&mut self, id: NodeId, entries: &[MapEntry]) -> Planned<Node> {
        let entries = entries
            .iter()
            .map(|entry| {
                let key = self.node(entry.key)?;
                Ok((key, self.node(entry.value)?, entry.optional))
            })
            .collect::<Planned<Box<[_]>>>()?;
        let constant = entries
            .iter()
            .all(|(key, value, _)| key.is_constant() && value.is_constant());
        let node = Node::Map { id, entries };
        if constant {
            self.folded(id, node)
        } else {
            Ok(node)
        }
    }

    fn fold(&mut self, id: NodeId, comprehension: &'c Comprehension) -> Planned<Node> {
        let init = self.node(comprehension.init)?;
        let range = self.node(comprehension.range)?;
        let (accumulator, first) = (self.slots, self.slots + 1);
        let second = comprehension.second.as_ref().map(|_| self.slots + 2);
        self.slots += 3;
        let outside = self.scope.len();
        // The accumulator hides the variables of iteration.
        self.scope
            .push((&comprehension.variable, Variable::Slot(first)));
        if let (Some(name), Some(slot)) = (&comprehension.second, second) {
            self.scope.push((name, Variable::Slot(slot)));
        }
        self.scope.push((
            &comprehension.accumulator,
            Variable::Accumulator(accumulator),
        ));
        let condition = self.node(comprehension.condition)?;
        let step = self.node(comprehension.step)?;
        self.scope.truncate(outside);
        self.scope.push((
            &comprehension.accumulator,
            Variable::Accumulator(accumulator),
        ));
        let result = self.node(comprehension.result)?;
        self.scope.truncate(outside);
        let gathers = matches!(&init, Node::Constant(Value::List(list)) if list.is_empty());
        Ok(Node::Fold(Box::new(Fold {
            id,
            range,
            init,
            condition,
            step: if gathers {
                gather(step, accumulator)
            } else {
                Step::Other(step)
            },
            result,
            accumulator,
            first,
            second,
        })))
    }

    /// Computes what has constants only, as the server does once and for all: it costs nothing at run time.
    fn folded(&self, id: NodeId, node: Node) -> Planned<Node> {
        let program = Program {
            root: node,
            layout: Layout::nothing(),
            server: self.server,
            slots: 0,
            optional_old_self: false,
        };
        let evaluation = Evaluator::new(&program, Activation::default(), Budget(u64::MAX)).run();
        let value = evaluation
            .result
            .map_err(|error| CompileError::new(id, error.message()))?;
        into_static(value)
            .map(Node::Constant)
            .ok_or_else(|| CompileError::new(id, "a constant cannot be held"))
    }
}

impl Node {
    pub(super) const fn is_constant(&self) -> bool {
        matches!(self, Self::Constant(_))
    }

    /// The node as something to take a field of.
    fn into_attribute(self, id: NodeId) -> Attribute {
        match self {
            Self::Attribute(attribute) => *attribute,
            value => Attribute {
                id,
                base: Base::Value(value),
                qualifiers: Vec::new(),
                test: false,
            },
        }
    }
}

impl Qualifier {
    fn name(name: &str, optional: bool, test: bool) -> Self {
        Self {
            key: QualifierKey::Name {
                value: name.into(),
                property: unescape(name).map(|property| (&*property).into()),
            },
            optional,
            test,
        }
    }

    fn key(key: QualifierKey, optional: bool) -> Self {
        Self {
            key,
            optional,
            test: false,
        }
    }
}

impl Attribute {
    /// Takes a field or an index; of a choice, of what is chosen.
    fn qualify(&mut self, qualifier: Qualifier) {
        self.qualifiers.push(qualifier);
    }
}

fn index(id: NodeId, operands: [Node; 2], optional: bool) -> Planned<Node> {
    let [operand, index] = operands;
    let qualifier = match index {
        Node::Constant(Value::String(text)) => Qualifier::name(&text, optional, false),
        Node::Constant(
            value @ (Value::Int(_) | Value::Uint(_) | Value::Bool(_) | Value::Double(_)),
        ) => Qualifier::key(QualifierKey::Constant(value), optional),
        Node::Constant(value) => {
            let message = format!("invalid qualifier type: {}", value.go_type());
            return Err(CompileError::new(id, message));
        }
        value => {
            let attribute = value.into_attribute(id);
            Qualifier::key(QualifierKey::Attribute(Box::new(attribute)), optional)
        }
    };
    let mut attribute = operand.into_attribute(id);
    attribute.id = id;
    attribute.qualify(qualifier);
    Ok(Node::Attribute(Box::new(attribute)))
}

fn conditional(id: NodeId, mut nodes: Vec<Node>) -> Node {
    let mut next = || nodes.pop().unwrap_or(Node::Constant(Value::Null));
    let (no, yes, condition) = (next(), next(), next());
    Node::Attribute(Box::new(Attribute {
        id,
        base: Base::Conditional {
            condition,
            branches: Box::new([yes.into_attribute(id), no.into_attribute(id)]),
        },
        qualifiers: Vec::new(),
        test: false,
    }))
}

/// A constant that borrows nothing.
fn into_static(value: Value<'_>) -> Option<Value<'static>> {
    Some(match value {
        Value::Null => Value::Null,
        Value::Bool(flag) => Value::Bool(flag),
        Value::Int(number) => Value::Int(number),
        Value::Uint(number) => Value::Uint(number),
        Value::Double(number) => Value::Double(number),
        Value::String(text) => Value::text(&*text),
        Value::Bytes(bytes) => Value::Bytes(bytes),
        Value::Duration(duration) => Value::Duration(duration),
        Value::Timestamp(timestamp) => Value::Timestamp(timestamp),
        Value::Type(name) => Value::Type(Text::Shared((&*name).into())),
        Value::List(list) => {
            let items = list.iter().map(|item| into_static(item.ok()?));
            Value::list(items.collect::<Option<_>>()?)
        }
        Value::Map(map) => {
            let mut entries = OwnedMap::new();
            for (key, value) in map.entries()? {
                let key = Key::of(&into_static(key.to_value())?)?;
                entries.insert(key, into_static(value.clone())?);
            }
            Value::Map(Map::owned(entries))
        }
        Value::Optional(None) => Value::Optional(None),
        Value::Optional(Some(value)) => Value::some(into_static((*value).clone())?),
        _ => return None,
    })
}

fn constant(literal: &Literal) -> Value<'static> {
    match literal {
        Literal::Null => Value::Null,
        Literal::Bool(flag) => Value::Bool(*flag),
        Literal::Int(number) => Value::Int(*number),
        Literal::Uint(number) => Value::Uint(*number),
        Literal::Double(number) => Value::Double(*number),
        Literal::String(text) => Value::text(&**text),
        Literal::Bytes(bytes) => Value::Bytes((&**bytes).into()),
    }
}

/// The name of a type at run time, where lists are lists whatever they hold.
fn type_name(ty: &Type) -> Text<'static> {
    let name = match ty {
        Type::Type(Some(of)) => return type_name(of),
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
        Type::Object(object) => return Text::Shared(object.name.as_str().into()),
        Type::Error | Type::Unknown | Type::Dyn | Type::Param(_) => "dyn",
    };
    Text::Borrowed(name)
}
