//! How often a rule can run for one object, and whether that is too dear.

use crate::schema::Declared;

/// How often a schema node can occur in an object.
///
/// The root occurs once, and what is below lists and maps as often as all their bounds allow together; where one of
/// them has no bound, as often as values of its size fit into a request, whatever the other bounds are.
///
/// ```
/// use wheelwright_cel::cost::Cardinality;
/// use wheelwright_cel::schema::{Schema, SchemaType};
///
/// let item = Schema::of(SchemaType::Integer).declare(Default::default()).expect("it has a type");
/// let bounded = Cardinality::ROOT.below(Some(10)).below(Some(5));
/// assert_eq!(bounded.times(&item), 50);
/// assert_eq!(bounded.below(None).times(&item), 3 * 1024 * 1024 / 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cardinality {
    bounded: Option<u64>,
}

impl Cardinality {
    /// Of the root of a schema.
    pub const ROOT: Self = Self { bounded: Some(1) };

    /// Of what is in a list or map of this cardinality, by its `maxItems` or `maxProperties`. The properties of an
    /// object are as many as the object.
    #[must_use]
    pub fn below(self, max: Option<i64>) -> Self {
        let max = max.map(|max| u64::try_from(max).unwrap_or(0));
        Self {
            bounded: match (self.bounded, max) {
                (Some(bounded), Some(max)) => Some(bounded.saturating_mul(max)),
                _ => None,
            },
        }
    }

    /// Whether every list and map above has a bound.
    #[must_use]
    pub const fn is_bounded(self) -> bool {
        self.bounded.is_some()
    }

    /// How often a rule on this node can run: what its cost is multiplied by.
    #[must_use]
    pub fn times(self, node: &Declared) -> u64 {
        self.bounded.unwrap_or_else(|| node.max_cardinality())
    }
}

/// What the server says of a cost over its limit; nothing of one that is not.
///
/// `what` is `estimated rule cost`, `estimated messageExpression cost` or `x-kubernetes-validations estimated rule cost
/// total for entire OpenAPIv3 schema`.
#[must_use]
pub fn over_budget(what: &str, cost: u64, limit: u64) -> Option<String> {
    if cost <= limit {
        return None;
    }
    #[allow(clippy::cast_precision_loss, reason = "the server counts so")]
    let factor = cost as f64 / limit as f64;
    let factor = if factor > 100.0 {
        "more than 100x".to_owned()
    } else if factor < 1.5 {
        format!("{factor:.6}x")
    } else {
        format!("{factor:.1}x")
    };
    Some(format!(
        "{what} exceeds budget by factor of {factor} (try simplifying the rule, or adding maxItems, maxProperties, and \
         maxLength where arrays, maps, and strings are declared)"
    ))
}

#[cfg(test)]
mod tests {
    use super::over_budget;

    #[test]
    fn factors_are_written_as_the_server_writes_them() {
        let factor = |cost| {
            let text = over_budget("estimated rule cost", cost, 10_000_000)?;
            let (_, rest) = text.split_once("factor of ")?;
            Some(rest.split_once(" (")?.0.to_owned())
        };
        assert_eq!(factor(10_000_000), None);
        assert_eq!(factor(10_066_432).as_deref(), Some("1.006643x"));
        assert_eq!(factor(50_000_000).as_deref(), Some("5.0x"));
        assert_eq!(factor(1_000_000_000).as_deref(), Some("100.0x"));
        assert_eq!(factor(1_000_000_001).as_deref(), Some("more than 100x"));
        assert_eq!(factor(u64::MAX).as_deref(), Some("more than 100x"));
    }
}
