//! The answer for people, and as JSON.

use std::io::{self, Write};

use serde_json::{Map, Value, json};
use wheelwright_rules::crd::RuleCost;
use wheelwright_yaml::{Position, Span};

use super::answer::{Answer, Evaluated, Outcome, Problem};
use crate::Exit;
use crate::report::excerpt::excerpt;

pub(super) fn write_human(answer: &Answer, output: &mut impl Write) -> io::Result<()> {
    if let Some(ty) = &answer.ty {
        writeln!(output, "type:  {ty}")?;
    }
    match &answer.cost {
        Some(cost) => write_cost(cost, output)?,
        None if answer.ty.is_some() && answer.problems.is_empty() => {
            writeln!(output, "cost:  not known, because `self` has no schema")?;
        }
        None => {}
    }
    for problem in &answer.problems {
        if answer.ty.is_some() {
            writeln!(output)?;
        }
        write_problem(problem, &answer.text, output)?;
    }
    for value in &answer.values {
        write_value(value, &answer.text, output)?;
    }
    if answer.is_found_nowhere && answer.problems.is_empty() {
        writeln!(output, "value: none, the object has nothing at the place")?;
    }
    Ok(())
}

fn write_cost(cost: &RuleCost, output: &mut impl Write) -> io::Result<()> {
    write!(
        output,
        "cost:  at most {} of {}",
        cost.charged,
        RuleCost::LIMIT
    )?;
    if cost.cardinality == 1 {
        return writeln!(output);
    }
    let bounds = if cost.is_bounded {
        "as the bounds around it allow"
    } else {
        "as fit into a request"
    };
    writeln!(
        output,
        ", {} for each of {} values, {bounds}",
        cost.estimate, cost.cardinality
    )
}

fn write_value(value: &Evaluated, text: &str, output: &mut impl Write) -> io::Result<()> {
    let place = value.place.as_ref();
    let place = place.map_or_else(|| "value".to_owned(), ToString::to_string);
    match &value.outcome {
        Outcome::Value { literal, .. } => {
            writeln!(output, "{place}: {literal} (cost {})", value.cost)
        }
        Outcome::NotRun => writeln!(
            output,
            "{place}: not evaluated, for there is no old value; a server runs it on updates only (--old FILE)"
        ),
        Outcome::Failed(problem) => {
            writeln!(output, "{place}: none (cost {})", value.cost)?;
            write_problem(problem, text, output)
        }
    }
}

fn write_problem(problem: &Problem, text: &str, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "error: {}", problem.text)?;
    let mut margin = 1;
    if let Some(span) = span(problem, text) {
        margin = span.start.line.to_string().len();
        writeln!(
            output,
            "{}--> <expression>:{}",
            " ".repeat(margin),
            span.start
        )?;
        output.write_all(excerpt(text, span).as_bytes())?;
    }
    match &problem.hint {
        Some(hint) => writeln!(output, "{} = {hint}", " ".repeat(margin)),
        None => Ok(()),
    }
}

/// What to point at: the server's position, or the part whose evaluation failed.
fn span(problem: &Problem, text: &str) -> Option<Span> {
    if let Some((line, column)) = problem.at {
        let start = Position { line, column };
        let end = Position {
            line,
            column: column + 1,
        };
        return Some(Span { start, end });
    }
    let range = problem.span.as_ref()?;
    Some(Span {
        start: position(text, range.start),
        end: position(text, range.end),
    })
}

/// Line and column of a byte, from 1, in characters.
fn position(text: &str, byte: usize) -> Position {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    Position {
        line: before.matches('\n').count() + 1,
        column: line.chars().count() + 1,
    }
}

pub(super) fn write_json(answer: &Answer, output: &mut impl Write) -> io::Result<()> {
    let mut members = Map::new();
    members.insert(
        "accepted".to_owned(),
        (answer.exit() == Exit::Success).into(),
    );
    if let Some(ty) = &answer.ty {
        members.insert("type".to_owned(), ty.as_str().into());
    }
    if let Some(cost) = &answer.cost {
        let cost = json!({
            "estimate": cost.estimate,
            "cardinality": cost.cardinality,
            "charged": cost.charged,
            "limit": RuleCost::LIMIT,
        });
        members.insert("cost".to_owned(), cost);
    }
    let problems = answer.problems.iter();
    let problems = problems.map(|problem| of_problem(problem, &answer.text));
    members.insert("errors".to_owned(), problems.collect());
    let values = answer.values.iter();
    let values = values.map(|value| of_value(value, &answer.text));
    members.insert("values".to_owned(), values.collect());
    crate::json::write_pretty(&mut *output, &Value::Object(members))?;
    writeln!(output)
}

fn of_problem(problem: &Problem, text: &str) -> Value {
    let mut members = Map::from_iter([("text".to_owned(), problem.text.as_str().into())]);
    if let Some(Span { start, end }) = span(problem, text) {
        members.insert("line".to_owned(), start.line.into());
        members.insert("column".to_owned(), start.column.into());
        members.insert("endLine".to_owned(), end.line.into());
        members.insert("endColumn".to_owned(), end.column.into());
    }
    if let Some(hint) = &problem.hint {
        members.insert("help".to_owned(), hint.as_str().into());
    }
    Value::Object(members)
}

fn of_value(value: &Evaluated, text: &str) -> Value {
    let mut members = Map::new();
    if let Some(place) = &value.place {
        members.insert("path".to_owned(), place.as_str().into());
    }
    match &value.outcome {
        Outcome::Value { literal, answer } => {
            members.insert("result".to_owned(), answer.clone());
            members.insert("text".to_owned(), literal.as_str().into());
        }
        Outcome::NotRun => {
            members.insert("notRun".to_owned(), true.into());
        }
        Outcome::Failed(problem) => {
            members.insert("error".to_owned(), of_problem(problem, text));
        }
    }
    members.insert("cost".to_owned(), value.cost.into());
    Value::Object(members)
}
