//! Which list, map or string makes an expression dear, and which bound would make it cheap enough.

use std::fmt;

use crate::checked::Checked;
use crate::environment::Environment;
use crate::schema::{Declared, Keyword, Shape};

use super::estimate::Estimator;

/// A list, map or string that a cost hangs on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Culprit {
    /// Where it is, from the node of `self`.
    pub path: SchemaPath,
    /// The keyword that bounds it.
    pub keyword: Keyword,
    /// Whether the schema bounds it already, though not tightly enough.
    pub bounded: bool,
    /// The largest value of the keyword with which the cost is within the limit, all else as it is; none if even 1 is
    /// too much.
    pub largest: Option<i64>,
    /// What the expression would cost with a value of 1.
    pub cost_with_one: u64,
}

/// A way down a schema, written like `spec.list[*].name`; the node itself is `self`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SchemaPath {
    steps: Vec<Step>,
}

/// A step down a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// To a property, by its name in the schema.
    Property(String),
    /// To the elements of a list.
    Items,
    /// To the values of a map.
    Values,
}

impl SchemaPath {
    /// The steps, from the node of `self` down.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

impl fmt::Display for SchemaPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("self")?;
        for step in &self.steps {
            match step {
                Step::Property(name) => write!(f, ".{name}")?,
                Step::Items | Step::Values => f.write_str("[*]")?,
            }
        }
        Ok(())
    }
}

/// Finds what makes an expression cost more than a limit: what helps most first. Where none helps alone, [`bounded_cost`]
/// says what all of them would do.
///
/// A rule below lists and maps runs more than once: its limit is the server's divided by
/// [`Cardinality::times`](super::Cardinality::times).
///
/// ```
/// use wheelwright_cel::cost::{RULE_LIMIT, blame};
/// use wheelwright_cel::rule::{OldSelf, check_rule};
/// use wheelwright_cel::schema::{Schema, SchemaType};
/// use wheelwright_cel::{Environment, estimate};
///
/// let environment = Environment::default();
/// let text = Schema { max_length: Some(63), ..Schema::of(SchemaType::String) };
/// let schema = Schema::object([("names", Schema::list(text))]);
/// let node = schema.declare(environment.server()).expect("it is an object");
/// let rule = "self.names.all(a, self.names.exists_one(b, a == b))";
/// let rule = check_rule(rule, &node, OldSelf::Required, environment).expect("it is a rule");
/// assert!(estimate(&rule, environment, &node).max > RULE_LIMIT);
///
/// let blame = blame(&rule, environment, &node, RULE_LIMIT);
/// let names = &blame[0];
/// assert_eq!(names.path.to_string(), "self.names");
/// assert_eq!(names.keyword.name(), "maxItems");
/// assert_eq!(names.largest, Some(577));
/// ```
#[must_use]
pub fn blame(
    checked: &Checked,
    environment: Environment,
    node: &Declared,
    limit: u64,
) -> Vec<Culprit> {
    let search = Search {
        checked,
        environment,
        node,
        limit,
    };
    let (_, asked) = Estimator::new(checked, environment, node).run_and_tell();
    let mut seen: Vec<&Declared> = Vec::new();
    for declared in asked {
        if !seen.iter().any(|known| std::ptr::eq(*known, declared)) {
            seen.push(declared);
        }
    }
    let paths = paths(node);
    let mut culprits = Vec::new();
    for declared in &seen {
        let (Some(keyword), Some(path)) = (declared.keyword, paths.get(declared)) else {
            continue;
        };
        let cost = search.cost(&[declared], 1);
        if cost >= search.cost(&[], 0) {
            continue;
        }
        culprits.push(Culprit {
            path,
            keyword,
            bounded: declared.bounded,
            largest: search.largest(&[declared]),
            cost_with_one: cost,
        });
    }
    culprits.sort_by_key(|culprit| (culprit.bounded, culprit.cost_with_one));
    culprits
}

/// The worst-case cost of an expression if every list, map and string that it asks the size of, and that has no bound, had
/// this one.
///
/// With it, and the lists and maps around the node, a bound is found that does for all of them.
#[must_use]
pub fn bounded_cost(
    checked: &Checked,
    environment: Environment,
    node: &Declared,
    bound: i64,
) -> u64 {
    let (_, asked) = Estimator::new(checked, environment, node).run_and_tell();
    let unbounded: Vec<&Declared> = asked
        .into_iter()
        .filter(|declared| !declared.bounded)
        .collect();
    let search = Search {
        checked,
        environment,
        node,
        limit: u64::MAX,
    };
    search.cost(&unbounded, bound)
}

struct Search<'a> {
    checked: &'a Checked,
    environment: Environment,
    node: &'a Declared,
    limit: u64,
}

impl Search<'_> {
    /// The cost with a value for the keywords of some declarations.
    fn cost(&self, declarations: &[&Declared], value: i64) -> u64 {
        let mut estimator = Estimator::new(self.checked, self.environment, self.node);
        for declared in declarations {
            let elements = declared
                .keyword
                .map_or(0, |keyword| keyword.elements(value));
            estimator = estimator.assuming(declared, u64::try_from(elements).unwrap_or(0));
        }
        estimator.run().max
    }

    /// The largest value with which the cost is within the limit.
    fn largest(&self, declarations: &[&Declared]) -> Option<i64> {
        let fits = |value| self.cost(declarations, value) <= self.limit;
        let most = declarations
            .iter()
            .map(|declared| declared.max_elements)
            .max()?;
        if !fits(1) {
            return None;
        }
        let (mut low, mut high) = (1, most.max(1));
        while low < high {
            let middle = low + (high - low + 1) / 2;
            if fits(middle) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Some(low)
    }
}

/// The paths of all declarations, by their address.
struct Paths {
    known: Vec<(*const Declared, SchemaPath)>,
}

impl Paths {
    fn get(&self, declared: &Declared) -> Option<SchemaPath> {
        let found = self
            .known
            .iter()
            .find(|(known, _)| std::ptr::eq(*known, declared));
        found.map(|(_, path)| path.clone())
    }
}

fn paths(root: &Declared) -> Paths {
    let mut known = Vec::new();
    let mut rest = vec![(root, SchemaPath::default())];
    while let Some((declared, path)) = rest.pop() {
        let below = |step| {
            let mut below = path.clone();
            below.steps.push(step);
            below
        };
        match &declared.shape {
            Shape::Scalar => {}
            Shape::List(items) => rest.push((items, below(Step::Items))),
            Shape::Map(values) => rest.push((values, below(Step::Values))),
            Shape::Object(fields) => rest.extend(fields.iter().map(|field| {
                (
                    &field.declared,
                    below(Step::Property(field.property.clone())),
                )
            })),
        }
        if declared.keyword.is_some() {
            known.push((std::ptr::from_ref(declared), path));
        }
    }
    Paths { known }
}

#[cfg(test)]
mod tests {
    use super::blame;
    use crate::cost::RULE_LIMIT;
    use crate::environment::Environment;
    use crate::rule::{OldSelf, check_rule};
    use crate::schema::{Schema, SchemaType};

    /// What bounding each culprit to its largest value, and to one more, does to the cost.
    #[test]
    fn one_more_than_the_largest_bound_is_too_much() {
        let text = || Schema::of(SchemaType::String);
        let environment = Environment::default();
        let schema = |items: Option<i64>, length: Option<i64>| {
            let item = Schema {
                max_length: length,
                ..text()
            };
            Schema::object([(
                "a-b",
                Schema {
                    max_items: items,
                    ..Schema::list(item)
                },
            )])
        };
        let check = |schema: &Schema, rule: &str| {
            let node = schema
                .declare(environment.server())
                .expect("it is an object");
            let rule =
                check_rule(rule, &node, OldSelf::Required, environment).expect("it is a rule");
            let cost = crate::estimate(&rule, environment, &node).max;
            (cost, blame(&rule, environment, &node, RULE_LIMIT))
        };
        let rule = "self.a__dash__b.all(x, x.matches('^[a-z]+$'))";
        let (cost, found) = check(&schema(None, Some(63)), rule);
        assert!(cost > RULE_LIMIT);
        assert_eq!(found[0].path.to_string(), "self.a-b");
        let largest = found[0].largest.expect("a bound helps");
        assert!(check(&schema(Some(largest), Some(63)), rule).0 <= RULE_LIMIT);
        assert!(check(&schema(Some(largest + 1), Some(63)), rule).0 > RULE_LIMIT);
        // Without a bound of either, neither alone is enough.
        let (_, found) = check(
            &schema(None, None),
            "self.a__dash__b.all(x, self.a__dash__b.all(y, x.contains(y)))",
        );
        assert!(
            found.iter().all(|culprit| culprit.largest.is_none()),
            "{found:?}"
        );
    }
}
