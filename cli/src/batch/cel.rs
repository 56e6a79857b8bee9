//! `batch cel`: does a rule compile on a schema, what does it cost, and what does it say of a value?

use serde_json::{Map, Value, json};
use wheelwright_cel::rule::{OldSelf, check_expression, instantiate};
use wheelwright_cel::schema::Declared;
use wheelwright_cel::{
    Activation, Budget, Checked, Environment, Errors, Program, Target, Type, cost, estimate,
};
use wheelwright_rules::KubeVersion;
use wheelwright_rules::cel::Place;

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
        environment: Environment::new(server),
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
    environment: Environment,
    old_self: OldSelf,
    value: Option<&'q Value>,
    old: Option<&'q Value>,
}

impl Question<'_> {
    fn answer(&self, rule: &str, message: &str) -> Answer {
        let mut answer = Answer::new();
        let checked = check_expression(rule, self.declared, self.old_self, self.environment);
        let refusal = refusal(&checked);
        // A message expression that does not compile is no error of the rule.
        let compiles = refusal.is_none();
        let mut put = |key: &str, value: Value| {
            answer.insert(key.to_owned(), value);
        };
        put("accepted", (compiles && self.is_message(message)).into());
        if let Some(refusal) = refusal {
            put("compile_error", refusal.into());
        }
        match &checked {
            Err(errors) => put("expr_error", errors.to_string().into()),
            Ok(checked) => {
                if compiles {
                    let cost = estimate(checked, self.environment, self.declared).max;
                    put("cost", cost.into());
                    put("max_cardinality", self.declared.max_cardinality().into());
                    if checked.uses_old_self() {
                        put("uses_old_self", true.into());
                    }
                }
                self.evaluate(checked, &mut put);
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
        let compiled = || check_expression(text, self.declared, self.old_self, self.environment);
        text.is_empty()
            || compiled().is_ok_and(|checked| {
                *checked.result_type() == Type::String && instantiate(&checked).is_ok()
            })
    }

    /// What the expression itself comes to.
    fn evaluate(&self, checked: &Checked, put: &mut impl FnMut(&str, Value)) {
        put(
            "expr_type",
            checked.result_type().full_name().to_string().into(),
        );
        let target = Target {
            environment: self.environment,
            layout: self.place.layout(),
            optional_old_self: self.old_self == OldSelf::Optional,
        };
        let compiled = instantiate(checked)
            .and_then(|()| Program::compile(checked, target).map_err(|error| error.to_string()));
        let program = match compiled {
            Ok(program) => program,
            Err(reason) => return put("expr_error", reason.into()),
        };
        if self.value.is_none() {
            return;
        }
        let activation = Activation {
            self_value: self.value,
            old_self: self.old,
        };
        let evaluation = program.evaluate(activation, Budget(cost::OBJECT_LIMIT));
        match evaluation.result {
            Ok(value) => put("result", value.to_answer()),
            Err(error) => put("eval_error", error.to_string().into()),
        }
        put("runtime_cost", evaluation.cost.into());
    }
}

/// Why the server refuses the expression as a rule.
fn refusal(checked: &Result<Checked, Errors>) -> Option<String> {
    let checked = match checked {
        Ok(checked) => checked,
        Err(errors) => return Some(format!("compilation failed: {errors}")),
    };
    if *checked.result_type() != Type::Bool {
        return Some("cel expression must evaluate to a bool".to_owned());
    }
    let reason = instantiate(checked).err()?;
    Some(format!("program instantiation failed: {reason}"))
}
