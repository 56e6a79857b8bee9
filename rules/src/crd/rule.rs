//! What surrounds the expressions in `x-kubernetes-validations`. Source:
//! `ValidateCustomResourceDefinitionOpenAPISchema` of apiextensions' validation.

use wheelwright_grammar::field_path::{FieldPathError, Step, steps};
use wheelwright_grammar::vocabulary;

use super::convertible;
use super::report::{Crash, Notes};
use crate::error::{BadValue, FieldError};
use crate::path::At;
use crate::print::go_json;
use crate::schema::{Schema, ValidationRule};

/// Checks what surrounds the expressions of a node.
pub(super) fn check(schema: &Schema, at: At<'_>, errors: &mut Vec<FieldError>, notes: &mut Notes) {
    let list = at.field("x-kubernetes-validations");
    for (index, rule) in schema.validations.iter().enumerate() {
        let at = list.index(index);
        check_message(rule, at, errors);
        if !rule.message_expression.is_empty() && trim(&rule.message_expression).is_empty() {
            let path = at.field("messageExpression").to_path();
            errors.push(FieldError::required(
                path,
                "messageExpression must be non-empty if specified",
            ));
        }
        if let Some(reason) = &rule.reason
            && !vocabulary::RULE_REASONS.contains(&reason.as_str())
        {
            let shown = BadValue::Printed(go_json(&reason.as_str().into()));
            let path = at.field("reason").to_path();
            errors.push(FieldError::not_supported(
                path,
                shown,
                vocabulary::RULE_REASONS,
            ));
        }
        check_field_path(rule, schema, at, errors, notes);
    }
}

/// Go's idea of space, which is Unicode's.
fn trim(text: &str) -> &str {
    text.trim()
}

fn has_line_break(text: &str) -> bool {
    text.contains(['\n', '\r'])
}

fn check_message(rule: &ValidationRule, at: At<'_>, errors: &mut Vec<FieldError>) {
    let expression = trim(&rule.rule);
    let message = trim(&rule.message);
    let path = || at.field("message").to_path();
    if expression.is_empty() {
        errors.push(FieldError::required(
            at.field("rule").to_path(),
            "rule is not specified",
        ));
    } else if !rule.message.is_empty() && message.is_empty() {
        errors.push(FieldError::invalid(
            path(),
            rule.message.as_str(),
            "must be non-empty if specified",
        ));
    } else if has_line_break(message) {
        errors.push(FieldError::invalid(
            path(),
            rule.message.as_str(),
            "must not contain line breaks",
        ));
    } else if has_line_break(expression) && message.is_empty() {
        errors.push(FieldError::required(
            path(),
            "message must be specified if rule contains line breaks",
        ));
    }
}

fn check_field_path(
    rule: &ValidationRule,
    schema: &Schema,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
    notes: &mut Notes,
) {
    if rule.field_path.is_empty() {
        return;
    }
    let mut invalid = |detail| {
        errors.push(FieldError::invalid(
            at.field("fieldPath").to_path(),
            rule.field_path.as_str(),
            detail,
        ));
    };
    if trim(&rule.field_path).is_empty() {
        invalid("must be non-empty if specified");
    }
    if has_line_break(&rule.field_path) {
        invalid("must not contain line breaks");
    }
    match resolve(&rule.field_path, Some(schema), true) {
        Ok(_) => {}
        // A schema that cannot become structural counts as one where every path is good.
        Err(_) if convertible::error(schema).is_some() => {}
        Err(Unresolved::Path(_)) => invalid("must be a valid path"),
        Err(Unresolved::Crash) => notes.crash = Some(Crash::FieldPathWithoutSchema),
    }
}

/// Where a field path leads.
#[derive(Debug)]
pub(super) struct Target<'s> {
    /// The schema it ends at; none for a map whose values have no schema.
    pub(super) schema: Option<&'s Schema>,
    /// The first name, if there is one.
    pub(super) root: Option<String>,
    /// The path in the server's notation.
    pub(super) normal: String,
}

/// Why a field path leads nowhere.
#[derive(Debug)]
pub(super) enum Unresolved {
    Path(FieldPathError),
    /// The path goes on where there is no schema, which the server does not expect.
    Crash,
}

/// Follows a field path through properties and the values of maps. Source: `ValidFieldPath` of apiextensions.
pub(super) fn resolve<'s>(
    path: &str,
    schema: Option<&'s Schema>,
    brackets: bool,
) -> Result<Target<'s>, Unresolved> {
    let mut target = Target {
        schema,
        root: None,
        normal: String::new(),
    };
    for step in steps(path, brackets) {
        let Step(name) = step.map_err(Unresolved::Path)?;
        let current = target.schema.ok_or(Unresolved::Crash)?;
        if current.properties.is_empty() && current.additional_properties.is_some() {
            target.schema = current.value_schema();
            target.normal.extend(["[", &name, "]"]);
        } else if let Some(property) = current.properties.get(&*name) {
            target.schema = Some(property);
            target.normal.extend([".", &name]);
        } else {
            return Err(Unresolved::Path(FieldPathError::NoSuchField));
        }
        target.root.get_or_insert_with(|| name.into_owned());
    }
    Ok(target)
}

/// The field path of a rule in the server's notation, if it leads anywhere.
pub(crate) fn normal_field_path(path: &str, schema: &Schema) -> Option<String> {
    if path.is_empty() {
        return None;
    }
    let target = resolve(path, Some(schema), true).ok()?;
    let normal = target.normal;
    let normal = normal
        .strip_prefix('.')
        .map(str::to_owned)
        .unwrap_or(normal);
    (!normal.is_empty()).then_some(normal)
}
