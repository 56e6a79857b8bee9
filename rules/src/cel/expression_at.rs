//! An expression tried at a place.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;
use wheelwright_cel::cost::{Cardinality, over_budget};
use wheelwright_cel::rule::{OldSelf, check_expression, instantiate};
use wheelwright_cel::schema::{Declared, Schema as Seen};
use wheelwright_cel::syntax::{NodeKind, parse};
use wheelwright_cel::{
    Activation, Budget, Checked, Environment, Errors, EvalError, Evaluation, KubeVersion, Layout,
    Program, Target, Type, Variable, check, estimate,
};

use super::expression::Use;
use super::follow::PlaceError;
use super::place::Place;
use crate::crd::{self, Remedy, RuleCost};
use crate::path::FieldPath;

/// An expression of any type, compiled on the values of a [`Place`], or on nothing.
///
/// ```
/// use serde_json::json;
/// use wheelwright_cel::Budget;
/// use wheelwright_cel::rule::OldSelf;
/// use wheelwright_rules::{KubeVersion, cel::Place};
///
/// let schema = json!({"type": "object", "properties": {"min": {"type": "integer"}, "max": {"type": "integer"}}});
/// let place = Place::of(&schema, false, KubeVersion::default())?;
/// let expression = place.expression("self.max - self.min", OldSelf::Required)?;
/// assert_eq!(expression.ty().to_string(), "int");
///
/// let value = place.value(json!({"min": 3, "max": 10}), None)?;
/// let evaluation = expression.evaluate(Some(&value.value), None, Budget::PER_CALL).expect("it can be prepared");
/// assert_eq!(evaluation.result?.to_answer(), json!({"type": "int", "value": "7"}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ExpressionAt<'p> {
    scope: Scope<'p>,
    checked: Checked,
    program: Result<Program, String>,
    old_self: OldSelf,
    environment: Environment,
    text: String,
}

/// Why an expression cannot be compiled.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ExpressionError {
    /// There is no such place, or nothing to see at it.
    Place(PlaceError),
    /// The expression is wrong, in the server's words.
    Compilation(Errors),
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(error) => error.fmt(f),
            Self::Compilation(errors) => errors.fmt(f),
        }
    }
}

impl std::error::Error for ExpressionError {}

/// What an expression can see.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scope<'p> {
    Place(&'p Place, &'p Declared),
    /// Values without a schema: whether there is `self`, and `oldSelf`.
    Dynamic {
        has_self: bool,
        has_old: bool,
    },
}

impl ExpressionAt<'static> {
    /// Compiles an expression without a schema: `self` and `oldSelf`, where there are such, are of type `dyn`.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in the server's words.
    pub fn without_schema(
        text: &str,
        has_self: bool,
        has_old: bool,
        server: KubeVersion,
    ) -> Result<Self, Errors> {
        let scope = Scope::Dynamic { has_self, has_old };
        Self::new(text, OldSelf::Required, scope, server)
    }
}

impl<'p> ExpressionAt<'p> {
    pub(super) fn new(
        text: &str,
        old_self: OldSelf,
        scope: Scope<'p>,
        server: KubeVersion,
    ) -> Result<Self, Errors> {
        let environment = Environment::new(server);
        let checked = match scope {
            Scope::Place(_, declared) => check_expression(text, declared, old_self, environment)?,
            Scope::Dynamic { has_self, has_old } => {
                let names = [("self", has_self), ("oldSelf", has_old)];
                let there = names.into_iter().filter(|(_, is_there)| *is_there);
                let variables: Vec<Variable> = there
                    .map(|(name, _)| Variable::new(name, Type::Dyn))
                    .collect();
                check(parse(text, environment)?, text, environment, &variables)?
            }
        };
        let target = Target {
            environment,
            layout: match scope {
                Scope::Place(place, _) => place.layout(),
                Scope::Dynamic { .. } => Arc::new(Layout::nothing()),
            },
            optional_old_self: old_self == OldSelf::Optional,
        };
        let program = instantiate(&checked)
            .and_then(|()| Program::compile(&checked, target).map_err(|error| error.to_string()));
        Ok(Self {
            scope,
            checked,
            program,
            old_self,
            environment,
            text: text.to_owned(),
        })
    }

    /// The type of its values.
    #[must_use]
    pub fn ty(&self) -> &Type {
        self.checked.result_type()
    }

    /// Why no server can prepare it to run, whatever it runs over: a constant cannot be converted, or is no pattern.
    #[must_use]
    pub fn broken(&self) -> Option<&str> {
        self.program.as_ref().err().map(String::as_str)
    }

    /// Whether it uses the old value, which makes it a transition rule.
    #[must_use]
    pub fn uses_old_self(&self) -> bool {
        self.checked.uses_old_self()
    }

    /// What it costs at most, as the server estimates it: a string as a message expression, anything else as a rule.
    /// Nothing bounds what is looked at without a schema.
    #[must_use]
    pub fn cost(&self) -> Option<RuleCost> {
        let nothing;
        let (place, declared) = match self.scope {
            Scope::Place(place, declared) => (Some(place), declared),
            Scope::Dynamic { .. } if self.uses_value() => return None,
            Scope::Dynamic { .. } => {
                nothing = Seen::unknown().declare(self.environment.server())?;
                (None, &nothing)
            }
        };
        let estimate = estimate(&self.checked, self.environment, declared).max;
        let cardinality = place.map_or(Cardinality::ROOT, Place::cardinality);
        let cardinality = self.usage().cardinality(cardinality);
        let path = place.map_or_else(FieldPath::root, Place::schema_path);
        Some(RuleCost::new(
            path,
            &self.text,
            estimate,
            cardinality,
            declared,
        ))
    }

    /// What would bring a cost within the limit, if it is over.
    #[must_use]
    pub fn remedy(&self, cost: &RuleCost) -> Option<Remedy> {
        let Scope::Place(place, _) = self.scope else {
            return None;
        };
        if !cost.is_over() {
            return None;
        }
        let server = self.environment.server();
        crd::remedy(place.schema(), cost, self.usage(), self.old_self, server)
    }

    /// The server's words about a cost that it does not take.
    #[must_use]
    pub fn over_budget(&self, cost: &RuleCost) -> Option<String> {
        over_budget(self.usage().cost_name(), cost.charged, RuleCost::LIMIT)
    }

    /// Runs it over a value, which replaces `old`; an error if no server can prepare it. A value is as
    /// [`Place::value`] or [`Place::values`] gives it.
    pub fn evaluate<'a>(
        &'a self,
        value: Option<&'a Value>,
        old: Option<&'a Value>,
        budget: Budget,
    ) -> Result<Evaluation<'a>, &'a str> {
        let program = self.program.as_ref().map_err(String::as_str)?;
        let activation = Activation {
            self_value: value,
            old_self: old,
        };
        Ok(program.evaluate(activation, budget))
    }

    /// The bytes of the expression that an evaluation failed at, if that is known.
    #[must_use]
    pub fn place_of(&self, error: &EvalError) -> Option<Range<usize>> {
        Some(self.checked.ast().node(error.node()?).span.range())
    }

    fn usage(&self) -> Use {
        if *self.ty() == Type::String {
            Use::Message
        } else {
            Use::Rule
        }
    }

    /// Whether `self` or `oldSelf` is in it.
    fn uses_value(&self) -> bool {
        let ast = self.checked.ast();
        ast.nodes().any(|node| {
            matches!(ast.kind(node), NodeKind::Ident(name) if *name == *"self" || *name == *"oldSelf")
        })
    }
}
