//! `batch cel`: does a rule compile on a schema, what does it cost, and what does it say of a value?

use serde_json::{Map, Value, json};
use wheelwright_cel::rule::OldSelf;
use wheelwright_cel::schema::Declared;
use wheelwright_cel::{Budget, Type};
use wheelwright_rules::KubeVersion;
use wheelwright_rules::cel::{ExpressionAt, ExpressionError, Place};

use super::{Answer, errors};

/// The keys of a request that are a rule's own.
const RULE: [&str; 6] = [
    "rule",
    "message",
    "messageExpression",
    "fieldPath",
    "reason",
    "optionalOldSelf",
];

pub(super) fn answer(request: &Map<String, Value>, server: KubeVersion) -> Result<Answer, String> {
    let flag = |name: &str| request.get(name) == Some(&Value::Bool(true));
    let text = |name: &str| {
        request
            .get(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let mut schema = request
        .get("schema")
        .ok_or("a request needs `schema`")?
        .clone();
    let Some(members) = schema.as_object_mut() else {
        return Err("`schema` is an object".to_owned());
    };
    if request.get("rule").and_then(Value::as_str).is_none() {
        return Err("a request needs `rule`".to_owned());
    }
    let rule = request
        .iter()
        .filter(|(key, value)| RULE.contains(&key.as_str()) && !value.is_null())
        .map(|(key, value)| (key.clone(), value.clone()));
    let rule = Value::Object(rule.collect());
    members.insert("x-kubernetes-validations".to_owned(), json!([rule]));
    let place = Place::of(&schema, flag("root"), server).map_err(|error| error.to_string())?;
    let Some(declared) = place.declared() else {
        let text = "failed to convert to declType for CEL validation rules";
        return Ok(Map::from_iter([("schema_error".to_owned(), text.into())]));
    };
    let question = Question {
        place: &place,
        declared,
        old_self: if flag("optionalOldSelf") {
            OldSelf::Optional
        } else {
            OldSelf::Required
        },
        value: request.get("self").filter(|value| !value.is_null()),
        old: request.get("oldSelf").filter(|old| !old.is_null()),
    };
    Ok(question.answer(text("rule"), text("messageExpression")))
}

struct Question<'q> {
    place: &'q Place,
    declared: &'q Declared,
    old_self: OldSelf,
    value: Option<&'q Value>,
    old: Option<&'q Value>,
}

impl Question<'_> {
    fn answer(&self, rule: &str, message: &str) -> Answer {
        let mut answer = Answer::new();
        let expression = self.place.expression(rule, self.old_self);
        let refusal = refusal(&expression);
        // A message expression that does not compile is no error of the rule.
        let compiles = refusal.is_none();
        let mut put = |key: &str, value: Value| {
            answer.insert(key.to_owned(), value);
        };
        put("accepted", (compiles && self.is_message(message)).into());
        if let Some(refusal) = refusal {
            put("compile_error", refusal.into());
        }
        match &expression {
            Err(error) => put("expr_error", error.to_string().into()),
            Ok(expression) => {
                if compiles {
                    let cost = expression.cost().map(|cost| cost.estimate);
                    put("cost", cost.into());
                    put("max_cardinality", self.declared.max_cardinality().into());
                    if expression.uses_old_self() {
                        put("uses_old_self", true.into());
                    }
                }
                self.evaluate(expression, &mut put);
            }
        }
        if let Some(value) = self.value.filter(|_| compiles) {
            let verdict = self.place.validate("root", value, self.old);
            if !verdict.errors.is_empty() {
                put("errors", errors(&verdict.errors));
            }
            put("validator_cost", verdict.cost.into());
        }
        answer
    }

    /// Whether the server takes a message expression; none is fine.
    fn is_message(&self, text: &str) -> bool {
        let compiled = || self.place.expression(text, self.old_self);
        text.is_empty()
            || compiled().is_ok_and(|expression| {
                *expression.ty() == Type::String && expression.broken().is_none()
            })
    }

    /// What the expression itself comes to.
    fn evaluate(&self, expression: &ExpressionAt<'_>, put: &mut impl FnMut(&str, Value)) {
        put("expr_type", expression.ty().full_name().to_string().into());
        if let Some(reason) = expression.broken() {
            return put("expr_error", reason.into());
        }
        if self.value.is_none() {
            return;
        }
        let evaluation = expression.evaluate(self.value, self.old, Budget::PER_CALL);
        let Ok(evaluation) = evaluation else { return };
        match evaluation.result {
            Ok(value) => put("result", value.to_answer()),
            Err(error) => put("eval_error", error.to_string().into()),
        }
        put("runtime_cost", evaluation.cost.into());
    }
}

/// Why the server refuses the expression as a rule.
fn refusal(expression: &Result<ExpressionAt<'_>, ExpressionError>) -> Option<String> {
    let expression = match expression {
        Ok(expression) => expression,
        Err(error) => return Some(format!("compilation failed: {error}")),
    };
    if *expression.ty() != Type::Bool {
        return Some("cel expression must evaluate to a bool".to_owned());
    }
    let reason = expression.broken()?;
    Some(format!("program instantiation failed: {reason}"))
}
