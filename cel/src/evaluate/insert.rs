//! `cel.@mapInsert`, which gathers the maps of `transformMap` and `transformMapEntry`.

use super::call::no_such_overload;
use super::program::{Base, Call, Node, Variable};
use super::run::Evaluator;
use crate::failure::{EvalError, Outcome};
use crate::value::{Key, Map, OwnedMap, Value};

impl<'p> Evaluator<'p, '_> {
    /// `cel.@mapInsert(accumulator, …)`, changing the accumulator in place.
    pub(super) fn insert(&mut self, call: &'p Call, slot: usize) -> Outcome<Value<'p>> {
        let accumulator = self.take_accumulator(slot)?;
        let restored = |evaluator: &mut Self, value| evaluator.set(slot, Some(value));
        self.charge(1)?;
        let sequential = call.arguments.len() > 2;
        if let (Err(error), true) = (&accumulator, sequential) {
            let error = error.clone();
            restored(self, accumulator);
            return Err(error);
        }
        // The accumulator is there for the other arguments, too, though the macros do not ask for it.
        let mut map = match accumulator {
            Ok(Value::Map(map)) => map,
            Ok(_) => return Err(EvalError::no_such_overload()),
            Err(error) => {
                for argument in call.arguments.iter().skip(1) {
                    let _ = self.argument(argument)?;
                }
                self.charge(1)?;
                return Err(error);
            }
        };
        let mut values = Vec::with_capacity(2);
        for argument in call.arguments.iter().skip(1) {
            match self.argument(argument)? {
                Ok(value) => values.push(value),
                Err(error) => {
                    if values.len() + 2 == call.arguments.len() {
                        self.charge(1)?;
                    }
                    return Err(error);
                }
            }
        }
        let mut owned;
        let entries = if map.entries_mut().is_some() {
            match map.entries_mut() {
                Some(entries) => entries,
                None => return Err(EvalError::no_such_overload()),
            }
        } else {
            owned = map.entries().cloned().unwrap_or_default();
            &mut owned
        };
        let mut values = values.into_iter();
        let result = match (values.next(), values.next()) {
            (Some(key), Some(value)) => put(entries, &key, value),
            (Some(Value::Map(more)), None) => {
                more.pairs().into_iter().try_for_each(|(key, value)| {
                    value.map_or(Ok(()), |value| put(entries, &key, value?))
                })
            }
            (Some(value), None) => {
                // What is in the map by now does not show.
                let map = Value::Map(Map::owned(OwnedMap::new()));
                Err(no_such_overload(call.function, &[&map, &value]))
            }
            _ => Err(EvalError::no_such_overload()),
        };
        let entries = std::mem::take(entries);
        self.charge(1)?;
        result.map_err(|error| error.at(call.id))?;
        Ok(Value::Map(Map::owned(entries)))
    }
}

/// The slot of the accumulator that a call has for its first argument.
pub(super) fn accumulator_of(call: &Call) -> Option<usize> {
    match call.arguments.first()? {
        Node::Attribute(attribute) if attribute.qualifiers.is_empty() && !attribute.test => {
            match attribute.base {
                Base::Variable(Variable::Accumulator(slot)) => Some(slot),
                _ => None,
            }
        }
        _ => None,
    }
}

fn put<'a>(entries: &mut OwnedMap<'a>, key: &Value<'a>, value: Value<'a>) -> Outcome<()> {
    let name = Key::from_value(key)?;
    if Key::lookup(entries, key).is_some() {
        return Err(EvalError::error(format!(
            "insert failed: key {} already exists",
            key.describe()
        )));
    }
    entries.insert(name, value);
    Ok(())
}

pub(super) fn inserted<'a>(map: &Map<'a>, more: &Map<'a>) -> Outcome<Value<'a>> {
    let mut entries = map.entries().cloned().unwrap_or_default();
    for (key, value) in more.pairs() {
        if let Some(value) = value {
            put(&mut entries, &key, value?)?;
        }
    }
    Ok(Value::Map(Map::owned(entries)))
}
