//! Why an evaluation has no value.

use std::borrow::Cow;
use std::fmt;

use crate::NodeId;

/// What stopped an evaluation, in the server's words, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvalError(Box<Fault>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Fault {
    message: Cow<'static, str>,
    node: Option<NodeId>,
    end: End,
    /// The types of values have no such function.
    no_overload: bool,
}

/// Whether an error ends the evaluation whatever is around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// `&&`, `||`, `all` and `exists` may absorb it.
    No,
    OverBudget,
    /// The server's evaluator crashes.
    Crash,
    /// What a server makes of it is not known here.
    Unknown,
}

/// A value, or why there is none.
pub(crate) type Outcome<T> = Result<T, EvalError>;

impl EvalError {
    fn new(message: impl Into<Cow<'static, str>>, end: End) -> Self {
        Self(Box::new(Fault {
            message: message.into(),
            node: None,
            end,
            no_overload: false,
        }))
    }

    pub(crate) fn error(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(message, End::No)
    }

    pub(crate) fn no_such_overload() -> Self {
        Self::error("no such overload").of_overload()
    }

    /// That there is no overload of this name for the arguments.
    pub(crate) fn no_such_overload_of(what: &str) -> Self {
        Self::error(format!("no such overload: {what}")).of_overload()
    }

    fn of_overload(mut self) -> Self {
        self.0.no_overload = true;
        self
    }

    pub(crate) fn over_budget() -> Self {
        Self::new(
            "operation cancelled: actual cost limit exceeded",
            End::OverBudget,
        )
    }

    /// The server's evaluator crashes, which ends the evaluation with its words.
    pub(crate) fn crash(what: &str) -> Self {
        Self::new(format!("internal error: {what}"), End::Crash)
    }

    /// The server has a value here that this crate cannot compute.
    pub(crate) fn unknown(what: &str) -> Self {
        Self::new(
            format!("not known here, though a server takes it: {what}"),
            End::Unknown,
        )
    }

    /// A value that Go cannot have for the key of a map.
    pub(crate) fn unhashable(go_type: &str) -> Self {
        Self::crash(&format!("runtime error: hash of unhashable type {go_type}"))
    }

    /// The node at fault, unless one nearer to the fault is known.
    pub(crate) fn at(mut self, node: NodeId) -> Self {
        self.0.node.get_or_insert(node);
        self
    }

    /// Whether nothing may absorb it.
    pub(crate) fn is_final(&self) -> bool {
        self.0.end != End::No
    }

    /// What the server says.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The node of the syntax tree at fault, for a caret under it.
    #[must_use]
    pub fn node(&self) -> Option<NodeId> {
        self.0.node
    }

    /// Whether there is no such function for the types of the values.
    #[must_use]
    pub fn is_no_overload(&self) -> bool {
        self.0.no_overload
    }

    /// Whether the cost limit stopped the evaluation.
    #[must_use]
    pub fn is_over_budget(&self) -> bool {
        self.0.end == End::OverBudget
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for EvalError {}
