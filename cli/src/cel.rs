//! `wheelwright cel`: an expression, tried.

mod answer;
mod given;
mod literal;
mod output;

use std::io::{self, Write};

use wheelwright_cel::Budget;
use wheelwright_cel::rule::OldSelf;
use wheelwright_rules::cel::{ExpressionAt, ExpressionError, Place, PlaceValue, ValueError};

use crate::Exit;
use crate::arguments::{CelArguments, CelOutput};
use answer::{Answer, Evaluated, Problem};
use given::{Given, Subject};

pub(crate) fn run(arguments: &CelArguments, output: &mut impl Write) -> io::Result<Exit> {
    let answer = match Given::read(arguments) {
        Ok(given) => answer(&given),
        Err(reason) => Err(reason),
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(reason) => {
            crate::tell(&reason);
            return Ok(Exit::Trouble);
        }
    };
    match arguments.output {
        CelOutput::Human => output::write_human(&answer, output)?,
        CelOutput::Json => output::write_json(&answer, output)?,
    }
    Ok(answer.exit())
}

/// The answer, or why the question cannot be put.
fn answer(given: &Given) -> Result<Answer, String> {
    let mut answer = Answer::of(&given.text);
    let (place, has_value) = (given.place.as_ref(), given.subject.is_given());
    let expression = if let Some(place) = place {
        place.expression(&given.text, given.old_self)
    } else {
        let has_old = given.subject.has_old();
        ExpressionAt::without_schema(&given.text, has_value, has_old, given.server)
            .map_err(ExpressionError::Compilation)
    };
    let expression = match expression {
        Ok(expression) => expression,
        Err(ExpressionError::Compilation(errors)) => {
            let problems = errors
                .iter()
                .map(|error| Problem::of(error, place.is_some()));
            answer.problems.extend(problems);
            return Ok(answer);
        }
        Err(error) => return Err(error.to_string()),
    };
    judge(&expression, place, &mut answer);
    if answer.problems.is_empty() {
        match values(given) {
            Ok(values) => answer.values.extend(
                values
                    .iter()
                    .map(|value| evaluate(&expression, value, given.old_self)),
            ),
            Err(error) => answer.problems.push(Problem::new(format!(
                "a server refuses the value before it runs rules:\n{error}"
            ))),
        }
        // What needs no value is evaluated without one.
        if place.is_none() && !has_value {
            let nothing = given::nothing();
            answer
                .values
                .push(evaluate(&expression, &nothing, given.old_self));
        }
    }
    answer.is_found_nowhere = has_value && answer.values.is_empty();
    Ok(answer)
}

/// What a server says of the expression itself.
fn judge(expression: &ExpressionAt<'_>, place: Option<&Place>, answer: &mut Answer) {
    answer.ty = Some(expression.ty().to_string());
    if let Some(reason) = expression.broken() {
        let text = format!("program instantiation failed: {reason}");
        answer.problems.push(Problem::new(text));
        return;
    }
    answer.cost = expression.cost();
    if let Some(cost) = &answer.cost
        && let Some(text) = expression.over_budget(cost)
    {
        answer.problems.push(Problem {
            hint: expression.remedy(cost).map(|remedy| remedy.to_string()),
            ..Problem::new(text)
        });
    }
    let unrelated = place.and_then(Place::unrelated);
    if let Some(list) = unrelated.filter(|_| expression.uses_old_self()) {
        let text = format!(
            "oldSelf cannot be used on the uncorrelatable portion of the schema within {list}"
        );
        answer.problems.push(Problem {
            hint: Some(format!(
                "give `{list}` `x-kubernetes-list-type: map` and keys, or write a rule of a value around it"
            )),
            ..Problem::new(text)
        });
    }
}

fn values(given: &Given) -> Result<Vec<PlaceValue>, ValueError> {
    match (&given.place, &given.subject) {
        (_, Subject::Nothing) => Ok(Vec::new()),
        (Some(place), Subject::Value(value, old)) => {
            Ok(vec![place.value(value.clone(), old.clone())?])
        }
        (Some(place), Subject::Object(value, old)) => place.values(value.clone(), old.clone()),
        (None, Subject::Value(value, old) | Subject::Object(value, old)) => {
            Ok(vec![given::plain(value.clone(), old.clone())])
        }
    }
}

fn evaluate(expression: &ExpressionAt<'_>, given: &PlaceValue, old_self: OldSelf) -> Evaluated {
    let place = given
        .path
        .segments()
        .first()
        .map(|_| given.path.to_string());
    if expression.uses_old_self() && given.old.is_none() && old_self == OldSelf::Required {
        return Evaluated::not_run(place);
    }
    let evaluation = expression.evaluate(Some(&given.value), given.old.as_ref(), Budget::PER_CALL);
    match evaluation {
        Err(reason) => Evaluated::failed(place, Problem::new(reason), 0),
        Ok(evaluation) => match evaluation.result {
            Ok(value) => Evaluated::of(place, &value, evaluation.cost),
            Err(error) => {
                let span = expression.place_of(&error);
                Evaluated::failed(
                    place,
                    Problem::new(error.message()).at(span),
                    evaluation.cost,
                )
            }
        },
    }
}
