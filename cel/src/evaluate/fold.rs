//! Folds, which the macros of iteration become.

use super::cost;
use super::program::{Fold, Single, Step};
use super::run::Evaluator;
use crate::failure::{EvalError, Outcome};
use crate::value::{List, Map, OwnedMap, Value};

impl<'p> Evaluator<'p, '_> {
    pub(super) fn fold(&mut self, fold: &'p Fold) -> Outcome<Value<'p>> {
        let range = self.node(&fold.range)?;
        self.set(fold.accumulator, None);
        if let Some(init) = self.inits.get_mut(fold.accumulator) {
            *init = Some(&fold.init);
        }
        match &range {
            Value::List(list) => self.over_list(fold, list)?,
            Value::Map(map) => self.over_map(fold, map)?,
            other => {
                let name = other.cel_go_type();
                return Err(if fold.second.is_some() {
                    EvalError::error(format!("unsupported comprehension range type: {name}"))
                        .at(fold.id)
                } else {
                    EvalError::error(format!("got '{name}', expected iterable type")).at(fold.id)
                });
            }
        }
        self.set(fold.first, None);
        if let Some(second) = fold.second {
            self.set(second, None);
        }
        let result = self.node(&fold.result);
        self.set(fold.accumulator, None);
        result
    }

    fn over_list(&mut self, fold: &'p Fold, list: &List<'p>) -> Outcome<()> {
        for (index, item) in (0_i64..).zip(list.iter()) {
            match fold.second {
                Some(second) => {
                    self.set(fold.first, Some(Ok(Value::Int(index))));
                    self.set(second, Some(item));
                }
                None => self.set(fold.first, Some(item)),
            }
            if !self.once(fold)? {
                break;
            }
        }
        Ok(())
    }

    fn over_map(&mut self, fold: &'p Fold, map: &Map<'p>) -> Outcome<()> {
        self.context.work(map.len() / 10)?;
        let Some(second) = fold.second else {
            for key in map.keys() {
                self.set(fold.first, Some(Ok(key)));
                if !self.once(fold)? {
                    break;
                }
            }
            return Ok(());
        };
        for (key, value) in map.pairs() {
            let value = value.unwrap_or_else(|| {
                Err(EvalError::error(format!("no such key: {}", key.describe())))
            });
            self.set(second, Some(value));
            self.set(fold.first, Some(Ok(key)));
            if !self.once(fold)? {
                break;
            }
        }
        Ok(())
    }

    /// One element; whether to go on.
    fn once(&mut self, fold: &'p Fold) -> Outcome<bool> {
        if let Ok(Value::Bool(false)) = self.argument(&fold.condition)? {
            return Ok(false);
        }
        match &fold.step {
            Step::Append(single) => self.append(fold.accumulator, single)?,
            Step::AppendIf { condition, single } => match self.argument(condition)? {
                Ok(Value::Bool(true)) => self.append(fold.accumulator, single)?,
                Ok(Value::Bool(false)) => self.begin(fold.accumulator)?,
                Ok(_) => self.set(fold.accumulator, Some(Err(EvalError::no_such_overload()))),
                Err(error) => self.set(fold.accumulator, Some(Err(error))),
            },
            Step::Other(step) => {
                let value = self.argument(step)?;
                self.set(fold.accumulator, Some(value));
            }
        }
        Ok(true)
    }

    /// `accumulator + [element]`, at the cost of the name, the list and the sum.
    fn append(&mut self, slot: usize, single: &'p Single) -> Outcome<()> {
        self.begin(slot)?;
        self.charge(1)?;
        let element = self.argument(&single.element)?;
        if single.is_made {
            self.charge(cost::LIST)?;
        }
        self.charge(1)?;
        let Some(accumulator) = self.slots.get_mut(slot) else {
            return Ok(());
        };
        let next = match (accumulator.take(), element) {
            (Some(Ok(Value::List(mut list))), Ok(element)) => {
                if let Err(element) = list.push(element) {
                    let mut items = list.iter().collect::<Outcome<Vec<_>>>()?;
                    items.push(element);
                    list = List::owned(items);
                }
                Ok(Value::List(list))
            }
            (Some(Err(error)), _) | (_, Err(error)) => Err(error),
            _ => Err(EvalError::no_such_overload()),
        };
        *accumulator = Some(next);
        Ok(())
    }

    pub(super) fn set(&mut self, slot: usize, value: Option<Outcome<Value<'p>>>) {
        if let Some(place) = self.slots.get_mut(slot) {
            *place = value;
        }
    }

    /// Computes an accumulator's first value if nothing has asked for it yet.
    fn begin(&mut self, slot: usize) -> Outcome<()> {
        if matches!(self.slots.get(slot), Some(Some(_))) {
            return Ok(());
        }
        let value = match self.inits.get(slot).copied().flatten() {
            Some(init) => match self.argument(init)? {
                // A list or a map of its own to gather in.
                Ok(Value::List(list)) if list.is_empty() => Ok(Value::list(Vec::new())),
                Ok(Value::Map(map)) if map.is_empty() => {
                    Ok(Value::Map(Map::owned(OwnedMap::new())))
                }
                other => other,
            },
            None => Err(EvalError::error("no such attribute(s)")),
        };
        self.set(slot, Some(value));
        Ok(())
    }

    pub(super) fn accumulator(&mut self, slot: usize) -> Outcome<Value<'p>> {
        self.begin(slot)?;
        match self.slots.get(slot) {
            Some(Some(value)) => value.clone(),
            _ => Err(EvalError::error("no such attribute(s)")),
        }
    }

    /// Takes an accumulator out of its slot, to be changed in place.
    pub(super) fn take_accumulator(&mut self, slot: usize) -> Outcome<Outcome<Value<'p>>> {
        self.begin(slot)?;
        Ok(self
            .slots
            .get_mut(slot)
            .and_then(Option::take)
            .unwrap_or_else(|| Err(EvalError::error("no such attribute(s)"))))
    }
}
