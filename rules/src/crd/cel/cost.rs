//! What the rules of a schema cost.

use wheelwright_cel::cost::{Cardinality, RULE_LIMIT, SCHEMA_LIMIT, over_budget};
use wheelwright_cel::schema::Declared;

use super::blame::Remedy;
use crate::error::FieldError;
use crate::fault::Fault;
use crate::path::{At, FieldPath};

/// What a rule or a message expression costs at most, as the server estimates it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleCost {
    /// Where the expression is, in the server's internal form: it ends in `.rule` or `.messageExpression`.
    pub path: FieldPath,
    /// The expression.
    pub expression: String,
    /// What one evaluation costs.
    pub estimate: u64,
    /// How often it can be evaluated for one object. Message expressions count once.
    pub cardinality: u64,
    /// Whether all lists and maps around it have a bound; else the cardinality is how often the node fits into a request.
    pub is_bounded: bool,
    /// What is charged: the product of both.
    pub charged: u64,
    /// What would bring it within the limit, if it is over.
    pub remedy: Option<Remedy>,
}

impl RuleCost {
    /// Of an expression on a node of this cardinality.
    pub(crate) fn new(
        path: FieldPath,
        expression: &str,
        estimate: u64,
        cardinality: Cardinality,
        node: &Declared,
    ) -> Self {
        let times = cardinality.times(node);
        Self {
            path,
            expression: expression.to_owned(),
            estimate,
            cardinality: times,
            is_bounded: cardinality.is_bounded(),
            charged: estimate.saturating_mul(times),
            remedy: None,
        }
    }

    /// What a rule, and a message expression, may be charged.
    pub const LIMIT: u64 = RULE_LIMIT;

    /// Whether it is more than the server takes.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.charged > Self::LIMIT
    }
}

/// What all rules of one schema cost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Costs {
    /// The schema, in the server's internal form; it ends in `.openAPIV3Schema`.
    pub path: FieldPath,
    /// Its expressions, in the order in which the server compiles them: those below a node before its own.
    pub rules: Vec<RuleCost>,
    /// The sum of what is charged.
    pub total: u64,
}

impl Costs {
    /// What the rules of one schema may be charged together.
    pub const LIMIT: u64 = SCHEMA_LIMIT;
    /// How many rules the server names that make a schema too dear, and the least that it names.
    const NAMED: usize = 4;
    const NAMED_FROM: u64 = Self::LIMIT / 100;

    pub(in crate::crd) fn new(path: FieldPath) -> Self {
        Self {
            path,
            rules: Vec::new(),
            total: 0,
        }
    }

    /// Whether it is more than the server takes.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.total > Self::LIMIT
    }

    /// The part of the total that an expression takes, from 0 to 1.
    #[must_use]
    pub fn share(&self, rule: &RuleCost) -> f64 {
        if self.total == 0 {
            return 0.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "a share is for people to read")]
        let share = rule.charged as f64 / self.total as f64;
        share
    }

    pub(super) fn add(&mut self, cost: RuleCost) {
        self.total = self.total.saturating_add(cost.charged);
        self.rules.push(cost);
    }

    /// The errors of a schema whose rules cost too much together, the dearest named first.
    pub(in crate::crd) fn errors(&self, at: At<'_>) -> Vec<FieldError> {
        let subject =
            "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
        let Some(total) = over_budget(subject, self.total, Self::LIMIT) else {
            return Vec::new();
        };
        let named = self.dearest().into_iter().map(|rule| {
            FieldError::forbidden(rule.path.clone(), CONTRIBUTES).of(Fault::AddsToCost)
        });
        named
            .chain([FieldError::forbidden(at.to_path(), total)])
            .collect()
    }

    /// The expressions that the server names where the total is too much, the dearest first.
    pub(super) fn dearest(&self) -> Vec<&RuleCost> {
        let named = self
            .rules
            .iter()
            .filter(|rule| rule.charged >= Self::NAMED_FROM);
        let mut dearest: Vec<&RuleCost> = named.collect();
        dearest.sort_by_key(|rule| std::cmp::Reverse(rule.charged));
        dearest.truncate(Self::NAMED);
        dearest
    }
}

/// The server's words about a rule that makes a schema too dear.
const CONTRIBUTES: &str =
    "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
