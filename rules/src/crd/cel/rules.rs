//! The rules of a node. Source: `ValidateCustomResourceDefinitionOpenAPISchema` of apiextensions' validation.

use wheelwright_cel::cost::{Cardinality, over_budget};
use wheelwright_cel::rule::OldSelf;
use wheelwright_cel::schema::Declared;
use wheelwright_cel::{Environment, KubeVersion, Mended};

use super::cost::{Costs, RuleCost};
use super::preexisting::Preexisting;
use super::presence::{UnguardedField, unguarded};
use super::scope::{Scope, Typed};
use crate::cel::{Compiled, Refusal, Use, compile};
use crate::crd::printed;
use crate::crd::report::{BrokenExpression, Crash, Notes};
use crate::error::{BadValue, FieldError};
use crate::path::{At, FieldPath};
use crate::schema::{Schema, ValidationRule};

/// What the rules of a node are judged by.
#[derive(Clone, Copy, Debug)]
pub(in crate::crd) struct Rules<'r> {
    pub(in crate::crd) server: KubeVersion,
    /// What the old CRD has.
    pub(in crate::crd) preexisting: &'r Preexisting<'r>,
    /// Whether each expression has a limit of its own; those of a schema that did not change have none.
    pub(in crate::crd) limits_each: bool,
}

/// Checks the rules of a node whose schema is sound. `unrelated` is the highest node above whose parts cannot be told to
/// belong to parts of the old object.
pub(in crate::crd) fn check(
    schema: &Schema,
    scope: Scope<'_>,
    rules: Rules<'_>,
    unrelated: Option<At<'_>>,
    at: At<'_>,
    costs: &mut Costs,
    notes: &mut Notes,
) -> Vec<FieldError> {
    let list = at.field("x-kubernetes-validations");
    let Scope::On { typed, cardinality } = scope else {
        return Vec::new();
    };
    let node = match typed {
        Typed::Known(node) => node,
        Typed::Lost => {
            let detail = "failed to convert to declType for CEL validation rules";
            return vec![FieldError::internal(list.to_path(), detail)];
        }
        Typed::BelowLost => {
            notes.crash = Some(Crash::RuleWithoutType);
            return Vec::new();
        }
        Typed::Unasked | Typed::Own | Typed::Untyped => {
            let detail = "internal error: failed to construct type information for x-kubernetes-validations rules: \
                          unable to convert structural schema to CEL declarations";
            return vec![FieldError::internal(list.to_path(), detail)];
        }
    };
    let mut check = Check {
        schema,
        node,
        cardinality,
        rules,
        costs,
        broken: &mut notes.broken,
        mended: &mut notes.mended,
        unguarded: &mut notes.unguarded,
        at: &at.to_path(),
        errors: Vec::new(),
    };
    for (index, rule) in schema.validations.iter().enumerate() {
        check.rule(rule, unrelated, list.index(index));
    }
    check.errors
}

struct Check<'c> {
    schema: &'c Schema,
    node: &'c Declared,
    at: &'c FieldPath,
    cardinality: Cardinality,
    rules: Rules<'c>,
    costs: &'c mut Costs,
    broken: &'c mut Vec<BrokenExpression>,
    mended: &'c mut Vec<(FieldPath, Mended)>,
    unguarded: &'c mut Vec<UnguardedField>,
    errors: Vec<FieldError>,
}

impl Check<'_> {
    fn rule(&mut self, rule: &ValidationRule, unrelated: Option<At<'_>>, at: At<'_>) {
        // The server compiles no rule that is blank; it is refused elsewhere.
        if rule.rule.trim().is_empty() {
            return;
        }
        let Rules {
            server,
            preexisting,
            ..
        } = self.rules;
        let old_self = if rule.optional_old_self == Some(true) {
            OldSelf::Optional
        } else {
            OldSelf::Required
        };
        let path = at.field("rule");
        let environment = preexisting.rule(&rule.rule, server);
        let compiled = compile(&rule.rule, Use::Rule, self.node, old_self, environment);
        self.charge(&rule.rule, &compiled, Use::Rule, environment, path);
        if let (Some(checked), None) = (&compiled.checked, &compiled.refusal) {
            let node = (self.schema, self.node);
            let path = path.to_path();
            self.unguarded
                .extend(unguarded(checked, &rule.rule, node, self.at, &path));
        }
        match &compiled.refusal {
            Some(refusal) => self.refuse(rule, &rule.rule, refusal, path),
            None if !rule.message_expression.is_empty() => {
                let path = at.field("messageExpression");
                let text = &rule.message_expression;
                let environment = preexisting.message(text, server);
                let message = compile(text, Use::Message, self.node, old_self, environment);
                match &message.refusal {
                    Some(refusal) => self.refuse(rule, text, refusal, path),
                    None => self.charge(text, &message, Use::Message, environment, path),
                }
            }
            None => {}
        }
        if compiled.uses_old_self {
            if let Some(unrelated) = unrelated {
                let detail = format!(
                    "oldSelf cannot be used on the uncorrelatable portion of the schema within {}",
                    unrelated.to_path()
                );
                let shown = rule.rule.as_str();
                self.errors
                    .push(FieldError::invalid(path.to_path(), shown, detail));
            }
        } else if let Some(optional) = rule.optional_old_self {
            self.errors.push(FieldError::invalid(
                at.field("optionalOldSelf").to_path(),
                optional,
                "may not be set if oldSelf is not used in rule",
            ));
        }
    }

    fn refuse(&mut self, rule: &ValidationRule, text: &str, refusal: &Refusal, path: At<'_>) {
        let path = path.to_path();
        let shown = BadValue::Printed(printed::rule(rule));
        self.broken
            .extend(refusal.errors.clone().map(|errors| BrokenExpression {
                path: path.clone(),
                expression: text.to_owned(),
                errors,
            }));
        self.errors
            .push(FieldError::invalid(path, shown, refusal.detail.as_str()));
    }

    /// Charges what an expression costs.
    fn charge(
        &mut self,
        text: &str,
        compiled: &Compiled,
        usage: Use,
        environment: Environment,
        path: At<'_>,
    ) {
        if let Some(checked) = &compiled.checked {
            let mended = checked.mended().map(|mended| (path.to_path(), mended));
            self.mended.extend(mended);
        }
        let estimate = compiled.cost(environment, self.node);
        let cardinality = usage.cardinality(self.cardinality);
        let cost = RuleCost::new(path.to_path(), text, estimate, cardinality, self.node);
        if self.rules.limits_each
            && let Some(detail) = over_budget(usage.cost_name(), cost.charged, RuleCost::LIMIT)
        {
            self.errors
                .push(FieldError::forbidden(path.to_path(), detail));
        }
        self.costs.add(cost);
    }
}
