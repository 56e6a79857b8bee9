//! How much two values have in common: whether one is likely the other, edited.

use super::{ByName, Found, Json, Look, same};

/// The share of two values that are the same.
const WHOLE: usize = 1000;

/// So much text is as dear to compare as a value.
const TEXT: usize = 64;

/// What is found again by what it has in common with what it was.
pub trait Likeness {
    /// Thousandths that two have in common; 0 if that is less than half, and they are likely others.
    fn likeness(&self, other: &Self) -> u32;

    /// How dear it is to compare, in values.
    fn size(&self) -> usize;
}

impl Likeness for Found<'_> {
    fn likeness(&self, other: &Self) -> u32 {
        at_least_half(share(self.json(), other.json()))
    }

    fn size(&self) -> usize {
        size(self.json())
    }
}

impl Likeness for Look {
    fn likeness(&self, other: &Self) -> u32 {
        let [a, b] = [self, other].map(|look| look.parts().collect::<Vec<_>>());
        let common = a.iter().filter(|part| b.contains(part)).count();
        let share = (common * WHOLE).checked_div(a.len().max(b.len()));
        at_least_half(share.unwrap_or(0))
    }

    fn size(&self) -> usize {
        1 + self.parts().count()
    }
}

/// A share, or 0 if it is less than half.
fn at_least_half(share: usize) -> u32 {
    let is_half = share * 2 >= WHOLE;
    u32::try_from(share).ok().filter(|_| is_half).unwrap_or(0)
}

/// The values in an opened value, itself included.
fn size(value: &Json) -> usize {
    match value {
        Json::Object(members) => 1 + members.iter().map(|(_, value)| size(value)).sum::<usize>(),
        Json::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Json::Raw(text, _) => 1 + text.len() / TEXT,
    }
}

/// Thousandths of two opened values that are the same; all only if the values are.
fn share(left: &Json, right: &Json) -> usize {
    let (equal, most) = match (left, right) {
        (Json::Object(left), Json::Object(right)) => {
            let in_right = ByName::new(right);
            let found = left
                .iter()
                .filter_map(|(name, value)| Some((value, in_right.get(name)?)));
            (sum(found), left.len().max(right.len()))
        }
        (Json::Array(left), Json::Array(right)) => {
            let is_same = |(left, right): &(&Json, &Json)| same(left, right);
            let start = left.iter().zip(right).take_while(is_same).count();
            let end = left[start..].iter().rev().zip(right[start..].iter().rev());
            let end = end.take_while(is_same).count();
            let between = |items: &[Json]| start..items.len() - end;
            let middle = left[between(left)].iter().zip(&right[between(right)]);
            let ends = (start + end) * WHOLE;
            (ends + sum(middle), left.len().max(right.len()))
        }
        _ => return if same(left, right) { WHOLE } else { 0 },
    };
    equal.checked_div(most).unwrap_or(WHOLE)
}

fn sum<'j>(pairs: impl Iterator<Item = (&'j Json<'j>, &'j Json<'j>)>) -> usize {
    pairs.map(|(left, right)| share(left, right)).sum()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_share_is_whole_only_if_the_values_are_the_same() {
        let many = |last: u32| json!((0..5000).chain([last]).collect::<Vec<_>>());
        for (left, right, expected) in [
            (json!({"a": 1, "b": 2}), json!({"b": 2.0, "a": 1}), 1000),
            (json!({}), json!({}), 1000),
            (json!([]), json!([1]), 0),
            (json!({"a": 1}), json!({"a": 1, "b": null}), 500),
            (json!([1, 2, 3, 4]), json!([1, 5, 3, 4]), 750),
            (json!([[1, 2], 3]), json!([[1, 4], 3]), 750),
            (
                json!({"a": {"b": 1, "c": 2}}),
                json!({"a": {"b": 1, "c": 3}}),
                500,
            ),
            (many(1), many(2), 999),
        ] {
            let [of_left, of_right] = [&left, &right].map(|value| Json::of_value(value).opened());
            assert_eq!(share(&of_left, &of_right), expected, "{left} {right}");
            assert_eq!(share(&of_right, &of_left), expected, "{right} {left}");
        }
    }
}
