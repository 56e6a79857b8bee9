//! Which list, map or string makes a rule too dear, and which bound would help.

use wheelwright_cel::KubeVersion;
use wheelwright_cel::cost::{SchemaPath, Step, blame, bounded_cost};
use wheelwright_cel::rule::OldSelf;

use super::cost::{Costs, RuleCost};
use super::preexisting::Preexisting;
use crate::cel::{Use, compile, structural};
use crate::path::{FieldPath, Segment};
use crate::schema::Schema;

/// For how many expressions of a schema a remedy is looked for. Who has more to mend sees the others after these.
const MOST_REMEDIES: usize = 32;

/// More than fits into a request, whatever the elements are.
const MOST_ELEMENTS: i64 = 3 << 20;

/// What would bring the cost of an expression within a limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remedy {
    /// The lists, maps and strings that the cost hangs on: first those around the rule, which say how often it runs, then
    /// those that it goes through itself, what helps most first.
    pub unbounded: Vec<Unbounded>,
    /// Where no missing bound alone helps: the largest value that does if all that have no bound get it.
    pub together: Option<i64>,
    /// Whether the expression makes texts by `string(…)`, whose length the server takes for unknown.
    pub unknown_length: bool,
}

/// A list, map or string whose size matters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unbounded {
    /// The schema of it, in the server's internal form.
    pub path: FieldPath,
    /// The keyword that bounds it: `maxItems`, `maxProperties` or `maxLength`.
    pub keyword: &'static str,
    /// Whether the schema has the keyword already, with too large a value.
    pub is_bounded: bool,
    /// The largest value of the keyword that brings the cost within the limit, all else as it is; none if none does.
    pub largest: Option<i64>,
}

/// Looks for remedies for what costs more than the server takes.
pub(in crate::crd) fn find_remedies(
    root: &Schema,
    costs: &mut Costs,
    server: KubeVersion,
    preexisting: &Preexisting<'_>,
) {
    let excess = costs.total.saturating_sub(Costs::LIMIT);
    let dearest: Vec<FieldPath> = if excess == 0 {
        Vec::new()
    } else {
        let dearest = costs.dearest().into_iter();
        dearest.map(|rule| rule.path.clone()).collect()
    };
    let skipped = costs.path.segments().len();
    let dear = costs
        .rules
        .iter_mut()
        .filter(|rule| rule.is_over() || dearest.contains(&rule.path));
    for rule in dear.take(MOST_REMEDIES) {
        // What is too dear by itself comes first.
        let limit = if rule.is_over() {
            RuleCost::LIMIT
        } else {
            rule.charged.saturating_sub(excess)
        };
        let place = Place::find(root, &rule.path, skipped);
        rule.remedy = place.map(|place| place.remedy(rule, limit, server, preexisting));
    }
}

/// What would bring the cost of an expression within the limit that is on no schema yet: on the node at the end of the
/// cost's path, which begins with `openAPIV3Schema`.
pub(crate) fn remedy(
    root: &Schema,
    cost: &RuleCost,
    usage: Use,
    old_self: OldSelf,
    server: KubeVersion,
) -> Option<Remedy> {
    let (above, below) = cost.path.segments().split_at_checked(1)?;
    let (mut place, _) = Place::walk(root, above.to_vec().into(), below)?;
    place.old_self = old_self;
    place.is_of(usage);
    Some(place.remedy(cost, RuleCost::LIMIT, server, &Preexisting::default()))
}

/// Where a rule is.
struct Place<'s> {
    node: &'s Schema,
    path: FieldPath,
    is_root: bool,
    old_self: OldSelf,
    usage: Use,
    /// The lists and maps around it, with their bounds.
    around: Vec<(FieldPath, &'static str, Option<i64>)>,
}

impl<'s> Place<'s> {
    /// Follows the path of an expression down a schema, whose own path has so many segments.
    fn find(root: &'s Schema, path: &FieldPath, skipped: usize) -> Option<Self> {
        let (above, below) = path.segments().split_at_checked(skipped)?;
        let (mut place, rest) = Self::walk(root, above.to_vec().into(), below)?;
        let [Segment::Field(_), Segment::Index(index), rest @ ..] = rest else {
            return None;
        };
        let rule = place.node.validations.get(*index)?;
        if rule.optional_old_self == Some(true) {
            place.old_self = OldSelf::Optional;
        }
        if *rest != [Segment::Field("rule".to_owned())] {
            place.is_of(Use::Message);
        }
        Some(place)
    }

    /// Follows keywords that lead to schemas, and says what is left behind them.
    fn walk<'p>(
        root: &'s Schema,
        path: FieldPath,
        mut steps: &'p [Segment],
    ) -> Option<(Self, &'p [Segment])> {
        let mut place = Self {
            node: root,
            path,
            is_root: true,
            old_self: OldSelf::Required,
            usage: Use::Rule,
            around: Vec::new(),
        };
        while let [Segment::Field(keyword), rest @ ..] = steps {
            let path = place.path.child(keyword.as_str());
            let node = place.node;
            match (keyword.as_str(), rest) {
                ("properties", [Segment::Key(name), rest @ ..]) => {
                    place.path = path.key(name.as_str());
                    place.node = node.properties.get(name)?;
                    steps = rest;
                }
                ("items", rest) => {
                    let around = (place.path, "maxItems", node.max_items);
                    place.around.push(around);
                    place.path = path;
                    place.node = node.item_schema()?;
                    steps = rest;
                }
                ("additionalProperties", rest) => {
                    let around = (place.path, "maxProperties", node.max_properties);
                    place.around.push(around);
                    place.path = path;
                    place.node = node.value_schema()?;
                    steps = rest;
                }
                _ => break,
            }
            place.is_root = false;
        }
        Some((place, steps))
    }

    fn is_of(&mut self, usage: Use) {
        self.usage = usage;
        if usage == Use::Message {
            self.around.clear();
        }
    }

    fn remedy(
        self,
        rule: &RuleCost,
        limit: u64,
        server: KubeVersion,
        preexisting: &Preexisting<'_>,
    ) -> Remedy {
        let mut remedy = self.bounds_around(rule, limit);
        let Some(node) = structural(self.node, self.is_root).declare(server) else {
            return remedy;
        };
        let text = &rule.expression;
        let environment = match self.usage {
            Use::Rule => preexisting.rule(text, server),
            Use::Message => preexisting.message(text, server),
        };
        let compiled = compile(text, self.usage, &node, self.old_self, environment);
        let Some(checked) = compiled.checked else {
            return remedy;
        };
        let within = blame(
            &checked,
            environment,
            &node,
            limit / rule.cardinality.max(1),
        );
        remedy
            .unbounded
            .extend(within.into_iter().map(|culprit| Unbounded {
                path: schema_path(&self.path, &culprit.path),
                keyword: culprit.keyword.name(),
                is_bounded: culprit.bounded,
                largest: culprit.largest,
            }));
        let mut missing = remedy.unbounded.iter().filter(|found| !found.is_bounded);
        if missing.all(|found| found.largest.is_none()) {
            remedy.together = largest_bound(|bound| {
                let once = bounded_cost(&checked, environment, &node, bound);
                once.saturating_mul(self.times(bound)) <= limit
            });
        }
        remedy
    }

    /// What a bound would do for each list and map around that has none, if it is but one.
    fn bounds_around(&self, rule: &RuleCost, limit: u64) -> Remedy {
        let missing = || self.around.iter().filter(|(_, _, bound)| bound.is_none());
        let alone = missing().count() == 1;
        let fits = |bound| rule.estimate.saturating_mul(self.times(bound)) <= limit;
        let largest = alone.then(|| largest_bound(fits)).flatten();
        let unbounded = missing().map(|(path, keyword, _)| Unbounded {
            path: path.clone(),
            keyword,
            is_bounded: false,
            largest,
        });
        Remedy {
            unbounded: unbounded.collect(),
            together: None,
            unknown_length: rule.expression.contains("string("),
        }
    }

    /// How often the rule may run if the lists and maps around it that have no bound had this one.
    fn times(&self, bound: i64) -> u64 {
        self.around.iter().fold(1, |times: u64, (_, _, given)| {
            times.saturating_mul(u64::try_from(given.unwrap_or(bound)).unwrap_or(0))
        })
    }
}

/// The largest bound from 1 on that fits, where a smaller one fits as well.
fn largest_bound(fits: impl Fn(i64) -> bool) -> Option<i64> {
    if !fits(1) {
        return None;
    }
    let (mut low, mut high) = (1, MOST_ELEMENTS);
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

/// The schema of what an expression on a node goes through.
fn schema_path(node: &FieldPath, way: &SchemaPath) -> FieldPath {
    way.steps()
        .iter()
        .fold(node.clone(), |path, step| match step {
            Step::Property(name) => path.child("properties").key(name.as_str()),
            Step::Items => path.child("items"),
            Step::Values => path.child("additionalProperties"),
        })
}
