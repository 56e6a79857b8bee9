//! Running the rules of a schema over an object. Source: `Validator.validate` of apiextensions' `schema/cel`.

use serde_json::{Map, Value};
use wheelwright_cel::cost::OBJECT_LIMIT;
use wheelwright_cel::{Activation, Budget, EvalError, KubeVersion, Value as CelValue};

use super::message::{self, Message};
use super::ratchet::{Pair, Ratchet};
use super::validator::{Rule, Validator};
use crate::error::{BadValue, FieldError};
use crate::errors::Errors;
use crate::node::Node;
use crate::path::{At, FieldPath};
use crate::schema::ValidationRule;
use crate::server::Change;
use crate::validate::Correlated;

const OUT_OF_BUDGET: &str =
    "validation failed due to running out of cost budget, no further validation rules will be run";

/// What the rules of an object come to.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) errors: Vec<FieldError>,
    /// What would be an error if it were new.
    pub(crate) forgiven: Vec<FieldError>,
    /// What is left of the budget; nothing if it did not suffice.
    pub(crate) budget: Option<u64>,
}

/// Runs the rules over a value at `at`. With `ratchets`, what did not change since the old value is forgiven.
pub(crate) fn evaluate(
    validator: &Validator,
    (node, value): (&Node, &Value),
    old: Option<&Value>,
    ratchets: bool,
    budget: u64,
    server: KubeVersion,
    at: At<'_>,
) -> Findings {
    let mut run = Run::new(server, budget);
    let pair = old.filter(|_| ratchets).map(|old| {
        Pair::new(Correlated {
            node,
            new: value,
            old,
        })
    });
    let ratchet = Ratchet {
        current: pair.as_ref(),
        parent: None,
    };
    let place = Place {
        node,
        value,
        old,
        ratchet,
    };
    let ended = run.value(validator, place, at);
    Findings {
        errors: run.errors.into_list(),
        forgiven: run.forgiven.into_list(),
        budget: ended.is_ok().then_some(run.budget),
    }
}

/// What all rules of one object may cost.
pub(crate) const BUDGET: u64 = OBJECT_LIMIT;

/// What one rule says of a value.
#[derive(Clone, Debug)]
pub(super) enum Ruling {
    /// It is true.
    Kept,
    /// It is about a change, and there is no old value.
    NotRun,
    /// It is false.
    Broken(FieldError),
    /// It has no value.
    Failed(FieldError),
}

/// Runs the one rule at `index` of a node over a value, and says what it took of a budget of its own.
pub(super) fn evaluate_one(
    validator: &Validator,
    index: usize,
    (node, value): (&Node, &Value),
    old: Option<&Value>,
    server: KubeVersion,
    at: At<'_>,
) -> (Ruling, u64) {
    let Some(rule) = validator.rules.get(index).filter(|_| !value.is_null()) else {
        return (Ruling::NotRun, 0);
    };
    let mut run = Run::new(server, BUDGET);
    let place = Place {
        node,
        value,
        old,
        ratchet: Ratchet::default(),
    };
    let (ruling, _) = run.rule(validator, rule, activation(validator, place), place, at);
    (ruling, BUDGET - run.budget)
}

/// What the rules of a node see. Where none of them uses the old value, message expressions do not have it either.
fn activation<'p>(validator: &Validator, place: Place<'p>) -> Activation<'p> {
    let uses_old_self = validator.rules.iter().any(|rule| rule.uses_old_self);
    Activation {
        self_value: Some(place.value),
        old_self: place.old.filter(|_| uses_old_self),
    }
}

/// No rule is run after this.
struct Stop;

struct Run {
    server: KubeVersion,
    budget: u64,
    errors: Errors,
    forgiven: Errors,
}

/// A value, and what it is compared with.
#[derive(Clone, Copy)]
struct Place<'p> {
    node: &'p Node,
    value: &'p Value,
    /// The value that transition rules see.
    old: Option<&'p Value>,
    ratchet: Ratchet<'p>,
}

impl Run {
    fn new(server: KubeVersion, budget: u64) -> Self {
        Self {
            server,
            budget,
            errors: Errors::default(),
            forgiven: Errors::default(),
        }
    }

    fn value(&mut self, validator: &Validator, place: Place<'_>, at: At<'_>) -> Result<(), Stop> {
        // Rules on a value speak of nothing that is not there.
        if place.value.is_null() {
            return Ok(());
        }
        self.rules(validator, place, at)?;
        for (_, nested) in &validator.all_of {
            let ratchet = place.ratchet.nested();
            self.value(nested, Place { ratchet, ..place }, at)?;
        }
        match place.value {
            Value::Array(items) => self.items(validator, items, place, at),
            Value::Object(members) => self.members(validator, members, place, at),
            _ => Ok(()),
        }
    }

    fn items(
        &mut self,
        validator: &Validator,
        items: &[Value],
        place: Place<'_>,
        at: At<'_>,
    ) -> Result<(), Stop> {
        let (Some(below), Some(node)) = (&validator.items, place.node.items.as_deref()) else {
            return Ok(());
        };
        let keyed = place.old.and_then(|old| {
            let pair = Correlated {
                node: place.node,
                new: place.value,
                old,
            };
            pair.keyed()
        });
        for (position, value) in items.iter().enumerate() {
            let found = keyed.as_ref().and_then(|keyed| keyed.pair(value));
            let pair = found
                .filter(|_| place.ratchet.current.is_some())
                .map(Pair::new);
            let item = Place {
                node,
                value,
                old: found.map(|pair| pair.old),
                ratchet: place.ratchet.below(None, pair.as_ref()),
            };
            self.value(below, item, at.index(position))?;
        }
        Ok(())
    }

    fn members(
        &mut self,
        validator: &Validator,
        members: &Map<String, Value>,
        place: Place<'_>,
        at: At<'_>,
    ) -> Result<(), Stop> {
        let old = place.old.filter(|_| validator.correlates);
        let old = old.and_then(Value::as_object);
        let member = |below: &Validator, node, name: &str, value, at: At<'_>, run: &mut Self| {
            let pair = place.ratchet.member(name);
            let member = Place {
                node,
                value,
                old: old
                    .and_then(|old| old.get(name))
                    .filter(|old| !old.is_null()),
                ratchet: place.ratchet.below(Some(name), pair.as_ref()),
            };
            run.value(below, member, at)
        };
        if let (Some(below), Some(node)) = (&validator.values, place.node.additional.schema()) {
            for (name, value) in members {
                member(below, node, name, value, at.key(name), self)?;
            }
        }
        let mut property = |name: &str, below, value| match place.node.properties.get(name) {
            Some(node) => member(below, node, name, value, at.child(name), self),
            None => Ok(()),
        };
        // What the object lacks costs nothing: the fewer names are looked up among the others.
        if members.len() < validator.properties.len() {
            for (name, value) in members {
                if let Some(below) = validator.property(name) {
                    property(name, below, value)?;
                }
            }
        } else {
            for (name, below) in &validator.properties {
                if let Some(value) = members.get(&**name) {
                    property(name, below, value)?;
                }
            }
        }
        Ok(())
    }

    fn rules(&mut self, validator: &Validator, place: Place<'_>, at: At<'_>) -> Result<(), Stop> {
        if validator.is_untyped {
            let detail = "rule compiler initialization error: failed to convert to declType for CEL validation rules";
            self.errors.add(|| shown(validator, at, detail));
            return Ok(());
        }
        if validator.rules.is_empty() {
            return Ok(());
        }
        if self.budget == 0 {
            self.errors.add(|| shown(validator, at, OUT_OF_BUDGET));
            return Err(Stop);
        }
        let activation = activation(validator, place);
        for rule in &validator.rules {
            let (ruling, ended) = self.rule(validator, rule, activation, place, at);
            match ruling {
                Ruling::Kept | Ruling::NotRun => {}
                Ruling::Broken(error) if !rule.uses_old_self && place.ratchet.forgives() => {
                    self.forgiven.add(|| error);
                }
                Ruling::Broken(error) | Ruling::Failed(error) => self.errors.add(|| error),
            }
            ended?;
        }
        Ok(())
    }

    /// What a rule says, and whether others are run after it.
    fn rule(
        &mut self,
        validator: &Validator,
        rule: &Rule,
        activation: Activation<'_>,
        place: Place<'_>,
        at: At<'_>,
    ) -> (Ruling, Result<(), Stop>) {
        let failed = |detail: String| Ruling::Failed(shown(validator, at, detail));
        let program = match &rule.program {
            Ok(program) => program,
            Err(reason) => return (failed(format!("rule compile error: {reason}")), Ok(())),
        };
        if rule.uses_old_self && place.old.is_none() && !rule.is_optional {
            return (Ruling::NotRun, Ok(()));
        }
        let evaluation = program.evaluate(activation, Budget::PER_CALL);
        if evaluation.cost > self.budget {
            return (failed(OUT_OF_BUDGET.to_owned()), Err(Stop));
        }
        self.budget -= evaluation.cost;
        match evaluation.result {
            Ok(CelValue::Bool(true)) => (Ruling::Kept, Ok(())),
            Ok(_) => {
                let (error, ended) = self.broken(validator, rule, activation, place, at);
                (Ruling::Broken(error), ended)
            }
            Err(error) => {
                let ended = if error.is_over_budget() {
                    Err(Stop)
                } else {
                    Ok(())
                };
                (failed(error_detail(&error, &rule.source)), ended)
            }
        }
    }

    /// The error of a rule that is false, and whether others are run after it.
    fn broken(
        &mut self,
        validator: &Validator,
        rule: &Rule,
        activation: Activation<'_>,
        place: Place<'_>,
        at: At<'_>,
    ) -> (FieldError, Result<(), Stop>) {
        let path = match &rule.field_path {
            Some(way) => at.to_path().child(way.as_str()),
            None => at.to_path(),
        };
        let source = &rule.source;
        let message = rule.message.as_ref().map(|program| {
            message::evaluate(
                program,
                &source.message_expression,
                activation,
                &mut self.budget,
            )
        });
        match message {
            Some(Message::TooDear(detail)) => {
                let shown = &*validator.type_name;
                (FieldError::invalid(path, shown, detail), Err(Stop))
            }
            Some(Message::Text(text)) => {
                (self.failure(validator, source, place, path, text), Ok(()))
            }
            Some(Message::Unusable) | None => {
                let text = message::default(source);
                (self.failure(validator, source, place, path, text), Ok(()))
            }
        }
    }

    /// The error of a rule that is false, by its reason.
    fn failure(
        &self,
        validator: &Validator,
        rule: &ValidationRule,
        place: Place<'_>,
        path: FieldPath,
        detail: String,
    ) -> FieldError {
        let value = if !Change::RuleShowsScalar.is_in(self.server) {
            BadValue::from(&*validator.type_name)
        } else if validator.shows_value {
            BadValue::Json(place.value.clone())
        } else {
            BadValue::Omitted
        };
        match rule.reason.as_deref() {
            Some("FieldValueForbidden") => FieldError::forbidden(path, detail),
            Some("FieldValueRequired") => FieldError::required(path, detail),
            // An error about a duplicate has no place for a message.
            Some("FieldValueDuplicate") => FieldError::duplicate(path, value),
            _ => FieldError::invalid(path, value, detail),
        }
    }
}

/// An error about the rules themselves shows the type of the value.
fn shown(validator: &Validator, at: At<'_>, detail: impl Into<String>) -> FieldError {
    FieldError::invalid(at.to_path(), &*validator.type_name, detail)
}

/// Source: `validateExpressions` of apiextensions' `schema/cel`.
fn error_detail(error: &EvalError, rule: &ValidationRule) -> String {
    let name = message::name(rule);
    let text = error.message();
    if error.is_over_budget() {
        format!(
            "'{text}': no further validation rules will be run due to call cost exceeds limit for rule: {name}"
        )
    } else if error.is_no_overload() {
        format!(
            "'{text}': call arguments did not match a supported operator, function or macro signature for rule: {name}"
        )
    } else {
        format!("{text} evaluating rule: {name}")
    }
}
