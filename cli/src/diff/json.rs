//! The findings as one JSON document.

use std::io::{self, Write};

use serde_json::{Map, Value, json};
use wheelwright_release::{Course, Finding, Report};

use super::{Places, position};

pub(super) fn write(
    report: &Report,
    places: &Places<'_>,
    output: &mut impl Write,
) -> io::Result<()> {
    let findings: Vec<Value> = report
        .findings
        .iter()
        .map(|finding| of_finding(report.course, finding, places))
        .collect();
    let document = json!({
        "verdict": report.course.name(report.verdict()),
        "summary": report.summary(),
        "crds": report.crds,
        "texts": report.texts,
        "tried": report.tried,
        "undecided": report.undecided().count(),
        "findings": findings,
    });
    writeln!(output, "{document:#}")
}

fn of_finding(course: Course, finding: &Finding, places: &Places<'_>) -> Value {
    let hurts: Vec<&str> = finding.hurts.iter().map(|party| party.name()).collect();
    let mut members = Map::from_iter([
        ("id".to_owned(), finding.id.as_str().into()),
        ("crd".to_owned(), finding.crd.as_str().into()),
        ("versions".to_owned(), json!(finding.versions)),
        ("field".to_owned(), finding.field.as_str().into()),
        ("path".to_owned(), finding.path.to_string().into()),
        ("key".to_owned(), finding.key().into()),
        ("level".to_owned(), course.name(finding.level).into()),
        ("counted".to_owned(), course.name(finding.counted()).into()),
        ("hurts".to_owned(), json!(hurts)),
        ("reason".to_owned(), finding.reason.as_str().into()),
        ("fix".to_owned(), finding.fix.as_str().into()),
    ]);
    for (name, said) in [
        ("undecided", &finding.undecided),
        ("accepted", &finding.accepted),
    ] {
        if let Some(said) = said {
            members.insert(name.to_owned(), said.as_str().into());
        }
    }
    for (name, value) in position(places.of(finding)) {
        members.insert(name.to_owned(), value);
    }
    if let Some(witness) = &finding.witness {
        let steps: Vec<Value> = witness
            .steps
            .iter()
            .map(|step| json!({"request": step.request, "old": step.old, "new": step.new}))
            .collect();
        let witness = json!({"object": witness.object, "steps": steps});
        members.insert("witness".to_owned(), witness);
    }
    Value::Object(members)
}
