//! What is found of an expression.

use std::ops::Range;

use serde_json::Value as Json;
use wheelwright_cel::{Error, Value};
use wheelwright_rules::crd::RuleCost;

use super::literal::literal;
use crate::Exit;

/// All that is found.
pub(super) struct Answer {
    pub(super) text: String,
    /// The type of the expression, if it compiles.
    pub(super) ty: Option<String>,
    pub(super) cost: Option<RuleCost>,
    /// Why a server refuses the expression, or the value.
    pub(super) problems: Vec<Problem>,
    pub(super) values: Vec<Evaluated>,
    /// Whether the object has nothing at the place.
    pub(super) is_found_nowhere: bool,
}

/// Something that is wrong.
pub(super) struct Problem {
    pub(super) text: String,
    /// Line and column, from 1, as the server counts them, in code points.
    pub(super) at: Option<(usize, usize)>,
    /// The bytes of the expression that an evaluation failed at.
    pub(super) span: Option<Range<usize>>,
    pub(super) hint: Option<String>,
}

/// What came of the expression on one value.
pub(super) struct Evaluated {
    /// Where the value is, if the object is given.
    pub(super) place: Option<String>,
    pub(super) outcome: Outcome,
    pub(super) cost: u64,
}

pub(super) enum Outcome {
    Value {
        literal: String,
        answer: Json,
    },
    /// There is no old value.
    NotRun,
    Failed(Problem),
}

impl Answer {
    pub(super) fn of(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ty: None,
            cost: None,
            problems: Vec::new(),
            values: Vec::new(),
            is_found_nowhere: false,
        }
    }

    pub(super) fn exit(&self) -> Exit {
        let failed = |value: &Evaluated| matches!(value.outcome, Outcome::Failed(_));
        if !self.problems.is_empty() || self.values.iter().any(failed) {
            Exit::Refused
        } else {
            Exit::Success
        }
    }
}

impl Problem {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            at: None,
            span: None,
            hint: None,
        }
    }

    pub(super) fn at(self, span: Option<Range<usize>>) -> Self {
        Self { span, ..self }
    }

    /// An error of compilation. Whoever gives no schema may not know that `self` has to be given.
    pub(super) fn of(error: &Error, has_schema: bool) -> Self {
        let missing = |name: &str| {
            !has_schema
                && error
                    .message
                    .starts_with(&format!("undeclared reference to '{name}'"))
        };
        let hint = if missing("self") {
            Some(
                "say what `self` is: by its type, with `--crd FILE --path .spec` or `--schema FILE`, or by a value, with \
                 `--self FILE`"
                    .to_owned(),
            )
        } else if missing("oldSelf") {
            Some("say what `oldSelf` is: `--self FILE --old FILE`, or give a schema".to_owned())
        } else {
            error.hint.clone()
        };
        let position = (usize::try_from(error.line), usize::try_from(error.column));
        Self {
            at: match position {
                (Ok(line), Ok(column)) => Some((line, column)),
                _ => None,
            },
            hint,
            ..Self::new(error.message.as_str())
        }
    }
}

impl Evaluated {
    pub(super) fn of(place: Option<String>, value: &Value<'_>, cost: u64) -> Self {
        Self {
            place,
            outcome: Outcome::Value {
                literal: literal(value),
                answer: value.to_answer(),
            },
            cost,
        }
    }

    pub(super) const fn not_run(place: Option<String>) -> Self {
        Self {
            place,
            outcome: Outcome::NotRun,
            cost: 0,
        }
    }

    pub(super) const fn failed(place: Option<String>, problem: Problem, cost: u64) -> Self {
        Self {
            place,
            outcome: Outcome::Failed(problem),
            cost,
        }
    }
}
