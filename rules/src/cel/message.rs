//! What a rule says when it fails. Source: `evalMessageExpression` and the functions beside it in apiextensions'
//! `schema/cel`.

use wheelwright_cel::{Activation, Budget, Program, Value};
use wheelwright_grammar::go_text::quote;

use crate::schema::ValidationRule;

/// The longest message that is computed, in bytes.
const LONGEST: usize = 5_120;

/// What became of a message expression.
pub(super) enum Message {
    /// A text for people.
    Text(String),
    /// Nothing that can be used; the message of the rule is.
    Unusable,
    /// It costs too much: the error, and no rule is run after it.
    TooDear(String),
}

/// Evaluates a message expression, and what it takes of the budget.
pub(super) fn evaluate(
    program: &Program,
    source: &str,
    activation: Activation<'_>,
    budget: &mut u64,
) -> Message {
    let evaluation = program.evaluate(activation, Budget::PER_CALL);
    if evaluation.cost > *budget {
        let detail = "messageExpression evaluation failed due to running out of cost budget, no further validation \
                      rules will be run";
        return Message::TooDear(detail.to_owned());
    }
    match evaluation.result {
        Err(error) if error.is_over_budget() => Message::TooDear(format!(
            "no further validation rules will be run due to call cost exceeds limit for messageExpression: {}",
            quote(source)
        )),
        result => {
            *budget -= evaluation.cost;
            match result {
                Ok(Value::String(text)) => usable(&text),
                _ => Message::Unusable,
            }
        }
    }
}

fn usable(text: &str) -> Message {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST || text.contains('\n') {
        Message::Unusable
    } else {
        Message::Text(text.to_owned())
    }
}

/// The rule in the words of its author, or as it is written.
pub(super) fn name(rule: &ValidationRule) -> &str {
    let text = if rule.message.is_empty() {
        &rule.rule
    } else {
        &rule.message
    };
    text.trim()
}

/// What is said when there is no computed message.
pub(super) fn default(rule: &ValidationRule) -> String {
    let name = name(rule);
    if rule.message.is_empty() {
        format!("failed rule: {name}")
    } else {
        name.to_owned()
    }
}
