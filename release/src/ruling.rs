//! What can be said of a rule in CEL without objects.

use serde_json::Value;
use wheelwright_rules::crd::compare::{Difference, Direction};

use crate::finding::{Finding, Verdict};
use crate::related::RuleText;
use crate::rule::Canonical;

/// Constants that values are made with.
const MOST_CONSTANTS: usize = 120;

/// What can be said of a rule without objects.
pub(crate) fn decide(
    difference: &Difference,
    ours: Option<&Value>,
    theirs: Option<&Value>,
    finding: &mut Finding,
) -> Decided {
    let rules = |schema: Option<&Value>| -> Vec<Value> {
        let rules = schema.and_then(|schema| schema.get("x-kubernetes-validations"));
        rules.and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let text = |value: Option<&Value>| {
        value
            .and_then(Value::as_str)
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    let wanted = text(difference.new.as_ref().or(difference.old.as_ref()));
    let (old_rules, new_rules) = (rules(ours), rules(theirs));
    let form = Canonical::of(&wanted);
    // What the rules beside it name may be what one of them takes and the other does not.
    let beside = old_rules
        .iter()
        .filter_map(|rule| Canonical::of(&text(rule.get("rule"))));
    let mut constants: Vec<Value> = Vec::new();
    for form in form.clone().into_iter().chain(beside) {
        for constant in form.constants() {
            if constants.len() < MOST_CONSTANTS && !constants.contains(constant) {
                constants.push(constant.clone());
            }
        }
    }
    let among = |rules: &[Value], is: &dyn Fn(&Canonical) -> bool| -> Option<String> {
        rules.iter().find_map(|rule| {
            let text = text(rule.get("rule"));
            let form = Canonical::of(&text)?;
            is(&form).then_some(text)
        })
    };
    let own = match difference.direction {
        Direction::Other => return Decided::Done,
        Direction::Loosened => old_rules.iter(),
        _ => new_rules.iter(),
    };
    let own = own.clone().find(|rule| text(rule.get("rule")) == wanted);
    let is_gone = difference.direction == Direction::Loosened;
    let others = if is_gone { &new_rules } else { &old_rules };
    if let Some(form) = &form
        && difference.direction != Direction::Changed
    {
        if among(others, &|other| form.is_same(other)).is_some() {
            finding.level = Verdict::Patch;
            "rule-rewritten".clone_into(&mut finding.id);
            finding.reason += ", and another says the same";
            return Decided::Done;
        }
        if let Some(other) = among(others, &|other| form.follows(other)) {
            "rule-implied".clone_into(&mut finding.id);
            finding.reason += &format!(", and follows from `{other}`");
            return Decided::Done;
        }
    }
    if !is_gone
        && let (Some(ours), Some(theirs)) = (ours, theirs)
        && form.is_some()
        && Canonical::among(&wanted, &|field, constant| {
            is_never(ours, theirs, field, constant)
        })
        .is_some_and(|form| form.is_always())
    {
        "rule-implied".clone_into(&mut finding.id);
        finding.reason += ", and holds of whatever the old release takes: it is about what is new";
        return Decided::Done;
    }
    let said = |name: &str| {
        own.and_then(|rule| rule.get(name))
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let detail = match (said("messageExpression"), said("message")) {
        (expression, _) if !expression.is_empty() => String::new(),
        (_, message) if !message.is_empty() => message.trim().to_owned(),
        _ => wanted.clone(),
    };
    Decided::Search(Box::new(Search {
        text: RuleText {
            detail,
            rule: wanted.clone(),
        },
        constants,
        is_transition: wanted.contains("oldSelf"),
        rule: own.cloned(),
    }))
}

/// Whether no object of the old release has the field, or the field has not this value.
fn is_never(schema: &Value, new: &Value, field: &str, constant: Option<&str>) -> bool {
    let is_open = schema.get("additionalProperties").is_some()
        || schema.get("x-kubernetes-preserve-unknown-fields").is_some()
        || schema.get("x-kubernetes-embedded-resource").is_some();
    let property = schema.get("properties").and_then(|all| all.get(field));
    match (property, constant) {
        (None, None) => !is_open && schema.get("type").is_some_and(|kind| kind == "object"),
        (Some(property), Some(constant)) => {
            // Where there is nothing, the comparison fails.
            let required = schema.get("required").and_then(Value::as_array);
            let is_there = required.is_some_and(|names| names.iter().any(|name| name == field))
                || [schema, new].iter().all(|schema| {
                    let property = schema.get("properties").and_then(|all| all.get(field));
                    property.is_some_and(|property| property.get("default").is_some())
                });
            let values = property.get("enum").and_then(Value::as_array);
            is_there && values.is_some_and(|values| !values.iter().any(|value| value == constant))
        }
        _ => false,
    }
}

/// What is known of a rule.
pub(crate) enum Decided {
    /// All.
    Done,
    /// That it has to be looked for.
    Search(Box<Search>),
}

/// How objects that break a rule are looked for.
pub(crate) struct Search {
    pub(crate) text: RuleText,
    pub(crate) constants: Vec<Value>,
    pub(crate) is_transition: bool,
    pub(crate) rule: Option<Value>,
}
