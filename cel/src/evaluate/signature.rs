//! What a server looks at to see whether a value fits a signature: of a list, its first element.

use super::call::no_such_overload;
use super::function::Function;
use super::program::Call;
use crate::failure::{EvalError, Outcome};
use crate::overload::Overload;
use crate::value::{List, Value};

/// An error where a list's first element, or the value, is of a type that the function has no signature for.
pub(super) fn check(call: &Call, values: &[&Value<'_>]) -> Outcome<()> {
    let fits = match values.first() {
        Some(Value::List(list)) => fits(call, list),
        // One name for two functions: `ip(text)` and `cidr.ip()`.
        Some(Value::String(_)) => call.overload != Some(Overload::CidrIp),
        Some(Value::Cidr(_)) => call.overload != Some(Overload::StringToIp),
        _ => true,
    };
    if fits {
        Ok(())
    } else {
        Err(no_such_overload(call.function, values))
    }
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
