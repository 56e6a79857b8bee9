//! Why an evaluation has no value.

use std::borrow::Cow;
use std::fmt;

/// What stopped an evaluation, in the server's words, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvalError {
    pub(crate) message: Cow<'static, str>,
    pub(crate) node: Option<crate::NodeId>,
    pub(crate) cancelled: bool,
}

/// An error on its way up: boxed, because most evaluations have none.
pub(crate) type Failure = Box<EvalError>;

pub(crate) type Outcome<T> = Result<T, Failure>;

impl EvalError {
    pub(crate) fn error(message: impl Into<Cow<'static, str>>) -> Failure {
        Box::new(Self {
            message: message.into(),
            node: None,
            cancelled: false,
        })
    }

    pub(crate) fn no_such_overload() -> Failure {
        Self::error("no such overload")
    }

    /// The budget is spent. This one is not absorbed by `&&`, `||`, `all` or `exists`.
    pub(crate) fn over_budget() -> Failure {
        Box::new(Self {
            message: Cow::Borrowed("operation cancelled: actual cost limit exceeded"),
            node: None,
            cancelled: true,
        })
    }

    /// The node at fault, unless one nearer to the fault is known.
    pub(crate) fn at(mut self: Box<Self>, node: crate::NodeId) -> Failure {
        self.node.get_or_insert(node);
        self
    }

    /// What the server says.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The node of the syntax tree at fault, for a caret under it.
    #[must_use]
    pub const fn node(&self) -> Option<crate::NodeId> {
        self.node
    }

    /// Whether the cost limit stopped the evaluation.
    #[must_use]
    pub const fn is_over_budget(&self) -> bool {
        self.cancelled
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for EvalError {}
