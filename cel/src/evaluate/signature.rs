//! What a server looks at to see whether a value fits a signature: of a list, its first element.

use super::call::no_such_overload;
use super::function::Function;
use super::program::Call;
use crate::environment::Sig;
use crate::failure::{EvalError, Outcome};
use crate::types::Opaque;
use crate::value::{List, Value};

/// An error where a list's first element, or the value, is of a type that the function has no signature for.
pub(super) fn check(call: &Call, values: &[&Value<'_>]) -> Outcome<()> {
    let fits = match (call.receiver, values.first()) {
        (Some(receiver), Some(value)) => is_of(receiver, value),
        (None, Some(Value::List(list))) => fits(call, list),
        _ => true,
    };
    if fits {
        Ok(())
    } else {
        Err(no_such_overload(call.function, values))
    }
}

/// Whether a value is of a type, as far as its elements do not matter.
const fn is_of(sig: &Sig, value: &Value<'_>) -> bool {
    matches!(
        (sig, value),
        (Sig::Dyn | Sig::Param(_), _)
            | (Sig::Bool, Value::Bool(_))
            | (Sig::Int, Value::Int(_))
            | (Sig::Uint, Value::Uint(_))
            | (Sig::Double, Value::Double(_))
            | (Sig::String, Value::String(_))
            | (Sig::Bytes, Value::Bytes(_))
            | (Sig::Duration, Value::Duration(_))
            | (Sig::Timestamp, Value::Timestamp(_))
            | (Sig::List(_), Value::List(_))
            | (Sig::Map(..), Value::Map(_))
            | (Sig::Optional(_), Value::Optional(_))
            | (Sig::TypeOf(_), Value::Type(_))
            | (Sig::Opaque(Opaque::Ip), Value::Ip(_))
            | (Sig::Opaque(Opaque::Cidr), Value::Cidr(_))
            | (Sig::Opaque(Opaque::Url), Value::Url(_))
            | (Sig::Opaque(Opaque::Quantity), Value::Quantity(_))
            | (Sig::Opaque(Opaque::Semver), Value::Semver(_))
            | (Sig::Opaque(Opaque::NamedFormat), Value::Format(_))
    )
}

fn fits(call: &Call, list: &List<'_>) -> bool {
    let fits = |of: fn(&Value<'_>) -> bool| match list.get(0) {
        None => true,
        Some(Ok(first)) => of(&first),
        Some(Err(_)) => false,
    };
    match call.function {
        Function::Join => fits(|first| matches!(first, Value::String(_))),
        Function::OptionalUnwrap | Function::UnwrapOpt => {
            fits(|first| matches!(first, Value::Optional(_)))
        }
        Function::Sum | Function::Max | Function::Min | Function::IsSorted => {
            // Of signatures such as `list_int_sum_int`.
            let of = call
                .overload
                .and_then(|overload| overload.id().split('_').nth(1));
            match (of, list.get(0)) {
                (_, None) => true,
                (_, Some(Err(_))) => false,
                (Some(of), Some(Ok(first))) => name(&first) == Some(of),
                (None, Some(Ok(first))) if call.function == Function::Sum => {
                    matches!(name(&first), Some("int" | "uint" | "double" | "duration"))
                }
                (None, Some(Ok(first))) => name(&first).is_some(),
            }
        }
        _ => true,
    }
}

/// The name of a type whose values can be ordered, as signatures have it.
const fn name(value: &Value<'_>) -> Option<&'static str> {
    Some(match value {
        Value::Int(_) => "int",
        Value::Uint(_) => "uint",
        Value::Double(_) => "double",
        Value::Bool(_) => "bool",
        Value::Duration(_) => "duration",
        Value::Timestamp(_) => "timestamp",
        Value::String(_) => "string",
        Value::Bytes(_) => "bytes",
        _ => return None,
    })
}

/// The values of a list of optionals that have one.
pub(super) fn unwrapped<'a>(list: &List<'a>) -> Outcome<Value<'a>> {
    let mut items = Vec::new();
    for item in list {
        match item? {
            Value::Optional(Some(inner)) => items.push((*inner).clone()),
            Value::Optional(None) => {}
            other => {
                return Err(EvalError::error(format!(
                    "value {} is not optional",
                    other.describe()
                )));
            }
        }
    }
    Ok(Value::list(items))
}
