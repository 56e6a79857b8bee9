//! Calls of functions: arguments, cost, and what a value of another type gives.

use std::cmp::Ordering;
use std::sync::Arc;

use super::cost;
use super::function::Function;
use super::insert::{accumulator_of, inserted};
use super::program::Call;
use super::run::Evaluator;
use super::{network, operator, signature, text};
use crate::KubeVersion;
use crate::failure::{EvalError, Outcome};
use crate::library::{convert, lists, sets};
use crate::value::{Value, equal};

impl<'p> Evaluator<'p, '_> {
    pub(super) fn call(&mut self, call: &'p Call) -> Outcome<Value<'p>> {
        if call.function == Function::MapInsert
            && let Some(slot) = accumulator_of(call)
        {
            return self.insert(call, slot);
        }
        match &*call.arguments {
            [] => {
                self.charge(1)?;
                text::format_constant(call.function)
                    .or_else(|| {
                        (call.function == Function::OptionalNone).then_some(Value::Optional(None))
                    })
                    .ok_or_else(|| no_such_overload(call.function, &[]).at(call.id))
            }
            [one] => {
                let arguments = [self.argument(one)?];
                self.apply(call, arguments)
            }
            [left, right] if !call.sequential => {
                let arguments = [self.argument(left)?, self.argument(right)?];
                self.apply(call, arguments)
            }
            several => {
                let mut arguments = Vec::with_capacity(several.len());
                for argument in several {
                    let value = self.argument(argument)?;
                    if let (Err(error), true) = (&value, arguments.len() + 1 < several.len()) {
                        // The rest is not looked at, and the call has no cost.
                        return Err(error.clone());
                    }
                    arguments.push(value);
                }
                match <[_; 2]>::try_from(arguments) {
                    Ok(arguments) => self.apply(call, arguments),
                    Err(arguments) => self.apply(call, arguments),
                }
            }
        }
    }

    fn apply<A>(&mut self, call: &'p Call, arguments: A) -> Outcome<Value<'p>>
    where
        A: AsRef<[Outcome<Value<'p>>]> + IntoIterator<Item = Outcome<Value<'p>>>,
    {
        let server = self.server();
        if call.function == Function::NotStrictlyFalse {
            self.charge(1)?;
            return Ok(match arguments.into_iter().next() {
                Some(Ok(value @ Value::Bool(_))) => value,
                _ => Value::Bool(true),
            });
        }
        // The common case needs no second look at the arguments.
        let known = cost::of_arguments(
            call.function,
            call.overload,
            arguments.as_ref(),
            self.context,
        )?;
        if let Some(cost) = known {
            self.afford(cost)?;
        }
        let result = match arguments
            .as_ref()
            .iter()
            .find_map(|argument| argument.as_ref().err())
        {
            Some(error) => Err(error.clone()),
            None => self.result(call, arguments.as_ref()),
        };
        if result
            .as_ref()
            .is_err_and(super::super::failure::EvalError::is_final)
        {
            return result;
        }
        let cost = known.unwrap_or_else(|| cost::of_result(call.function, &result, server));
        self.charge(cost)?;
        result.map_err(|error| error.at(call.id))
    }

    /// The value of a call whose arguments have values.
    fn result(&mut self, call: &'p Call, arguments: &[Outcome<Value<'p>>]) -> Outcome<Value<'p>> {
        match arguments {
            [Ok(value)] => {
                signature::check(call, &[value])?;
                self.unary(call, value)
            }
            [Ok(left), Ok(right)] => {
                signature::check(call, &[left, right])?;
                self.binary(call, left, right)
            }
            _ => {
                let values: Vec<&Value<'p>> = arguments
                    .iter()
                    .filter_map(|argument| argument.as_ref().ok())
                    .collect();
                if call.function.takes_pattern() {
                    return self.pattern(call, &values);
                }
                let room = self.room();
                text::several(call.function, &values, room, self.context)
                    .unwrap_or_else(|| Err(no_such_overload(call.function, &values)))
            }
        }
    }

    fn unary(&mut self, call: &'p Call, value: &Value<'p>) -> Outcome<Value<'p>> {
        use Function as F;
        let context = self.context;
        let server = context.server;
        let function = call.function;
        if let Some(result) = text::unary(function, value, self.room(), context)
            .or_else(|| network::unary(function, value, server))
        {
            return result;
        }
        match (function, value) {
            (F::Not, Value::Bool(flag)) => Ok(Value::Bool(!flag)),
            (F::Negate, _) => operator::negate(value),
            (F::Not, _) => Err(operator::without_trait(function, value)),
            (F::Size, Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_)) => {
                Ok(Value::count(value.size()))
            }
            (F::Size, _) => Err(operator::without_trait(function, value)),
            (F::Dyn, _) => Ok(value.clone()),
            (F::Type, _) => Ok(convert::type_of(value)),
            (
                F::Int
                | F::Uint
                | F::Double
                | F::Bool
                | F::String
                | F::Bytes
                | F::Duration
                | F::Timestamp,
                _,
            ) => operator::convert(function, value, server)
                .unwrap_or_else(|| Err(no_such_overload(function, &[value]))),
            (F::OptionalOf, _) => Ok(Value::some(value.clone())),
            (F::OptionalOfNonZeroValue, _) => Ok(if operator::is_zero(value) {
                Value::Optional(None)
            } else {
                Value::some(value.clone())
            }),
            (F::HasValue, Value::Optional(inner)) => Ok(Value::Bool(inner.is_some())),
            (F::Value, Value::Optional(inner)) => match inner {
                Some(inner) => Ok((**inner).clone()),
                None => Err(EvalError::error("optional.none() dereference")),
            },
            (_, Value::List(list)) => match function {
                F::First | F::Last => {
                    let index = if function == F::First {
                        0
                    } else {
                        list.len().saturating_sub(1)
                    };
                    Ok(match list.get(index) {
                        Some(item) => Value::some(item?),
                        None => Value::Optional(None),
                    })
                }
                F::OptionalUnwrap | F::UnwrapOpt => signature::unwrapped(list),
                F::IsSorted => lists::is_sorted(list, context).map(Value::Bool),
                F::Max => lists::extreme(list, "max", Ordering::Less, context),
                F::Min => lists::extreme(list, "min", Ordering::Greater, context),
                F::Sum => operator::sum(call.overload, list, context),
                F::Flatten => lists::flatten(list, 1, context),
                F::Sort => lists::sort(list, list, context),
                F::Reverse => lists::reverse(list, context),
                F::Distinct => lists::distinct(list, context),
                _ => Err(no_such_overload(function, &[value])),
            },
            (F::Flatten, _) => Err(unflattened(value, "", server)),
            (F::Sort, _) => Err(operator::without_trait(function, value)),
            (F::Range, Value::Int(count)) => {
                let length = lists::range_length(*count, server)?;
                self.afford(cost::of_list(length))?;
                lists::range(length, context)
            }
            (F::GetHours, Value::Duration(duration)) => Ok(Value::Int(duration.hours())),
            (F::GetMinutes, Value::Duration(duration)) => Ok(Value::Int(duration.minutes())),
            (F::GetSeconds, Value::Duration(duration)) => Ok(Value::Int(duration.whole_seconds())),
            (F::GetMilliseconds, Value::Duration(duration)) => {
                Ok(Value::Int(duration.milliseconds()))
            }
            (_, Value::Timestamp(timestamp)) => operator::part(function, *timestamp, 0)
                .unwrap_or_else(|| Err(no_such_overload(function, &[value]))),
            _ => Err(no_such_overload(function, &[value])),
        }
    }

    fn binary(
        &mut self,
        call: &'p Call,
        left: &Value<'p>,
        right: &Value<'p>,
    ) -> Outcome<Value<'p>> {
        use Function as F;
        let context = self.context;
        let server = context.server;
        let function = call.function;
        match (function, left, right) {
            (F::Less | F::LessEquals | F::Greater | F::GreaterEquals, ..) => {
                operator::ordered(function, left, right)
            }
            (F::Add, ..) => {
                let room = self.room();
                operator::add(left, right, room, context)
            }
            (F::Subtract | F::Multiply | F::Divide | F::Modulo, ..) => {
                operator::arithmetic(function, left, right)
            }
            (F::In, _, Value::List(list)) => lists::contains(list, left, context).map(Value::Bool),
            (F::In, _, Value::Map(map)) => match map.find(left) {
                Some(Err(error)) => Err(error),
                found => Ok(Value::Bool(found.is_some())),
            },
            (F::In, ..) => Err(EvalError::no_such_overload()),
            (F::StartsWith, Value::String(text), Value::String(part)) => {
                Ok(Value::Bool(text.starts_with(&**part)))
            }
            (F::EndsWith, Value::String(text), Value::String(part)) => {
                Ok(Value::Bool(text.ends_with(&**part)))
            }
            (F::Contains, Value::String(text), Value::String(part)) => {
                Ok(Value::Bool(text.contains(&**part)))
            }
            (F::StartsWith | F::EndsWith | F::Contains, ..) => Err(EvalError::no_such_overload()),
            (F::Matches | F::Find | F::FindAll, ..) => self.pattern(call, &[left, right]),
            (F::SortByKeys, Value::List(list), Value::List(keys)) => {
                lists::sort(list, keys, context)
            }
            (F::SetsContains, Value::List(list), Value::List(part)) => {
                sets::includes(list, part, context).map(Value::Bool)
            }
            (F::SetsIntersects, Value::List(list), Value::List(other)) => {
                sets::intersects(list, other, context).map(Value::Bool)
            }
            (F::SetsEquivalent, Value::List(list), Value::List(other)) => {
                sets::equivalent(list, other, context).map(Value::Bool)
            }
            (F::IndexOf | F::LastIndexOf, Value::List(list), _) => {
                lists::index_of(list, right, function == F::LastIndexOf, context).map(Value::Int)
            }
            (F::Includes, Value::List(list), _) => {
                lists::index_of(list, right, false, context).map(|index| Value::Bool(index >= 0))
            }
            (F::Includes, ..) => match equal(left, right, context) {
                Err(error) if error.is_final() => Err(error),
                found => Ok(Value::Bool(found.unwrap_or(false))),
            },
            (F::Flatten, Value::List(list), Value::Int(depth)) => {
                lists::flatten(list, *depth, context)
            }
            (F::Flatten, _, Value::Int(_)) => Err(unflattened(left, "int", server)),
            (F::MapInsert, Value::Map(map), Value::Map(more)) => inserted(map, more),
            (_, Value::Timestamp(timestamp), Value::String(zone)) => {
                match operator::in_zone(function, *timestamp, zone) {
                    Some(result) => result,
                    None => Err(no_such_overload(function, &[left, right])),
                }
            }
            _ => {
                let room = self.room();
                text::binary(function, left, right, room, context)
                    .or_else(|| network::binary(function, left, right, server))
                    .unwrap_or_else(|| Err(no_such_overload(function, &[left, right])))
            }
        }
    }

    /// `matches`, `find` and `findAll`: with a pattern compiled beforehand, or one of this evaluation.
    fn pattern(&mut self, call: &'p Call, values: &[&Value<'p>]) -> Outcome<Value<'p>> {
        let (Some(Value::String(subject)), Some(Value::String(pattern))) =
            (values.first(), values.get(1))
        else {
            return Err(match (call.function, values.first()) {
                (Function::Find | Function::FindAll, _) if call.pattern.is_none() => {
                    no_such_overload(call.function, values)
                }
                (Function::Matches, Some(subject)) if call.pattern.is_none() => {
                    operator::without_trait(call.function, subject)
                }
                _ => EvalError::no_such_overload(),
            });
        };
        let compiled;
        let regex = if let Some(regex) = &call.pattern {
            regex
        } else {
            let patterns = self.patterns.get_or_insert_default();
            compiled = patterns.get(pattern)?.map_err(|error| {
                let prefix = if call.function == Function::Matches {
                    ""
                } else {
                    "Illegal regex: "
                };
                EvalError::error(format!("{prefix}{error}"))
            })?;
            &*compiled
        };
        text::matched(call.function, regex, subject, values.get(2).copied())
    }

    /// How many bytes of text can still be paid for, at a tenth each.
    fn room(&self) -> u64 {
        self.left().saturating_mul(10).min(text::MOST_BYTES)
    }
}

/// What the server says of `flatten` on what is no list: it looks for itself, and prints types whole.
fn unflattened(value: &Value<'_>, arguments: &str, server: Server) -> EvalError {
    let name = match value {
        Value::Map(_) => "map(dyn, dyn)",
        Value::Optional(_) if server.at_least(37) => "optional_type(dyn)",
        _ => value.type_name(),
    };
    EvalError::no_such_overload_of(&format!("{name}.flatten({arguments})"))
}

/// What the server says of arguments whose types no signature has.
pub(super) fn no_such_overload(function: Function, values: &[&Value<'_>]) -> EvalError {
    let types: Vec<&str> = values.iter().map(|value| value.type_name()).collect();
    EvalError::no_such_overload_of(&format!("{}({})", function.name(), types.join(", ")))
}

/// Shared by the modules beside: an optional value.
pub(super) fn optional(value: Option<Value<'_>>) -> Value<'_> {
    Value::Optional(value.map(Arc::new))
}

/// Shared by the modules beside: which server's rules a function follows.
pub(super) type Server = KubeVersion;
