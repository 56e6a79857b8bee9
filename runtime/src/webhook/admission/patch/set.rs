//! Lists that are sets, which a type may write in any order, and in another one each time.

use std::collections::HashSet;

use serde_json::Value;

/// The set with what was changed in its copy: what stays keeps its place, and what is new comes last. None where the copy has
/// other items than the set.
pub(super) fn merge(base: &[Value], before: &[Value], after: &[Value]) -> Option<Value> {
    let known: HashSet<String> = base.iter().map(look).collect();
    let copied: HashSet<String> = before.iter().map(look).collect();
    if known != copied {
        return None;
    }
    let wanted: HashSet<String> = after.iter().map(look).collect();
    let stay = base.iter().filter(|item| wanted.contains(&look(item)));
    let new = after.iter().filter(|item| !known.contains(&look(item)));
    Some(stay.chain(new).cloned().collect())
}

/// The same for what is the same: a number is, however it is written, and an object in any order.
fn look(item: &Value) -> String {
    match item {
        Value::Number(number) => match number.as_f64() {
            // Every integer up to 2^53 is a float. There are two zeros.
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 9e15 => {
                format!("{:.0}", float + 0.0)
            }
            _ => number.to_string(),
        },
        Value::Array(items) => {
            let looks: Vec<String> = items.iter().map(look).collect();
            format!("[{}]", looks.join(","))
        }
        Value::Object(members) => {
            let mut looks: Vec<String> = members
                .iter()
                .map(|(name, member)| format!("{name:?}:{}", look(member)))
                .collect();
            looks.sort();
            format!("{{{}}}", looks.join(","))
        }
        other => other.to_string(),
    }
}
