//! Whether values of Rust become what their objects do.

use serde_json::Value;

use super::difference::differences;
use crate::mappings::Mapping;

/// Where values of the mapping are tried: the one of an object agrees with what came of the object, or it is said why not.
pub(super) fn values(
    mapping: &Mapping,
    [from, to]: [&str; 2],
    object: &Value,
    outcome: Result<&String, String>,
    differ: Option<String>,
) -> Result<(), String> {
    let mut all = mapping.values.iter();
    let values = all.find(|values| values.from == from && values.to == to);
    // Where there is no spec there is no value of it. A kind without `spec` has its fields beside `metadata`.
    let has_spec = |object: &Value| object.get("spec").is_some();
    let fields = |object: &Value| object.get("spec").unwrap_or(object).clone();
    let becomes: Option<Value> = match &outcome {
        Ok(text) => Some(serde_json::from_str(text).map_err(|error| error.to_string())?),
        Err(_) => None,
    };
    let lacks_spec = becomes.as_ref().is_some_and(has_spec) && !has_spec(object);
    let Some(values) = values.filter(|_| !lacks_spec) else {
        let none = |why| format!("no values are tried of which {why:?} could be said");
        return differ.map_or(Ok(()), |why| Err(none(why)));
    };
    let value = (values.convert)(&fields(object));
    let different = match (&value, &becomes) {
        (Ok(value), Some(found)) => {
            let found = (values.read)(&fields(found))
                .map_err(|why| format!("what the object becomes is no value: {why}"))?;
            differences(value, &found)
        }
        (Err(why), None) => {
            let error = outcome.err().unwrap_or_default();
            let of_value = error.strip_prefix(".spec").filter(|_| has_spec(object));
            if fail_alike(of_value.unwrap_or(&error), why) {
                Vec::new()
            } else {
                vec![format!("the value fails with {why:?}")]
            }
        }
        (Err(error), Some(_)) => {
            vec![format!("the value fails, and the object does not: {error}")]
        }
        (Ok(value), None) => vec![format!("the value becomes {value}")],
    };
    match (different.is_empty(), differ) {
        (true, None) | (false, Some(_)) => Ok(()),
        (true, Some(why)) => Err(format!("values become what objects do, though {why:?}")),
        (false, None) => Err(format!(
            "as a value of Rust it becomes something else\n{}",
            different.join("\n")
        )),
    }
}

/// Whether two messages name the same place and reason. Of absence, objects have more to say than values.
fn fail_alike(object: &str, value: &str) -> bool {
    const ABSENT: &str = ": it is absent";
    match (object.split_once(ABSENT), value.split_once(ABSENT)) {
        (Some((object, _)), Some((value, _))) => object == value,
        _ => object == value,
    }
}
