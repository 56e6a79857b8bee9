//! One evaluation.

use std::cell::Cell;

use super::cost;
use super::program::{Activation, Budget, ConstantSet, Evaluation, Node, Program};
use crate::KubeVersion;
use crate::context::Context;
use crate::data::{Layout, value_of};
use crate::failure::{EvalError, Outcome};
use crate::library::regular::Patterns;
use crate::syntax::NodeId;
use crate::value::{Key, Map, OwnedMap, Text, Value, equal};

/// An evaluation under way. Every node is evaluated for its value and its cost; a cost over the limit ends all.
pub(super) struct Evaluator<'p, 'w> {
    pub(super) context: Context<'w>,
    program: &'p Program,
    activation: Activation<'p>,
    cost: u64,
    limit: u64,
    /// The variables of folds that run.
    pub(super) slots: Vec<Option<Outcome<Value<'p>>>>,
    /// What the accumulators of folds that run begin with.
    pub(super) inits: Vec<Option<&'p Node>>,
    pub(super) patterns: Option<Box<Patterns>>,
}

impl<'p, 'w> Evaluator<'p, 'w> {
    pub(super) fn new(
        program: &'p Program,
        activation: Activation<'p>,
        budget: Budget,
        work: &'w Cell<u64>,
    ) -> Self {
        Self {
            context: Context::new(program.server, work),
            program,
            activation,
            cost: 0,
            limit: budget.0,
            slots: vec![None; program.slots],
            inits: vec![None; program.slots],
            patterns: None,
        }
    }

    pub(super) fn run(mut self) -> Evaluation<'p> {
        let result = self.node(&self.program.root);
        Evaluation {
            result,
            cost: self.cost,
        }
    }

    pub(super) const fn server(&self) -> KubeVersion {
        self.program.server
    }

    /// What is left to spend.
    pub(super) const fn left(&self) -> u64 {
        self.limit.saturating_sub(self.cost)
    }

    pub(super) fn charge(&mut self, cost: u64) -> Outcome<()> {
        self.cost = self.cost.saturating_add(cost);
        if self.cost > self.limit {
            return Err(EvalError::over_budget());
        }
        Ok(())
    }

    /// So many steps of one each, stopped at the first that is over.
    pub(super) fn charge_steps(&mut self, steps: u64) -> Outcome<()> {
        self.charge(steps.min(self.left().saturating_add(1)))
    }

    pub(super) fn refund(&mut self, cost: u64) -> Outcome<()> {
        self.cost = self.cost.saturating_sub(cost);
        self.charge(0)
    }

    /// Ends the evaluation before work is done that it could not pay.
    pub(super) fn afford(&mut self, cost: u64) -> Outcome<()> {
        if cost > self.left() {
            return self.charge(cost);
        }
        Ok(())
    }

    /// `self` as JSON, with how it is read.
    pub(super) fn self_data(&self) -> Option<(&'p serde_json::Value, &'p Layout)> {
        Some((self.activation.self_value?, &self.program.layout))
    }

    pub(super) fn self_value(&self) -> Outcome<Value<'p>> {
        match self.activation.self_value {
            Some(json) => value_of(json, &self.program.layout),
            None => Err(EvalError::error("no such attribute(s): self")),
        }
    }

    pub(super) fn old_self(&self) -> Outcome<Value<'p>> {
        match (self.activation.old_self, self.program.optional_old_self) {
            (None, true) => Ok(Value::Optional(None)),
            (None, false) => Err(EvalError::error("no such attribute(s): oldSelf")),
            (Some(json), true) => value_of(json, &self.program.layout).map(Value::some),
            (Some(json), false) => value_of(json, &self.program.layout),
        }
    }

    /// Evaluates a node. An error that is `cancelled` is to be passed on at once.
    pub(super) fn node(&mut self, node: &'p Node) -> Outcome<Value<'p>> {
        match node {
            Node::Constant(value) => Ok(borrowed(value)),
            Node::Attribute(attribute) => self.attribute(attribute),
            Node::And(id, terms) => self.logical(*id, terms, false),
            Node::Or(id, terms) => self.logical(*id, terms, true),
            Node::Equal {
                id,
                operands,
                negated,
            } => self.equality(*id, operands, *negated),
            Node::Call(call) => self.call(call),
            Node::Member { argument, set } => {
                let value = self.node(argument)?;
                Ok(Value::Bool(self.is_member(&value, set)))
            }
            Node::List { id, elements } => self.list(*id, elements),
            Node::Map { id, entries } => self.map(*id, entries),
            Node::Message(made) => self.message(made),
            Node::Fold(fold) => self.fold(fold),
            Node::OrElse {
                id,
                operands,
                unwrap,
            } => self.or_else(*id, operands, *unwrap),
        }
    }

    /// An argument whose error does not end the evaluation yet.
    pub(super) fn argument(&mut self, node: &'p Node) -> Outcome<Outcome<Value<'p>>> {
        match self.node(node) {
            Err(error) if error.is_final() => Err(error),
            outcome => Ok(outcome),
        }
    }

    /// `&&` and `||`: what decides wins over errors on either side.
    fn logical(&mut self, id: NodeId, terms: &'p [Node], decisive: bool) -> Outcome<Value<'p>> {
        let mut first = None;
        for term in terms {
            match self.argument(term)? {
                Ok(Value::Bool(flag)) if flag == decisive => return Ok(Value::Bool(decisive)),
                Ok(Value::Bool(_)) => {}
                Ok(_) => {
                    first.get_or_insert_with(|| EvalError::no_such_overload().at(id));
                }
                Err(error) => {
                    first.get_or_insert(error);
                }
            }
        }
        first.map_or(Ok(Value::Bool(!decisive)), Err)
    }

    fn equality(
        &mut self,
        id: NodeId,
        operands: &'p [Node; 2],
        negated: bool,
    ) -> Outcome<Value<'p>> {
        let [left, right] = operands;
        let left = self.argument(left)?;
        let right = self.argument(right)?;
        let cost = cost::of_equality(&left, &right, negated, self.server());
        self.afford(cost)?;
        let (left, right) = match (left, right) {
            (Ok(left), Ok(right)) => (left, right),
            (Err(error), _) | (_, Err(error)) => {
                self.charge(cost)?;
                return Err(error);
            }
        };
        let equal = match equal(&left, &right, self.context) {
            Ok(equal) => Ok(Value::Bool(equal != negated)),
            Err(error) if error.is_final() => return Err(error),
            // What cannot be compared is not equal.
            Err(_) if negated => Ok(Value::Bool(true)),
            Err(error) => Err(error.at(id)),
        };
        self.charge(cost)?;
        equal
    }

    fn is_member(&self, value: &Value<'p>, set: &ConstantSet) -> bool {
        match value {
            Value::String(text) => set.texts.contains(&**text),
            _ => set
                .others
                .iter()
                .any(|other| equal(value, other, self.context).unwrap_or(false)),
        }
    }

    fn list(&mut self, id: NodeId, elements: &'p [(Node, bool)]) -> Outcome<Value<'p>> {
        let list = self.elements(id, elements);
        if list
            .as_ref()
            .is_err_and(super::super::failure::EvalError::is_final)
        {
            return list;
        }
        self.charge(cost::LIST)?;
        list
    }

    fn elements(&mut self, id: NodeId, elements: &'p [(Node, bool)]) -> Outcome<Value<'p>> {
        let mut items = Vec::with_capacity(elements.len());
        for (element, optional) in elements {
            match (self.node(element)?, optional) {
                (Value::Optional(None), true) => {}
                (Value::Optional(Some(value)), true) => items.push((*value).clone()),
                (value, true) => {
                    return Err(EvalError::error(format!(
                        "cannot initialize optional list element from non-optional value {}",
                        value.describe()
                    ))
                    .at(id));
                }
                (value, false) => items.push(value),
            }
        }
        Ok(Value::list(items))
    }

    fn map(&mut self, id: NodeId, entries: &'p [(Node, Node, bool)]) -> Outcome<Value<'p>> {
        let map = self.entries(id, entries);
        if map
            .as_ref()
            .is_err_and(super::super::failure::EvalError::is_final)
        {
            return map;
        }
        self.charge(cost::MAP)?;
        map
    }

    fn entries(&mut self, id: NodeId, entries: &'p [(Node, Node, bool)]) -> Outcome<Value<'p>> {
        let mut map = OwnedMap::new();
        for (key, value, optional) in entries {
            let key = self.node(key)?;
            let value = self.node(value)?;
            let name = Key::from_value(&key)?;
            let value = match (value, optional) {
                (Value::Optional(None), true) => {
                    map.remove(&name);
                    continue;
                }
                (Value::Optional(Some(value)), true) => (*value).clone(),
                (value, true) => {
                    return Err(EvalError::error(format!(
                        "cannot initialize optional entry '{}' from non-optional value {}",
                        key.describe(),
                        value.describe()
                    ))
                    .at(id));
                }
                (value, false) => value,
            };
            map.insert(name, value);
        }
        Ok(Value::Map(Map::owned(map)))
    }

    fn or_else(&mut self, id: NodeId, operands: &'p [Node; 2], unwrap: bool) -> Outcome<Value<'p>> {
        let [left, right] = operands;
        match self.node(left)? {
            Value::Optional(None) => self.node(right),
            Value::Optional(Some(value)) if unwrap => Ok((*value).clone()),
            value @ Value::Optional(Some(_)) => Ok(value),
            value if !self.server().at_least(37) => Ok(value),
            _ => Err(EvalError::no_such_overload().at(id)),
        }
    }
}

/// A constant without counting references to its text.
fn borrowed<'p>(value: &'p Value<'static>) -> Value<'p> {
    match value {
        Value::String(text) => Value::String(Text::Borrowed(text)),
        other => other.clone(),
    }
}
