//! Lists that are sets, which a type may write in any order, and in another one each time.

use std::collections::HashSet;

use serde_json::Value;

use wheelwright_json::Found;

/// The set with what was changed in its copy: what stays keeps its place, and what is new comes last. None where the copy has
/// other items than the set.
pub(super) fn merge(base: &[Value], before: &[Value], after: &[Value]) -> Option<Value> {
    let set = |items: &[Value]| -> HashSet<Found> { items.iter().map(Found::of_value).collect() };
    let (known, wanted) = (set(base), set(after));
    if known != set(before) {
        return None;
    }
    let has = |set: &HashSet<Found>, item: &Value| set.contains(&Found::of_value(item));
    let stay = base.iter().filter(|item| has(&wanted, item));
    let new = after.iter().filter(|item| !has(&known, item));
    Some(stay.chain(new).cloned().collect())
}
