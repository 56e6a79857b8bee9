//! When two values are the same: a number however it is written, an object in any order.

use std::hash::{Hash, Hasher};

use serde_json::{Number, Value};

/// From here on an integer may have no float of its own, so that a float stands for none.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether two values are the same.
pub(super) fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => same_number(left, right),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(name, value)| right.get(name).is_some_and(|other| same(value, other)))
        }
        _ => left == right,
    }
}

fn same_number(left: &Number, right: &Number) -> bool {
    left == right
        || (left.is_f64() != right.is_f64()
            && left
                .as_f64()
                .is_some_and(|left| left.abs() < EXACT && Some(left) == right.as_f64()))
}

/// A value as what it is the [`same`] as, for sets.
#[derive(Clone, Copy)]
pub(super) struct Item<'v>(pub(super) &'v Value);

impl PartialEq for Item<'_> {
    fn eq(&self, other: &Self) -> bool {
        same(self.0, other.0)
    }
}

impl Eq for Item<'_> {}

impl Hash for Item<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.0 {
            Value::Null => {}
            Value::Bool(flag) => flag.hash(state),
            // There are two zeros.
            Value::Number(number) => {
                let float = number.as_f64().map(|float| (float + 0.0).to_bits());
                float.hash(state);
            }
            Value::String(text) => text.hash(state),
            Value::Array(items) => {
                items.len().hash(state);
                for item in items {
                    Item(item).hash(state);
                }
            }
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                members.sort_unstable_by_key(|(name, _)| *name);
                members.len().hash(state);
                for (name, member) in members {
                    name.hash(state);
                    Item(member).hash(state);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::hash::DefaultHasher;

    use serde_json::json;

    use super::*;

    fn hashed(value: &Value) -> u64 {
        let mut hasher = DefaultHasher::new();
        Item(value).hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn what_is_the_same_is_found_in_sets() {
        for (left, right) in [
            (json!(1), json!(1.0)),
            (json!(-1), json!(-1.0)),
            (json!(0), json!(-0.0)),
            (json!(0.0), json!(-0.0)),
            (
                json!(9_007_199_254_740_991_u64),
                json!(9_007_199_254_740_991.0),
            ),
            (json!([1, [2.0]]), json!([1.0, [2]])),
            (json!({"a": 1, "b": 2}), json!({"b": 2.0, "a": 1.0})),
            (json!(null), json!(null)),
        ] {
            assert!(same(&left, &right) && same(&right, &left), "{left} {right}");
            assert_eq!(hashed(&left), hashed(&right), "{left} {right}");
        }
    }

    #[test]
    fn what_differs_is_not_the_same() {
        for (left, right) in [
            (json!(1), json!(2.0)),
            (json!(1), json!("1")),
            (json!(0), json!(null)),
            (json!(false), json!(0)),
            (json!([1, 2]), json!([2, 1])),
            (json!({"a": 1}), json!({"a": 1, "b": null})),
            // Were these the same, then also the two integers that the float may stand for.
            (
                json!(9_007_199_254_740_993_u64),
                json!(9_007_199_254_740_992.0),
            ),
            (
                json!(9_007_199_254_740_992_u64),
                json!(9_007_199_254_740_992.0),
            ),
            (
                json!(9_007_199_254_740_992_u64),
                json!(9_007_199_254_740_993_u64),
            ),
        ] {
            assert!(
                !same(&left, &right) && !same(&right, &left),
                "{left} {right}"
            );
        }
    }
}
