//! Validation rules, as a custom resource's schema has them.

use std::fmt;

use crate::check::{Variable, check};
use crate::checked::Checked;
use crate::constant::Constants;
use crate::environment::Environment;
use crate::error::Errors;
use crate::schema::Declared;
use crate::syntax::parse;
use crate::types::Type;

/// What `oldSelf` is in a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OldSelf {
    /// The value before the update; the rule does not run without one.
    #[default]
    Required,
    /// `optionalOldSelf: true`: an optional, which has no value on create.
    Optional,
}

/// Why the server refuses a rule or a message expression.
///
/// [`Display`](fmt::Display) is the detail of the server's error for a rule; that for a message expression is
/// [`RuleError::message_expression_detail`].
#[derive(Debug, Clone, PartialEq)]
pub enum RuleError {
    /// It is no expression, or its types do not fit.
    Compilation(Errors),
    /// Its value is not what it has to be.
    Type {
        /// What it has to be: bool, or of a message expression string.
        expected: Type,
        /// What it is.
        found: Type,
    },
    /// It fails whatever the object is: a literal cannot be converted, or is no regular expression.
    Instantiation(String),
}

impl std::error::Error for RuleError {}

impl RuleError {
    /// The detail of the server's error where the expression is a `messageExpression`.
    #[must_use]
    pub fn message_expression_detail(&self) -> String {
        match self {
            Self::Compilation(errors) => format!("messageExpression compilation failed: {errors}"),
            Self::Type { .. } => "messageExpression must evaluate to a string".to_owned(),
            Self::Instantiation(error) => {
                format!("messageExpression instantiation failed: {error}")
            }
        }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compilation(errors) => write!(f, "compilation failed: {errors}"),
            Self::Type { .. } => f.write_str("cel expression must evaluate to a bool"),
            Self::Instantiation(error) => write!(f, "program instantiation failed: {error}"),
        }
    }
}

/// Parses and checks an expression of whatever type on a schema node.
pub fn check_expression(
    text: &str,
    node: &Declared,
    old_self: OldSelf,
    environment: Environment,
) -> Result<Checked, Errors> {
    let old = match old_self {
        OldSelf::Required => node.ty.clone(),
        OldSelf::Optional => Type::optional(node.ty.clone()),
    };
    let variables = [
        Variable::new("self", node.ty.clone()),
        Variable::new("oldSelf", old),
    ];
    check(parse(text, environment)?, text, environment, &variables)
}

/// Whether the server can prepare a checked expression to run.
///
/// It converts constants and compiles constant patterns then: `int('x')` and `'a'.find('(')` are refused, with this
/// error.
pub fn instantiate(checked: &Checked) -> Result<(), String> {
    match Constants::of(checked) {
        Ok(_) => Ok(()),
        Err(unprepared) => Err(unprepared.message),
    }
}

/// Parses and checks a validation rule on a schema node.
///
/// A blank rule is no expression: the server asks for it (`rule is not specified`) before it compiles any.
pub fn check_rule(
    text: &str,
    node: &Declared,
    old_self: OldSelf,
    environment: Environment,
) -> Result<Checked, RuleError> {
    check_of_type(text, node, old_self, environment, Type::Bool)
}

/// Parses and checks a message expression on a schema node.
pub fn check_message_expression(
    text: &str,
    node: &Declared,
    old_self: OldSelf,
    environment: Environment,
) -> Result<Checked, RuleError> {
    check_of_type(text, node, old_self, environment, Type::String)
}

fn check_of_type(
    text: &str,
    node: &Declared,
    old_self: OldSelf,
    environment: Environment,
    expected: Type,
) -> Result<Checked, RuleError> {
    let checked =
        check_expression(text, node, old_self, environment).map_err(RuleError::Compilation)?;
    let found = checked.result_type();
    if *found != expected && !matches!(found, Type::Unknown) {
        return Err(RuleError::Type {
            expected,
            found: found.clone(),
        });
    }
    instantiate(&checked).map_err(RuleError::Instantiation)?;
    Ok(checked)
}
