//! Messages of protocol buffers, which become values as soon as they are made.

use super::cost;
use super::program::Made;
use super::run::Evaluator;
use crate::failure::{EvalError, Outcome};
use crate::library::duration::Duration;
use crate::library::timestamp::Timestamp;
use crate::message::{Holds, Makes, Message, MessageField};
use crate::value::{Held, Map, OwnedMap, Unfit, Value};

impl<'p> Evaluator<'p, '_> {
    pub(super) fn message(&mut self, made: &'p Made) -> Outcome<Value<'p>> {
        let value = self.made(made);
        if value.as_ref().is_err_and(EvalError::is_final) {
            return value;
        }
        self.charge(cost::MESSAGE)?;
        value
    }

    fn made(&mut self, made: &'p Made) -> Outcome<Value<'p>> {
        // The last of a field's values counts, and one that is not there takes those before it away.
        let mut given: Vec<(&'p str, Value<'p>)> = Vec::with_capacity(made.fields.len());
        for field in &made.fields {
            let value = match (self.node(&field.value)?, field.optional) {
                (Value::Optional(value), true) => value.map(|value| (*value).clone()),
                (value, true) => {
                    return Err(EvalError::error(format!(
                        "cannot initialize optional entry '{}' from non-optional value {}",
                        field.name,
                        value.describe()
                    ))
                    .at(made.id));
                }
                (value, false) => Some(value),
            };
            given.retain(|(name, _)| *name != &*field.name);
            given.extend(value.map(|value| (&*field.name, value)));
        }
        let Some(message) = made.message else {
            return Err(EvalError::error(format!("unknown type '{}'", made.name)).at(made.id));
        };
        let mut held = Vec::with_capacity(given.len());
        for (name, value) in given {
            let field = message
                .field(name)
                .ok_or_else(|| EvalError::error(format!("no such field: {name}")).at(made.id))?;
            let value = Held::new(self.context).field(&value, field.holds);
            let value = value.map_err(|unfit| error(message, field, unfit).at(made.id))?;
            held.push((field.name, value));
        }
        become_value(message, held).map_err(|error| error.at(made.id))
    }
}

fn error(message: &Message, field: &MessageField, unfit: Unfit) -> EvalError {
    let name = format!("{}.{}", message.name, field.name);
    match unfit {
        Unfit::Conversion(reason) => EvalError::error(format!(
            "field type conversion error for {name} value type: {reason}"
        )),
        Unfit::Type(held) => EvalError::error(format!("unsupported field type for {name}: {held}")),
        Unfit::Other(error) => error,
    }
}

/// What a message becomes, by the fields that are set.
fn become_value<'a>(message: &Message, held: Vec<(&'static str, Value<'a>)>) -> Outcome<Value<'a>> {
    let number = |wanted: &str| {
        let found = held.iter().find(|(name, _)| *name == wanted);
        match found {
            Some((_, Value::Int(number))) => *number,
            _ => 0,
        }
    };
    match message.makes {
        Makes::Timestamp => timestamp(number("seconds"), number("nanos")),
        Makes::Duration => Ok(Value::Duration(duration(
            number("seconds"),
            number("nanos"),
        ))),
        Makes::Wrapped | Makes::Struct | Makes::List | Makes::Value => {
            let held = held.into_iter().map(|(_, value)| value).next();
            let unset = || message.fields.first().map(|field| unset(field.holds));
            Ok(held.or_else(unset).unwrap_or(Value::Null))
        }
        Makes::Empty => Ok(Value::Empty),
    }
}

/// The value of a field that is not set.
fn unset<'a>(holds: Holds) -> Value<'a> {
    match holds {
        Holds::Bool => Value::Bool(false),
        Holds::Bytes => Value::Bytes([].into()),
        Holds::Double | Holds::Float => Value::Double(0.0),
        Holds::Int32 | Holds::Int64 => Value::Int(0),
        Holds::Uint32 | Holds::Uint64 => Value::Uint(0),
        Holds::String => Value::text(""),
        Holds::Enumeration => Value::Null,
        Holds::Entries | Holds::Struct => Value::Map(Map::of_texts(OwnedMap::new())),
        Holds::Values | Holds::List => Value::list(Vec::new()),
    }
}

const NANOSECONDS: i64 = 1_000_000_000;

/// A server has points in time of any year here.
fn timestamp<'a>(seconds: i64, nanoseconds: i64) -> Outcome<Value<'a>> {
    let whole = seconds.checked_add(nanoseconds.div_euclid(NANOSECONDS));
    whole
        .and_then(|whole| {
            let part = u32::try_from(nanoseconds.rem_euclid(NANOSECONDS)).ok()?;
            Timestamp::new(whole, part)
        })
        .map(Value::Timestamp)
        .ok_or_else(|| {
            EvalError::unknown(&format!(
                "a timestamp of {seconds} seconds, which is not of the years 1 to 9999"
            ))
        })
}

/// What is too long is as long as a duration can be.
fn duration(seconds: i64, nanoseconds: i64) -> Duration {
    let total = i128::from(seconds) * i128::from(NANOSECONDS) + i128::from(nanoseconds);
    let limit = if total < 0 { i64::MIN } else { i64::MAX };
    Duration(i64::try_from(total).unwrap_or(limit))
}
