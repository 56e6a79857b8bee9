//! What an expression is compiled to, and what goes in and comes out.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;

use regex::Regex;
use serde_json::Value as Json;

use super::function::Function;
use super::run::Evaluator;
use crate::data::Layout;
use crate::environment::Sig;
use crate::failure::EvalError;
use crate::message::Message;
use crate::overload::Overload;
use crate::syntax::NodeId;
use crate::value::Value;
use crate::{Environment, KubeVersion};

/// A checked expression, ready to run.
///
/// Constants are computed, patterns compiled, variables resolved to slots. A program is made once and runs over any
/// number of objects, on any number of threads.
#[derive(Debug)]
pub struct Program {
    pub(super) root: Node,
    pub(super) layout: Arc<Layout>,
    pub(super) server: KubeVersion,
    pub(super) slots: usize,
    pub(super) optional_old_self: bool,
}

/// What a [`Program`] is compiled for.
#[derive(Debug)]
pub struct Target {
    /// The server.
    pub environment: Environment,
    /// The schema of `self`.
    pub layout: Arc<Layout>,
    /// Whether `oldSelf` is optional.
    pub optional_old_self: bool,
}

/// What an expression runs over.
#[derive(Debug, Clone, Copy, Default)]
pub struct Activation<'a> {
    /// The value of `self`; nothing if the expression has no `self`.
    pub self_value: Option<&'a Json>,
    /// The value of `oldSelf`; nothing if there is no old object.
    pub old_self: Option<&'a Json>,
}

/// How much an evaluation may cost; what costs more is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget(pub u64);

impl Budget {
    /// What a server lets one evaluation of a rule cost.
    pub const PER_CALL: Self = Self(1_000_000);
}

impl Default for Budget {
    fn default() -> Self {
        Self::PER_CALL
    }
}

/// What an evaluation came to.
#[derive(Debug)]
pub struct Evaluation<'a> {
    /// The value, or why there is none.
    pub result: Result<Value<'a>, EvalError>,
    /// What it cost, as the server counts it. An evaluation that was stopped cost more than its budget.
    pub cost: u64,
}

impl Program {
    /// The version of the server that the program runs as.
    #[must_use]
    pub const fn server(&self) -> KubeVersion {
        self.server
    }

    /// Runs over an object.
    #[must_use]
    pub fn evaluate<'a>(&'a self, activation: Activation<'a>, budget: Budget) -> Evaluation<'a> {
        Evaluator::new(self, activation, budget, &Cell::new(0)).run()
    }
}

#[derive(Debug)]
pub(super) enum Node {
    Constant(Value<'static>),
    Attribute(Box<Attribute>),
    And(NodeId, Box<[Node]>),
    Or(NodeId, Box<[Node]>),
    Equal {
        id: NodeId,
        operands: Box<[Node; 2]>,
        negated: bool,
    },
    Call(Box<Call>),
    /// `x in [constants]`
    Member {
        argument: Box<Node>,
        set: Box<ConstantSet>,
    },
    List {
        id: NodeId,
        elements: Box<[(Node, bool)]>,
    },
    Map {
        id: NodeId,
        entries: Box<[(Node, Node, bool)]>,
    },
    Message(Box<Made>),
    Fold(Box<Fold>),
    /// `a.or(b)`, `a.orValue(b)`
    OrElse {
        id: NodeId,
        operands: Box<[Node; 2]>,
        unwrap: bool,
    },
}

/// A variable or a value, and what is taken of it. The server looks at the whole of it as one step.
#[derive(Debug)]
pub(super) struct Attribute {
    pub(super) id: NodeId,
    pub(super) base: Base,
    pub(super) qualifiers: Vec<Qualifier>,
    /// Whether it is a presence test, which has no cost of its own and whose result is a bool.
    pub(super) test: bool,
}

#[derive(Debug)]
pub(super) enum Base {
    Variable(Variable),
    Value(Node),
    Conditional {
        condition: Node,
        branches: Box<[Attribute; 2]>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variable {
    SelfValue,
    OldSelf,
    Slot(usize),
    /// The accumulator of a fold, computed when it is first asked for.
    Accumulator(usize),
}

#[derive(Debug)]
pub(super) struct Qualifier {
    pub(super) key: QualifierKey,
    pub(super) optional: bool,
    /// Whether it asks only whether the key is there.
    pub(super) test: bool,
}

#[derive(Debug)]
pub(super) enum QualifierKey {
    /// A field or a string, and the property that it means: with its place in the object's layout, where that is known.
    Name {
        value: Box<str>,
        property: Option<Box<str>>,
        place: Option<usize>,
    },
    Constant(Value<'static>),
    Attribute(Box<Attribute>),
}

#[derive(Debug)]
pub(super) struct Call {
    pub(super) id: NodeId,
    pub(super) function: Function,
    /// The signature, where there is only one.
    pub(super) overload: Option<Overload>,
    /// What the first argument has to be, where other signatures of the function take others.
    pub(super) receiver: Option<&'static Sig>,
    pub(super) arguments: Box<[Node]>,
    /// Whether an error in an argument keeps those after it from being evaluated.
    pub(super) sequential: bool,
    pub(super) pattern: Option<Regex>,
}

/// A message that is made.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) id: NodeId,
    /// As it is written: the checker knows some messages by names that nothing else knows.
    pub(super) name: Box<str>,
    pub(super) message: Option<&'static Message>,
    pub(super) fields: Box<[MadeField]>,
}

#[derive(Debug)]
pub(super) struct MadeField {
    pub(super) name: Box<str>,
    pub(super) value: Node,
    pub(super) optional: bool,
}

#[derive(Debug)]
pub(super) struct Fold {
    pub(super) id: NodeId,
    pub(super) range: Node,
    pub(super) init: Node,
    pub(super) condition: Node,
    pub(super) step: Step,
    pub(super) result: Node,
    pub(super) accumulator: usize,
    pub(super) first: usize,
    pub(super) second: Option<usize>,
}

/// How a fold goes on. Lists are gathered in place.
#[derive(Debug)]
pub(super) enum Step {
    /// `accumulator + [element]`
    Append(Single),
    /// `condition ? accumulator + [element] : accumulator`
    AppendIf {
        condition: Node,
        single: Single,
    },
    Other(Node),
}

/// The constants of `x in […]`.
#[derive(Debug)]
pub(super) struct ConstantSet {
    pub(super) texts: HashSet<Box<str>>,
    pub(super) others: Vec<Value<'static>>,
}

/// A list of one element.
#[derive(Debug)]
pub(super) struct Single {
    pub(super) element: Node,
    /// Whether the list is made each time: a constant is there already, and costs nothing.
    pub(super) is_made: bool,
}
