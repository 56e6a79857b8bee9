//! CEL rules, as far as the written types tell what they are about.
//!
//! What the newest server of those that the CRD is for refuses is refused, and what the oldest does, as far as `#[crd]`
//! stands on the same item; what nested types hold and what rules cost is for whoever sees the whole CRD.

use wheelwright_cel::rule::{OldSelf, RuleError, check_message_expression, check_rule};
use wheelwright_cel::schema::{Declared, Schema, SchemaType};
use wheelwright_cel::{self as cel, Environment, KubeRange, KubeVersion};

use crate::attrs::expression::Expression;
use crate::attrs::schema_keys::{Rule, SchemaKeys, What};
use crate::diag::Errors;
use crate::model::{Container, Content, Shape};

use super::declared::{self, Declarer, Subject};

/// All rules of a type and within it.
pub(super) fn container(container: &Container<'_>, servers: KubeRange, errors: &Errors) {
    let keys = |given: &SchemaKeys, subject: &dyn Fn() -> Subject, errors: &Errors| {
        keys(given, subject, servers, errors);
    };
    let declarer = Declarer::new(container.generics);
    keys(&container.keys, &|| declarer.container(container), errors);
    match &container.shape {
        Shape::Struct(shape) => {
            for field in &shape.fields {
                keys(&field.keys, &|| declarer.field(field), errors);
            }
        }
        Shape::Enum(shape) => {
            for variant in &shape.variants {
                let value = || declarer.variant(shape, variant);
                keys(&variant.keys, &value, errors);
                match &variant.content {
                    Content::Unit => {}
                    Content::Newtype(_, inner) => keys(inner, &value, errors),
                    Content::Struct(members) => {
                        for field in members {
                            let value = || declarer.field_of(shape, variant, field);
                            keys(&field.keys, &value, errors);
                        }
                    }
                }
            }
        }
        Shape::Same(_) | Shape::Newtype(_) | Shape::Null => {}
    }
}

/// The rules of `root(…)` of `#[crd]`.
pub(crate) fn root(
    given: &SchemaKeys,
    no_spec: bool,
    has_status: bool,
    servers: KubeRange,
    errors: &Errors,
) {
    let subject = || declared::root(no_spec, has_status);
    keys(given, &subject, servers, errors);
}

/// The rules of `name(…)` and `generate_name(…)` of `#[crd]`.
pub(crate) fn name(given: &SchemaKeys, servers: KubeRange, errors: &Errors) {
    let text = || Subject::of(Schema::of(SchemaType::String));
    keys(given, &text, servers, errors);
}

/// The rules of one key list, and those in its `items(…)` and `values(…)`.
fn keys(keys: &SchemaKeys, subject: &dyn Fn() -> Subject, servers: KubeRange, errors: &Errors) {
    if !has_rules(keys) {
        return;
    }
    let subject = subject();
    let rules: Vec<&Rule> = rules(keys).collect();
    let found = errors.count();
    on(servers.newest(), &subject, &rules, "the API server", errors);
    // What none takes is no matter of versions.
    if servers.oldest() != servers.newest() && errors.count() == found {
        let oldest = servers.oldest();
        let who =
            format!("the API server {oldest}, which the CRD is for by `kube = \"{servers}\"`,");
        on(oldest, &subject, &rules, &who, errors);
    }
    for given in &keys.given {
        match &given.what {
            What::Items(held) => self::keys(held, &|| subject.items(), servers, errors),
            What::Values(held) => self::keys(held, &|| subject.values(), servers, errors),
            _ => {}
        }
    }
}

fn has_rules(keys: &SchemaKeys) -> bool {
    keys.given.iter().any(|given| match &given.what {
        What::Rule(_) => true,
        What::Items(held) | What::Values(held) => has_rules(held),
        _ => false,
    })
}

fn rules(keys: &SchemaKeys) -> impl Iterator<Item = &Rule> {
    keys.given.iter().filter_map(|given| match &given.what {
        What::Rule(rule) => Some(rule),
        _ => None,
    })
}

/// Checks rules as one server, which messages call `who`.
fn on(server: KubeVersion, subject: &Subject, rules: &[&Rule], who: &str, errors: &Errors) {
    let Some(declared) = subject.declare(rules, server) else {
        return;
    };
    for rule in rules {
        self::rule(rule, &declared, Environment::new(server), who, errors);
    }
}

fn rule(rule: &Rule, declared: &Declared, environment: Environment, who: &str, errors: &Errors) {
    let old_self = if rule.optional_old_self == Some(true) {
        OldSelf::Optional
    } else {
        OldSelf::Required
    };
    if let Err(error) = check_rule(&rule.rule.text, declared, old_self, environment) {
        let about = &format!("{who} refuses the rule");
        match error {
            RuleError::Compilation(found) => all(&rule.rule, &found, about, errors),
            RuleError::Type { ref found, .. } => errors.at(
                rule.rule.span(),
                format_args!(
                    "a rule says yes or no, and this one is of type {found}; compare it with something (the API \
                     server: `{error}`)"
                ),
            ),
            RuleError::Instantiation(_) => {
                errors.at(rule.rule.span(), format_args!("{about}: {error}"));
            }
        }
    }
    let Some(message) = &rule.message_expression else {
        return;
    };
    if let Err(error) = check_message_expression(&message.text, declared, old_self, environment) {
        let about = &format!("{who} refuses the message expression");
        let server = error.message_expression_detail();
        match error {
            RuleError::Compilation(found) => all(message, &found, about, errors),
            RuleError::Type { found, .. } => errors.at(
                message.span(),
                format_args!(
                    "a message is a string, and this one is of type {found}; write `string(…)` around what is none \
                     (the API server: `{server}`)"
                ),
            ),
            RuleError::Instantiation(_) => {
                errors.at(message.span(), format_args!("{about}: {server}"));
            }
        }
    }
}

fn all(expression: &Expression, found: &cel::Errors, about: &str, errors: &Errors) {
    for error in found {
        let hint = error.hint.as_deref().map(|hint| format!("; {hint}"));
        let hint = hint.unwrap_or_default();
        let message = format!("{about}: `{}`{hint}", error.message);
        one(expression, error, &message, errors);
    }
}

/// One error, with its place in the file and its line of the expression.
fn one(expression: &Expression, error: &cel::Error, message: &str, errors: &Errors) {
    let (Ok(line), Ok(column)) = (
        usize::try_from(error.line - 1),
        usize::try_from(error.column - 1),
    ) else {
        // About the expression as a whole.
        errors.at(expression.span(), message);
        return;
    };
    let shown = expression.text.split('\n').nth(line).unwrap_or_default();
    let start: usize = expression
        .text
        .split('\n')
        .take(line)
        .map(|line| line.len() + 1)
        .sum();
    let column = column.min(shown.chars().count());
    let before: usize = shown.chars().take(column).map(char::len_utf8).sum();
    let at = start + before;
    let end = (error.span.end as usize).max(at);
    let place = expression
        .place_of(at)
        .map(|place| format!("\n  at {place}"))
        .unwrap_or_default();
    errors.at(
        expression.span_of(at, end),
        format_args!(
            "{message}{place}\n  | {}\n  | {:column$}^",
            shown.replace(['\t', '\r'], " "),
            ""
        ),
    );
}
