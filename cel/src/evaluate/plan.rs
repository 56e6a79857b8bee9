//! From a checked expression to a program: constants folded, patterns compiled, names resolved.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use super::constant::{into_static, value_of};
use super::function::Function;
use super::gather::gather;
use super::membership::membership;
use super::program::{
    Activation, Attribute, Base, Budget, Call, Fold, Made, MadeField, Node, Program, Qualifier,
    Step, Target, Variable,
};
use super::qualify::{conditional, index};
use super::run::Evaluator;
use crate::constant::Constants;
use crate::data::Layout;
use crate::environment::{Sig, known};
use crate::library::regular;
use crate::message;
use crate::overload::Overload;
use crate::schema::unescape;
use crate::syntax::{Ast, Comprehension, MapEntry, NodeId, NodeKind, StructField, operator};
use crate::value::Value;
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
        let constants = Constants::of(checked)
            .map_err(|unprepared| CompileError::new(unprepared.node, unprepared.message))?;
        let mut planner = Planner {
            checked,
            constants,
            ast: checked.ast(),
            layout: &target.layout,
            optional_old_self: target.optional_old_self,
            scope: Vec::new(),
            slots: 0,
            server,
        };
        let root = planner.node(checked.ast().root())?;
        let slots = planner.slots;
        Ok(Self {
            root,
            layout: target.layout,
            server,
            slots,
            optional_old_self: target.optional_old_self,
        })
    }
}

/// The type of a signature's first parameter.
fn receiver(name: &str, overload: Overload) -> Option<&'static Sig> {
    known(name)?.signature(overload)?.parameters.first()
}

struct Planner<'c> {
    checked: &'c Checked,
    constants: Constants<'c>,
    ast: &'c Ast,
    layout: &'c Layout,
    optional_old_self: bool,
    /// The variables of the macros around, the innermost last, with the layout of their values where it is known.
    scope: Vec<(&'c str, Variable, Option<&'c Layout>)>,
    slots: usize,
    server: KubeVersion,
}

impl<'c> Planner<'c> {
    fn node(&mut self, id: NodeId) -> Planned<Node> {
        // What has constants only is computed once and for all: it costs nothing at run time.
        if let Some(value) = self.constants.at(id).and_then(value_of) {
            return Ok(Node::Constant(value));
        }
        match self.ast.kind(id) {
            NodeKind::Literal(_) => Err(CompileError::new(id, "a literal has no value")),
            NodeKind::Ident(name) => self.ident(id, name),
            NodeKind::Select {
                operand,
                field,
                test,
            } => {
                let place = self.place(*operand, field);
                let operand = self.node(*operand)?;
                let mut attribute = operand.into_attribute(id);
                attribute.id = id;
                attribute.test = *test;
                attribute.qualify(Qualifier::name(field, place, false, *test));
                Ok(Node::Attribute(Box::new(attribute)))
            }
            NodeKind::Call {
                function,
                target,
                arguments,
            } => self.call(id, function, *target, arguments),
            NodeKind::List { elements, optional } => self.list(id, elements, optional),
            NodeKind::Map(entries) => self.map(id, entries),
            NodeKind::Struct { name, fields } => self.message(id, name, fields),
            NodeKind::Comprehension(comprehension) => self.fold(id, comprehension),
        }
    }

    fn ident(&self, id: NodeId, name: &'c str) -> Planned<Node> {
        let variable = match (self.local(name), name) {
            (Some((_, variable, _)), _) => *variable,
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

    fn local(&self, name: &str) -> Option<&(&'c str, Variable, Option<&'c Layout>)> {
        self.scope.iter().rev().find(|(known, ..)| *known == name)
    }

    /// How the values of a node are read, where the tree tells.
    fn layout(&self, id: NodeId) -> Option<&'c Layout> {
        match self.ast.kind(id) {
            NodeKind::Ident(name) => match (self.local(name), &**name) {
                (Some((.., layout)), _) => *layout,
                (None, "self") => Some(self.layout),
                (None, "oldSelf") if !self.optional_old_self => Some(self.layout),
                _ => None,
            },
            NodeKind::Select {
                operand,
                field,
                test: false,
            } => {
                let layout = self.layout(*operand)?;
                layout
                    .property(&unescape(field)?)
                    .or_else(|| layout.element())
            }
            NodeKind::Call {
                function,
                target: None,
                arguments,
            } if function == operator::INDEX => self.layout(*arguments.first()?)?.element(),
            _ => None,
        }
    }

    /// The place of a field in the layout of an object.
    fn place(&self, operand: NodeId, field: &str) -> Option<usize> {
        self.layout(operand)?.place(&unescape(field)?)
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
        // `dyn` of a constant list or map, or of what is found to be one here: `1 in []`.
        if name == "dyn"
            && let [Node::Constant(value)] = nodes.as_slice()
        {
            return Ok(Node::Constant(value.clone()));
        }
        let function = Function::named(name)
            .ok_or_else(|| CompileError::new(id, format!("no such overload: {name}")))?;
        let overload = self.overload(id);
        // What looks for its signature at run time takes its arguments one by one.
        let dispatches = overload.is_none() && function.dispatches();
        let mut call = Call {
            id,
            function,
            overload,
            receiver: overload
                .filter(|_| function.dispatches())
                .and_then(|overload| receiver(name, overload)),
            sequential: nodes.len() > 2 || function == Function::Format || dispatches,
            arguments: nodes.into(),
            pattern: None,
        };
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

    fn message(&mut self, id: NodeId, name: &str, fields: &[StructField]) -> Planned<Node> {
        let fields = fields.iter().map(|field| {
            Ok(MadeField {
                name: (&*field.name).into(),
                value: self.node(field.value)?,
                optional: field.optional,
            })
        });
        let fields = fields.collect::<Planned<Box<[_]>>>()?;
        Ok(Node::Message(Box::new(Made {
            id,
            name: name.into(),
            message: message::named(name),
            fields,
        })))
    }

    fn fold(&mut self, id: NodeId, comprehension: &'c Comprehension) -> Planned<Node> {
        let init = self.node(comprehension.init)?;
        let range = self.node(comprehension.range)?;
        let (accumulator, first) = (self.slots, self.slots + 1);
        let second = comprehension.second.as_ref().map(|_| self.slots + 2);
        self.slots += 3;
        let outside = self.scope.len();
        // With two variables, or over a map, the first is an index or a key.
        let range_layout = self.layout(comprehension.range);
        let element = range_layout.and_then(Layout::element);
        let item = range_layout.and_then(Layout::item);
        let of_first = if second.is_some() { None } else { item };
        self.scope
            .push((&comprehension.variable, Variable::Slot(first), of_first));
        if let (Some(name), Some(slot)) = (&comprehension.second, second) {
            self.scope.push((name, Variable::Slot(slot), element));
        }
        // The accumulator hides the variables of iteration.
        self.scope.push((
            &comprehension.accumulator,
            Variable::Accumulator(accumulator),
            None,
        ));
        let condition = self.node(comprehension.condition)?;
        let step = self.node(comprehension.step)?;
        self.scope.truncate(outside);
        self.scope.push((
            &comprehension.accumulator,
            Variable::Accumulator(accumulator),
            None,
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
            layout: Arc::new(Layout::nothing()),
            server: self.server,
            slots: 0,
            optional_old_self: false,
        };
        let work = Cell::new(0);
        let evaluation =
            Evaluator::new(&program, Activation::default(), Budget(u64::MAX), &work).run();
        let value = evaluation
            .result
            .map_err(|error| CompileError::new(id, error.message()))?;
        into_static(value)
            .map(Node::Constant)
            .ok_or_else(|| CompileError::new(id, "a constant cannot be held"))
    }
}
