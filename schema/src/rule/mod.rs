//! The rules in CEL that the types have.

mod failure;
mod list;

use std::fmt;

use serde::Serialize;
use serde_json::Value;
use wheelwright_rules::cel::{RuleAt, RuleOutcome};

pub use failure::{NoRule, RuleFailure};
#[doc(hidden)]
pub use list::list;
pub use list::{RuleList, RulesAt, of};
pub use wheelwright_rules::cel::{SchemaPath, SchemaPathError, SchemaStep};
pub use wheelwright_rules::crd::RuleCost;

use crate::check::Origin;

/// A CEL rule of a version, with its place and a way to run it.
#[derive(Clone, Debug)]
pub struct Rule {
    at: RuleAt<'static>,
    version: &'static str,
    origin: Option<Origin>,
}

/// What a rule took that is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Passed {
    /// What the evaluation cost, as the API server counts it: of 1,000,000 for one, and of 10,000,000 for all rules of an
    /// object.
    pub cost: u64,
}

impl Rule {
    /// The version that it is a rule of: `v1`.
    #[must_use]
    pub const fn version(&self) -> &'static str {
        self.version
    }

    /// Which values of an object it is about: `.spec.toppings[*]`.
    #[must_use]
    pub const fn path(&self) -> &SchemaPath {
        self.at.path()
    }

    /// The Rust type, or the field, that has it, with its file and line.
    #[must_use]
    pub const fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// The expression.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.at.rule()
    }

    /// What is said when it is false; empty if nothing is.
    #[must_use]
    pub fn message(&self) -> &'static str {
        self.at.message()
    }

    /// The expression that gives the message; empty if there is none.
    #[must_use]
    pub fn message_expression(&self) -> &'static str {
        self.at.message_expression()
    }

    /// The API's name of the kind of error, if the rule gives one: `FieldValueForbidden`.
    #[must_use]
    pub fn reason(&self) -> Option<&'static str> {
        self.at.reason()
    }

    /// The field that an error names, from the value on; empty if it is the value itself.
    #[must_use]
    pub fn field_path(&self) -> &'static str {
        self.at.field_path()
    }

    /// Whether it is a transition rule, which compares with the value before the update.
    #[must_use]
    pub const fn uses_old_self(&self) -> bool {
        self.at.uses_old_self()
    }

    /// Whether it runs on create too, where `oldSelf` has no value.
    #[must_use]
    pub const fn is_optional_old_self(&self) -> bool {
        self.at.is_optional_old_self()
    }

    /// What it costs at most by the API server's estimate, which may be [`RuleCost::LIMIT`]. None of a rule in `allOf`,
    /// which is not charged.
    #[must_use]
    pub const fn cost(&self) -> Option<&RuleCost> {
        self.at.cost()
    }

    /// What the expression of its message costs at most.
    #[must_use]
    pub const fn message_cost(&self) -> Option<&RuleCost> {
        self.at.message_cost()
    }

    /// Runs it over a value at its place, as on create: a typed one as serde writes it, or JSON.
    ///
    /// The value is first pruned and gets its defaults, as on the server. Nothing else of the schema is looked at but the
    /// types.
    ///
    /// # Errors
    ///
    /// If it is false, with the server's message; if its evaluation fails; if a server would not run it on this value.
    pub fn run<T: Serialize + ?Sized>(&self, value: &T) -> Result<Passed, RuleFailure> {
        self.judge(written(value)?, None)
    }

    /// Runs it over a value that replaces `old`, which transition rules need.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn run_update<T: Serialize + ?Sized, Old: Serialize + ?Sized>(
        &self,
        value: &T,
        old: &Old,
    ) -> Result<Passed, RuleFailure> {
        self.judge(written(value)?, Some(written(old)?))
    }

    fn judge(&self, value: Value, old: Option<Value>) -> Result<Passed, RuleFailure> {
        let run = self.at.run(value, old);
        let cost = run.cost;
        Err(match run.outcome {
            RuleOutcome::Kept => return Ok(Passed { cost }),
            RuleOutcome::Broken(error) => RuleFailure::Broken { error, cost },
            RuleOutcome::Failed(error) => RuleFailure::Failed { error, cost },
            RuleOutcome::Mistyped(errors) => RuleFailure::Mistyped(errors),
            _ => RuleFailure::NotRun {
                is_transition: self.uses_old_self() && !self.is_optional_old_self(),
            },
        })
    }
}

fn written<T: Serialize + ?Sized>(value: &T) -> Result<Value, RuleFailure> {
    serde_json::to_value(value).map_err(|error| RuleFailure::Unwritable(error.to_string()))
}

/// A line: version, place, expression, cost and source.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: Vec<&str> = self.text().split_whitespace().collect();
        write!(f, "{} {}: {}", self.version, self.path(), text.join(" "))?;
        if let Some(cost) = self.cost() {
            write!(f, ", cost {} of {}", cost.charged, RuleCost::LIMIT)?;
        }
        match &self.origin {
            Some(origin) => write!(f, ", at {origin}"),
            None => Ok(()),
        }
    }
}
