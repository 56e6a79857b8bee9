//! Functions of lists.

use std::cmp::Ordering;

use super::duration::Duration;
use crate::KubeVersion;
use crate::context::Context;
use crate::failure::{EvalError, Outcome};
use crate::value::{Comparison, List, Value, compare};

/// What a comparison in a library says; what cannot be compared is not greater.
fn is(left: &Value<'_>, right: &Value<'_>, ordering: Ordering) -> bool {
    compare(left, right).is_ok_and(|found| found == ordering)
}

fn comparable(value: &Value<'_>) -> Outcome<()> {
    match value {
        Value::Bool(_)
        | Value::Int(_)
        | Value::Uint(_)
        | Value::Double(_)
        | Value::String(_)
        | Value::Bytes(_)
        | Value::Duration(_)
        | Value::Timestamp(_) => Ok(()),
        _ => Err(EvalError::no_such_overload()),
    }
}

pub(crate) fn is_sorted(list: &List<'_>, context: Context<'_>) -> Outcome<bool> {
    context.work(list.len())?;
    let mut previous: Option<Value<'_>> = None;
    for item in list {
        let item = item?;
        comparable(&item)?;
        if previous.is_some_and(|previous| is(&previous, &item, Ordering::Greater)) {
            return Ok(false);
        }
        previous = Some(item);
    }
    Ok(true)
}

/// The greatest or the least element.
pub(crate) fn extreme<'a>(
    list: &List<'a>,
    name: &str,
    worse: Ordering,
    context: Context<'_>,
) -> Outcome<Value<'a>> {
    context.work(list.len())?;
    let mut best: Option<Value<'a>> = None;
    for item in list {
        let item = item?;
        comparable(&item)?;
        if best.as_ref().is_none_or(|best| is(best, &item, worse)) {
            best = Some(item);
        }
    }
    best.ok_or_else(|| EvalError::error(format!("{name} called on empty list")))
}

/// The sum from a zero of its type on.
pub(crate) fn sum<'a>(
    list: &List<'a>,
    zero: Value<'a>,
    context: Context<'_>,
) -> Outcome<Value<'a>> {
    context.work(list.len())?;
    let mut total = zero;
    for item in list {
        total = match (total, item?) {
            (Value::Int(a), Value::Int(b)) => Value::Int(
                a.checked_add(b)
                    .ok_or_else(|| EvalError::error("integer overflow"))?,
            ),
            (Value::Uint(a), Value::Uint(b)) => Value::Uint(
                a.checked_add(b)
                    .ok_or_else(|| EvalError::error("unsigned integer overflow"))?,
            ),
            (Value::Double(a), Value::Double(b)) => Value::Double(a + b),
            (Value::Duration(a), Value::Duration(b)) => {
                Value::Duration(Duration::checked_add(a, b)?)
            }
            _ => return Err(EvalError::no_such_overload()),
        };
    }
    Ok(total)
}

/// The place of an element, from the start or from the end.
pub(crate) fn index_of(
    list: &List<'_>,
    item: &Value<'_>,
    last: bool,
    context: Context<'_>,
) -> Outcome<i64> {
    context.work(list.len())?;
    let comparison = Comparison::new(context);
    let mut found = -1;
    for (index, element) in (0_i64..).zip(list.iter()) {
        let equal = match element {
            Ok(element) => comparison.value_equal(&element, item),
            Err(error) => Err(error),
        };
        match equal {
            Ok(true) if last => found = index,
            Ok(true) => return Ok(index),
            Err(error) if error.is_over_budget() => return Err(error),
            _ => {}
        }
    }
    Ok(found)
}

/// Whether the list has the element, as `in` asks.
pub(crate) fn contains(list: &List<'_>, item: &Value<'_>, context: Context<'_>) -> Outcome<bool> {
    context.work(list.len())?;
    let of_object = list.is_of_object();
    let comparison = Comparison::new(context);
    let mut first = None;
    for element in list {
        let equal = element.and_then(|element| {
            if of_object {
                comparison.value_equal(&element, item)
            } else {
                comparison.value_equal(item, &element)
            }
        });
        match equal {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(error) if error.is_over_budget() => return Err(error),
            Err(error) => {
                if of_object {
                    first.get_or_insert(error);
                }
            }
        }
    }
    first.map_or(Ok(false), Err)
}

pub(crate) fn slice<'a>(
    list: &List<'a>,
    start: i64,
    end: i64,
    context: Context<'_>,
) -> Outcome<Value<'a>> {
    let problem = |what: String| {
        Err(EvalError::error(format!(
            "cannot slice({start}, {end}), {what}"
        )))
    };
    if start < 0 || end < 0 {
        return problem("negative indexes not supported".to_owned());
    }
    if start > end {
        return problem("start index must be less than or equal to end index".to_owned());
    }
    if i64::try_from(list.len()).is_ok_and(|length| length < end) {
        return problem(format!("list is length {}", list.len()));
    }
    context.work((end - start).unsigned_abs())?;
    let items = (start.unsigned_abs()..end.unsigned_abs()).filter_map(|index| list.get(index));
    Ok(Value::List(List::of_elements(items.collect())))
}

/// The elements with lists among them replaced by what they hold, so many levels deep.
pub(crate) fn flatten<'a>(list: &List<'a>, depth: i64, context: Context<'_>) -> Outcome<Value<'a>> {
    if depth < 0 {
        return Err(EvalError::error("level must be non-negative"));
    }
    // Lists still to be gone through, the innermost last.
    let mut open: Vec<(List<'a>, u64)> = vec![(list.clone(), 0)];
    let mut flat = Vec::new();
    while let Some((list, index)) = open.last_mut() {
        context.work(1)?;
        let Some(item) = list.get(*index) else {
            open.pop();
            continue;
        };
        *index += 1;
        let levels = i64::try_from(open.len()).unwrap_or(i64::MAX);
        match item {
            Ok(Value::List(inner)) if levels <= depth => open.push((inner, 0)),
            item => flat.push(item),
        }
    }
    Ok(Value::List(List::of_elements(flat)))
}

/// The elements in the order of their keys; equal keys keep their order.
pub(crate) fn sort<'a>(
    list: &List<'a>,
    keys: &List<'a>,
    context: Context<'_>,
) -> Outcome<Value<'a>> {
    if list.len() != keys.len() {
        return Err(EvalError::error(format!(
            "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got {} and {} \
             elements respectively",
            list.len(),
            keys.len()
        )));
    }
    context.work(list.len())?;
    if list.is_empty() {
        return Ok(Value::List(list.clone()));
    }
    let mut pairs: Vec<(Value<'a>, Outcome<Value<'a>>)> = Vec::new();
    for (key, item) in keys.iter().zip(list.iter()) {
        let key = match (key, pairs.first()) {
            (Ok(key), None) if comparable(&key).is_ok() => key,
            (_, None) => return Err(EvalError::error("list elements must be comparable")),
            (Ok(key), Some((first, _))) if key.type_name() == first.type_name() => key,
            (_, Some(_)) => return Err(EvalError::error("list elements must have the same type")),
        };
        pairs.push((key, item));
    }
    pairs.sort_by(|(a, _), (b, _)| compare(a, b).unwrap_or(Ordering::Equal));
    let items = pairs.into_iter().map(|(_, item)| item).collect();
    Ok(Value::List(List::of_elements(items)))
}

/// How many numbers a range of `count` has.
pub(crate) fn range_length(count: i64, server: KubeVersion) -> Outcome<u64> {
    const MOST: i64 = 1_000_000;
    if server.at_least(37) {
        if count < 0 {
            return Err(EvalError::error(format!(
                "lists.range: size must be non-negative, got {count}"
            )));
        }
        if count > MOST {
            return Err(EvalError::error(format!(
                "lists.range: size {count} exceeds maximum allowed ({MOST})"
            )));
        }
    }
    Ok(u64::try_from(count).unwrap_or(0))
}

/// `0` to `length - 1`.
pub(crate) fn range<'a>(length: u64, context: Context<'_>) -> Outcome<Value<'a>> {
    context.work(length)?;
    Ok(Value::list((0..length).map(Value::count).collect()))
}

pub(crate) fn reverse<'a>(list: &List<'a>, context: Context<'_>) -> Outcome<Value<'a>> {
    context.work(list.len())?;
    let mut items: Vec<_> = list.iter().collect();
    items.reverse();
    Ok(Value::List(List::of_elements(items)))
}

/// The elements, each once.
pub(crate) fn distinct<'a>(list: &List<'a>, context: Context<'_>) -> Outcome<Value<'a>> {
    context.work(list.len())?;
    if list.is_empty() {
        return Ok(Value::List(list.clone()));
    }
    let comparison = Comparison::new(context);
    let mut unique: Vec<Outcome<Value<'a>>> = Vec::new();
    for item in list {
        let mut seen = false;
        for known in &unique {
            let (Ok(item), Ok(known)) = (&item, known) else {
                continue;
            };
            match comparison.value_equal(item, known) {
                Ok(true) => {
                    seen = true;
                    break;
                }
                Err(error) if error.is_over_budget() => return Err(error),
                _ => {}
            }
        }
        if !seen {
            unique.push(item);
        }
    }
    Ok(Value::List(List::of_elements(unique)))
}

/// How many steps a look at all of a value takes, as the cost of `sum`, `min` and the like counts them.
pub(crate) fn traversal(value: &Value<'_>, context: Context<'_>) -> Outcome<u64> {
    context.work(1)?;
    match value {
        Value::String(text) => Ok(text.len() as u64 / 10),
        Value::Bytes(bytes) => Ok(bytes.len() as u64 / 10),
        Value::List(list) => {
            let mut cost = 0;
            for item in list {
                cost += match item {
                    Ok(item) => traversal(&item, context)?,
                    Err(_) => 1,
                };
            }
            Ok(cost)
        }
        Value::Map(map) => {
            let mut cost = 0;
            for (key, value) in map.pairs() {
                cost += traversal(&key, context)?;
                cost += match value {
                    Some(Ok(value)) => traversal(&value, context)?,
                    _ => 1,
                };
            }
            Ok(cost)
        }
        _ => Ok(1),
    }
}
