//! The rules of a version, one by one.

use serde_json::Value;
use wheelwright_cel::cost::Cardinality;
use wheelwright_cel::rule::OldSelf;
use wheelwright_cel::schema::Declared;
use wheelwright_cel::{Environment, KubeVersion};

use super::declare::structural;
use super::evaluate::{Ruling, evaluate_one};
use super::expression::{Use, compile};
use super::follow::cardinality_below;
use super::prepare::prepare;
use super::schema_path::{SchemaPath, with_place};
use super::validator::{LazyValidator, Rule, Validator};
use crate::crd::RuleCost;
use crate::error::FieldError;
use crate::node::Node;
use crate::path::{At, FieldPath};
use crate::schema::{Schema, ValidationRule};

/// A rule of a version, where it stands.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::Rules;
/// use wheelwright_rules::cel::RuleOutcome;
///
/// let rules = Rules::from_crd(&json!({
///     "apiVersion": "apiextensions.k8s.io/v1",
///     "kind": "CustomResourceDefinition",
///     "metadata": {"name": "widgets.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "Widget", "plural": "widgets"},
///         "scope": "Namespaced",
///         "versions": [{
///             "name": "v1", "served": true, "storage": true,
///             "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {
///                 "type": "object",
///                 "properties": {"min": {"type": "integer", "default": 1}, "max": {"type": "integer"}},
///                 "x-kubernetes-validations": [{"rule": "self.min <= self.max", "message": "min must not exceed max"}],
///             }}}},
///         }],
///     },
/// }))?;
/// let listed = rules.version("v1").expect("the CRD has it").rules();
/// assert_eq!(listed[0].path().to_string(), ".spec");
/// assert_eq!(listed[0].cost().expect("it is charged").charged, 5);
///
/// let run = listed[0].run(json!({"max": 0}), None);
/// let RuleOutcome::Broken(error) = run.outcome else { panic!("1 exceeds 0") };
/// assert_eq!(error.detail, "min must not exceed max");
/// assert_eq!(run.cost, 5);
/// # Ok::<(), wheelwright_rules::RulesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RuleAt<'r> {
    path: SchemaPath,
    schema_path: FieldPath,
    node: &'r Node,
    validator: &'r Validator,
    index: usize,
    rule: &'r Rule,
    cost: Option<RuleCost>,
    message_cost: Option<RuleCost>,
    server: KubeVersion,
}

/// What came of running one rule.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RuleRun {
    /// What the rule says.
    pub outcome: RuleOutcome,
    /// What it took of the budget of 10,000,000 for one object, the message's expression included.
    pub cost: u64,
}

/// What a rule says of a value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RuleOutcome {
    /// It is true.
    Kept,
    /// A server does not run it: it compares with an old value and there is none, or there is no value.
    NotRun,
    /// It is false. The server's error.
    Broken(FieldError),
    /// Its evaluation failed, or cost too much. The server's error.
    Failed(FieldError),
    /// The value has not the types of the schema, so that a server does not get to rules. The server's errors.
    Mistyped(Vec<FieldError>),
}

impl<'r> RuleAt<'r> {
    /// Which values it is about.
    #[must_use]
    pub const fn path(&self) -> &SchemaPath {
        &self.path
    }

    /// Where it stands in the schema, from `openAPIV3Schema` on; it ends in `x-kubernetes-validations[0]`.
    #[must_use]
    pub const fn schema_path(&self) -> &FieldPath {
        &self.schema_path
    }

    /// The expression.
    #[must_use]
    pub fn rule(&self) -> &'r str {
        &self.source().rule
    }

    /// What is said when it is false; empty if nothing is.
    #[must_use]
    pub fn message(&self) -> &'r str {
        &self.source().message
    }

    /// The expression that gives the message; empty if there is none.
    #[must_use]
    pub fn message_expression(&self) -> &'r str {
        &self.source().message_expression
    }

    /// The API's name of the kind of error, if one is given.
    #[must_use]
    pub fn reason(&self) -> Option<&'r str> {
        self.source().reason.as_deref()
    }

    /// The field that an error names, relative to the value; empty if it is the value itself.
    #[must_use]
    pub fn field_path(&self) -> &'r str {
        &self.source().field_path
    }

    /// Whether it compares with the old value, so that a server runs it on updates only: on all requests with
    /// [`is_optional_old_self`](Self::is_optional_old_self).
    #[must_use]
    pub const fn uses_old_self(&self) -> bool {
        self.rule.uses_old_self
    }

    /// Whether `oldSelf` is an optional value.
    #[must_use]
    pub const fn is_optional_old_self(&self) -> bool {
        self.rule.is_optional
    }

    /// What it costs at most, as the server estimates it; a rule in `allOf` is not charged.
    #[must_use]
    pub const fn cost(&self) -> Option<&RuleCost> {
        self.cost.as_ref()
    }

    /// What the expression of its message costs at most, if it is charged.
    #[must_use]
    pub const fn message_cost(&self) -> Option<&RuleCost> {
        self.message_cost.as_ref()
    }

    /// Runs it over a value, which replaces `old` if that is there, by the code that judges whole objects. As on a server,
    /// both are pruned and get defaults first.
    #[must_use]
    pub fn run(&self, mut value: Value, mut old: Option<Value>) -> RuleRun {
        let path = self.path.to_field_path();
        for value in std::iter::once(&mut value).chain(&mut old) {
            if let Err(errors) = prepare(value, self.node, self.path.is_root(), &path) {
                return RuleRun {
                    outcome: RuleOutcome::Mistyped(errors),
                    cost: 0,
                };
            }
        }
        let old = old.as_ref().filter(|old| !old.is_null());
        let pair = (self.node, &value);
        let (ruling, cost) = with_place(self.path.steps(), At::ROOT, &mut |at| {
            evaluate_one(self.validator, self.index, pair, old, self.server, at)
        });
        RuleRun {
            outcome: match ruling {
                Ruling::Kept => RuleOutcome::Kept,
                Ruling::NotRun => RuleOutcome::NotRun,
                Ruling::Broken(error) => RuleOutcome::Broken(error),
                Ruling::Failed(error) => RuleOutcome::Failed(error),
            },
            cost,
        }
    }

    const fn source(&self) -> &'r ValidationRule {
        &self.rule.source
    }
}

/// The rules of a version: those of a value before those of what is in it, properties by name.
pub(crate) fn list<'r>(
    validator: &'r LazyValidator,
    node: &'r Node,
    server: KubeVersion,
) -> Vec<RuleAt<'r>> {
    let (Some(schema), Some(validator)) = (validator.source(), validator.get()) else {
        return Vec::new();
    };
    let mut list = List {
        server,
        found: Vec::new(),
    };
    let way = Way {
        path: SchemaPath::default(),
        schema_path: FieldPath::root().child("openAPIV3Schema"),
        cardinality: Some(Cardinality::ROOT),
    };
    list.node(validator, schema, schema, node, &way);
    list.found
}

struct List<'r> {
    server: KubeVersion,
    found: Vec<RuleAt<'r>>,
}

/// The way to a node.
struct Way {
    path: SchemaPath,
    schema_path: FieldPath,
    /// None in combinators, where rules are not charged.
    cardinality: Option<Cardinality>,
}

impl<'r> List<'r> {
    /// Lists the rules of `rules`, which is a schema or a part of `allOf`, for the values of `schema`.
    fn node(
        &mut self,
        validator: &'r Validator,
        rules: &'r Schema,
        schema: &'r Schema,
        node: &'r Node,
        way: &Way,
    ) {
        self.own(validator, rules, schema, node, way);
        for (index, nested) in &validator.all_of {
            if let Some(part) = rules.all_of.get(*index) {
                let way = Way {
                    path: way.path.clone(),
                    schema_path: way.schema_path.child("allOf").index(*index),
                    cardinality: None,
                };
                self.node(nested, part, schema, node, &way);
            }
        }
        let below = |path, schema_path| Way {
            path,
            schema_path,
            cardinality: way
                .cardinality
                .map(|cardinality| cardinality_below(schema, cardinality)),
        };
        for (name, validator) in &validator.properties {
            let (rules, schema) = (
                rules.properties.get(&**name),
                schema.properties.get(&**name),
            );
            let (Some(rules), Some(schema), Some(node)) =
                (rules, schema, node.properties.get(name))
            else {
                continue;
            };
            let at = way.schema_path.child("properties").key(&**name);
            self.node(
                validator,
                rules,
                schema,
                node,
                &below(way.path.field(name), at),
            );
        }
        let items = (
            rules.item_schema(),
            schema.item_schema(),
            node.items.as_deref(),
        );
        let values = (
            rules.value_schema(),
            schema.value_schema(),
            node.additional.schema(),
        );
        for (keyword, validator, found) in [
            ("items", &validator.items, items),
            ("additionalProperties", &validator.values, values),
        ] {
            if let (Some(validator), (Some(rules), Some(schema), Some(node))) = (validator, found) {
                let way = below(way.path.each(), way.schema_path.child(keyword));
                self.node(validator, rules, schema, node, &way);
            }
        }
    }

    fn own(
        &mut self,
        validator: &'r Validator,
        rules: &'r Schema,
        schema: &'r Schema,
        node: &'r Node,
        way: &Way,
    ) {
        if validator.rules.is_empty() {
            return;
        }
        let declared = structural(schema, way.path.is_root()).declare(self.server);
        let list = way.schema_path.child("x-kubernetes-validations");
        // What is blank is no rule.
        let places = rules.validations.iter().enumerate();
        let places = places.filter(|(_, rule)| !rule.rule.trim().is_empty());
        for ((index, rule), (place, _)) in validator.rules.iter().enumerate().zip(places) {
            let schema_path = list.index(place);
            let cost = |text: &str, usage: Use, keyword: &str| {
                let (cardinality, node) = (way.cardinality?, declared.as_ref()?);
                let path = schema_path.child(keyword);
                self.cost(text, usage, rule, node, cardinality, path)
            };
            let source = &rule.source;
            let (cost, message_cost) = (
                cost(&source.rule, Use::Rule, "rule"),
                cost(
                    &source.message_expression,
                    Use::Message,
                    "messageExpression",
                ),
            );
            self.found.push(RuleAt {
                path: way.path.clone(),
                schema_path,
                node,
                validator,
                index,
                rule,
                cost,
                message_cost: message_cost.filter(|_| rule.message.is_some()),
                server: self.server,
            });
        }
    }

    fn cost(
        &self,
        text: &str,
        usage: Use,
        rule: &Rule,
        node: &Declared,
        cardinality: Cardinality,
        path: FieldPath,
    ) -> Option<RuleCost> {
        if text.is_empty() {
            return None;
        }
        let old_self = if rule.is_optional {
            OldSelf::Optional
        } else {
            OldSelf::Required
        };
        // Estimates of a server are the same for old rules and new ones.
        let environment = Environment::stored(self.server);
        let estimate = compile(text, usage, node, old_self, environment).cost(environment, node);
        let cardinality = usage.cardinality(cardinality);
        Some(RuleCost::new(path, text, estimate, cardinality, node))
    }
}
