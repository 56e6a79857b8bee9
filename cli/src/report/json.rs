//! One JSON document.

use std::io::{self, Write};

use serde_json::{Map, Value, json};
use wheelwright_rules::KubeRange;
use wheelwright_rules::crd::compare::{Comparison, Difference};
use wheelwright_rules::crd::{Costs, RuleCost, Support};
use wheelwright_yaml::{Position, Span};

use super::{Finding, Judgement, Report, Verdict};
use crate::Exit;
use crate::apply::Change;
use crate::input::Unreadable;

pub(super) fn write(report: &Report, output: &mut impl Write) -> io::Result<()> {
    let unreadable: Vec<Value> = report.unreadable.iter().map(of_unreadable).collect();
    let objects: Vec<Value> = report.judgements.iter().map(of_judgement).collect();
    let whole = json!({
        "accepted": report.exit() == Exit::Success,
        "objects": objects,
        "unreadable": unreadable,
    });
    crate::json::write_pretty(&mut *output, &whole)?;
    writeln!(output)
}

fn of_unreadable(unreadable: &Unreadable) -> Value {
    let mut members = Map::from_iter([
        ("file".to_owned(), unreadable.name.as_str().into()),
        ("text".to_owned(), unreadable.reason.as_str().into()),
    ]);
    if let Some((_, position)) = &unreadable.at {
        put_position(&mut members, *position);
    }
    Value::Object(members)
}

fn of_judgement(judgement: &Judgement) -> Value {
    let object = &judgement.object;
    let mut members = Map::new();
    let mut put = |key: &str, value: Value| {
        members.insert(key.to_owned(), value);
    };
    put("file", object.source.name.as_str().into());
    put("apiVersion", object.api_version().into());
    put("kind", object.kind().into());
    put("name", object.name().into());
    if !object.namespace().is_empty() {
        put("namespace", object.namespace().into());
    }
    put(
        "verdict",
        match &judgement.verdict {
            Verdict::Accepted => "accepted",
            Verdict::Refused | Verdict::Nothing => "refused",
            Verdict::Skipped(_) => "skipped",
        }
        .into(),
    );
    if let Verdict::Skipped(reason) = &judgement.verdict {
        put("reason", reason.as_str().into());
    } else {
        put(
            "findings",
            judgement.findings.iter().map(of_finding).collect(),
        );
    }
    if !judgement.costs.is_empty() {
        put("costs", judgement.costs.iter().map(of_costs).collect());
    }
    if let Some(support) = &judgement.support {
        put("servers", of_support(support));
    }
    if let Some(stored) = &judgement.stored {
        put("stored", stored.clone());
        put("set", judgement.changes.iter().filter_map(set).collect());
        put(
            "dropped",
            judgement.changes.iter().filter_map(dropped).collect(),
        );
    }
    if let Some(compared) = &judgement.compared {
        let Comparison {
            differences,
            documentation,
            ..
        } = &compared.comparison;
        let differences = differences
            .iter()
            .map(|difference| of_difference(judgement, difference));
        put("against", compared.old.as_str().into());
        put("differences", differences.collect());
        put("descriptions", (*documentation).into());
    }
    put_position(&mut members, object.start());
    Value::Object(members)
}

fn of_costs(costs: &Costs) -> Value {
    let rules = costs.rules.iter().map(|rule| {
        let mut members = Map::from_iter([
            ("path".to_owned(), rule.path.to_string().into()),
            ("expression".to_owned(), rule.expression.as_str().into()),
            ("estimate".to_owned(), rule.estimate.into()),
            ("cardinality".to_owned(), rule.cardinality.into()),
            ("charged".to_owned(), rule.charged.into()),
            ("limit".to_owned(), RuleCost::LIMIT.into()),
        ]);
        if let Some(remedy) = &rule.remedy {
            members.insert("remedy".to_owned(), remedy.to_string().into());
        }
        Value::Object(members)
    });
    Value::Object(Map::from_iter([
        ("path".to_owned(), costs.path.to_string().into()),
        ("total".to_owned(), costs.total.into()),
        ("limit".to_owned(), Costs::LIMIT.into()),
        ("rules".to_owned(), rules.collect()),
    ]))
}

fn of_support(support: &Support) -> Value {
    let reasons = support.reasons.iter().map(|reason| {
        json!({
            "servers": versions(reason.servers),
            "paths": reason.paths.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "rare": reason.is_rare,
            "text": reason.to_string(),
        })
    });
    let meant = support.as_meant();
    json!({
        "oldest": meant.map(|servers| servers.oldest().to_string()),
        "newest": meant.map(|servers| servers.newest().to_string()),
        "takenBy": support.taken_by.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "reasons": reasons.collect::<Vec<_>>(),
    })
}

fn versions(range: KubeRange) -> Vec<String> {
    range
        .versions()
        .map(|version| version.to_string())
        .collect()
}

fn of_difference(judgement: &Judgement, difference: &Difference) -> Value {
    let mut members = Map::new();
    let mut put = |key: &str, value: Value| {
        members.insert(key.to_owned(), value);
    };
    if let Some(version) = &difference.version {
        put("version", version.as_str().into());
    }
    put("field", difference.field.as_str().into());
    put("path", difference.path.to_string().into());
    put("kind", difference.kind.name().into());
    put("direction", difference.direction.name().into());
    put("text", difference.words.as_str().into());
    for (key, value) in [("old", &difference.old), ("new", &difference.new)] {
        if let Some(value) = value {
            put(key, value.clone());
        }
    }
    let (place, _) = judgement.place_of(difference);
    put_position(&mut members, place.key.unwrap_or(place.value).start);
    Value::Object(members)
}

fn of_finding(finding: &Finding) -> Value {
    let mut members = Map::new();
    let mut put = |key: &str, value: Value| {
        members.insert(key.to_owned(), value);
    };
    put("severity", finding.severity.name().into());
    put("text", finding.text.as_str().into());
    if let Some(error) = &finding.error {
        put("type", error.kind.cause().into());
        put("field", error.path.to_string().into());
        put("detail", error.detail.as_str().into());
    }
    if let Some(help) = &finding.help {
        put("help", help.as_str().into());
    }
    if let Some(Span { start, end }) = finding.span() {
        put_position(&mut members, start);
        members.insert("endLine".to_owned(), end.line.into());
        members.insert("endColumn".to_owned(), end.column.into());
    }
    Value::Object(members)
}

fn put_position(members: &mut Map<String, Value>, position: Position) {
    members.insert("line".to_owned(), position.line.into());
    members.insert("column".to_owned(), position.column.into());
}

fn set(change: &Change) -> Option<Value> {
    let value = change.set.as_ref()?;
    Some(json!({"field": change.path.to_string(), "value": value}))
}

fn dropped(change: &Change) -> Option<Value> {
    change.set.is_none().then(|| change.path.to_string().into())
}
