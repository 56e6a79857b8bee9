//! Lists that are sets, which a type may write in any order, and in another one each time.

use std::collections::HashSet;

use serde_json::Value;

use super::same::Item;

/// The set with what was changed in its copy: what stays keeps its place, and what is new comes last. None where the copy has
/// other items than the set.
pub(super) fn merge(base: &[Value], before: &[Value], after: &[Value]) -> Option<Value> {
    let known: HashSet<Item> = base.iter().map(Item).collect();
    let copied: HashSet<Item> = before.iter().map(Item).collect();
    if known != copied {
        return None;
    }
    let wanted: HashSet<Item> = after.iter().map(Item).collect();
    let stay = base.iter().filter(|item| wanted.contains(&Item(item)));
    let new = after.iter().filter(|item| !known.contains(&Item(item)));
    Some(stay.chain(new).cloned().collect())
}
