//! What the old release does with what the new one stored.

mod pair;

use pair::{crd, found, of_versions, spec, version};
use serde_json::{Value, json};
use wheelwright_release::Party::{Cluster, Readers, Stored, Writers};
use wheelwright_release::{
    Convert, Course, Options, Recorded, Report, Verdict, accept, diff, record, rollback, rollbacks,
};

fn back(old: &Value, new: &Value) -> Report {
    rollback(old, new, &Options::default()).expect("both can be read")
}

/// What is found if the properties of the spec go back.
fn changed(old: &Value, new: &Value) -> Report {
    back(&crd(&spec(old)), &crd(&spec(new)))
}

fn two(v1: &Value, v2: &Value, storage: &str) -> Value {
    of_versions(&json!([
        version("v1", storage == "v1", &spec(v1)),
        version("v2", storage == "v2", &spec(v2)),
    ]))
}

#[test]
fn what_did_not_change_can_be_rolled_back() {
    let crd = crd(&spec(
        &json!({"size": {"type": "integer", "maximum": 60, "default": 30}}),
    ));
    let report = back(&crd, &crd);
    assert_eq!(
        (report.verdict(), report.findings.len()),
        (Verdict::Patch, 0),
        "{report}"
    );
    assert!(
        report.summary().starts_with("can be rolled back: 1 CRD"),
        "{report}"
    );
}

/// The object is that of the new release, and each does what it does with it.
#[test]
fn a_new_field_is_dropped() {
    let report = changed(
        &json!({"size": {"type": "integer"}}),
        &json!({"size": {"type": "integer"}, "oven": {"type": "string"}}),
    );
    let finding = found(&report, "rollback-field-pruned");
    assert_eq!(
        report.course.name(report.verdict()),
        "breaks what is stored"
    );
    assert!(finding.hurts.contains(&Stored), "{finding}");
    let witness = finding.witness.as_ref().expect("an object");
    let oven = witness.object["spec"]["oven"]
        .as_str()
        .expect("it is there")
        .to_owned();
    let read = witness
        .steps
        .iter()
        .find(|step| step.request == "read it back");
    let read = read.expect("it is read");
    assert_eq!(read.old, "spec.oven: nothing");
    assert_eq!(read.new, format!("spec.oven: {oven:?}"));
    // It stands in the new CRD.
    assert!(
        finding.path.to_string().ends_with("properties[oven]"),
        "{}",
        finding.path
    );
}

/// What a server reads and does not judge again hurts who writes it anew only; what a typed client cannot decode hurts who reads.
#[test]
fn a_loosened_value_is_noted_unless_nobody_can_decode_it() {
    for (old, new, id, level) in [
        (
            json!({"type": "integer", "maximum": 50}),
            json!({"type": "integer", "maximum": 60}),
            "bound-tightened",
            Verdict::Compatible,
        ),
        (
            json!({"type": "string", "maxLength": 5}),
            json!({"type": "string"}),
            "length-tightened",
            Verdict::Compatible,
        ),
        (
            json!({"type": "string", "pattern": "^[a-z]*$"}),
            json!({"type": "string"}),
            "pattern-tightened",
            Verdict::Compatible,
        ),
        (
            json!({"type": "string", "enum": ["x"]}),
            json!({"type": "string", "enum": ["x", "y"]}),
            "enum-tightened",
            Verdict::NewVersion,
        ),
        (
            json!({"type": "integer", "format": "int32"}),
            json!({"type": "integer", "format": "int64"}),
            "format-tightened",
            Verdict::NewVersion,
        ),
        (
            json!({"type": "integer"}),
            json!({"x-kubernetes-int-or-string": true}),
            "type-tightened",
            Verdict::NewVersion,
        ),
    ] {
        let report = changed(
            &json!({"a": old, "b": {"type": "integer"}}),
            &json!({"a": new, "b": {"type": "integer"}}),
        );
        let finding = found(&report, &format!("rollback-{id}"));
        assert_eq!(finding.level, level, "{finding}");
        let hurts = if level.is_breaking() {
            Readers
        } else {
            Writers
        };
        assert_eq!(finding.hurts, [hurts], "{finding}");
        let witness = finding.witness.as_ref().expect("an object");
        assert!(witness.steps[0].old.starts_with("refused: "), "{finding}");
        assert_eq!(witness.steps[0].new, "accepted", "{finding}");
    }
}

/// The error of what is missing is that of the object around it, so that any change in it is refused.
#[test]
fn what_is_refused_beside_the_place_breaks_what_is_stored() {
    let required = |names: Value| json!({"type": "object", "required": names, "properties": {"size": {"type": "integer"}, "name": {"type": "string"}}});
    let report = back(&crd(&required(json!(["size"]))), &crd(&required(json!([]))));
    let finding = found(&report, "rollback-required-tightened");
    assert!(finding.hurts.contains(&Stored), "{finding}");
    let steps = &finding.witness.as_ref().expect("an object").steps;
    let edit = steps
        .iter()
        .find(|step| step.request == "update it, with another spec.name");
    assert!(
        edit.expect("an edit")
            .old
            .starts_with("refused: spec.size: "),
        "{finding}"
    );
}

#[test]
fn a_version_that_was_stored_has_to_be_there() {
    let size = json!({"size": {"type": "integer"}});
    let old = of_versions(&json!([version("v1", true, &spec(&size))]));
    let report = back(&old, &two(&size, &size, "v2"));
    let finding = found(&report, "rollback-update-refused");
    assert_eq!(
        (report.verdict(), finding.hurts.as_slice()),
        (Verdict::Impossible, [Cluster].as_slice())
    );
    assert!(
        finding
            .reason
            .contains("status.storedVersions[0]: Invalid value: \"v2\""),
        "{finding}"
    );
    assert!(
        finding.fix.contains("one release before it is stored"),
        "{finding}"
    );
    // A status that was committed with the file does not hide it.
    let mut stale = two(&size, &size, "v2");
    stale["status"] = json!({"storedVersions": ["v1"], "conditions": [{"type": "Established", "status": "True"}]});
    assert_eq!(back(&old, &stale).verdict(), Verdict::Impossible);

    // Served, and not stored: only those who asked for it have to go back with the release.
    let report = back(&old, &two(&size, &size, "v1"));
    assert_eq!(report.verdict(), Verdict::Compatible, "{report}");
    assert_eq!(
        found(&report, "rollback-version-tightened").hurts,
        [Writers, Readers]
    );
    // Both know it: the storage may change.
    let report = back(&two(&size, &size, "v1"), &two(&size, &size, "v2"));
    assert_eq!(report.verdict(), Verdict::Compatible, "{report}");
}

/// Defaults of the old release are set in what the new one stored without.
#[test]
fn a_default_that_is_set_again_is_read() {
    let report = changed(
        &json!({"size": {"type": "integer", "default": 30}}),
        &json!({"size": {"type": "integer"}}),
    );
    let finding = found(&report, "rollback-default-reread");
    assert_eq!(finding.level, Verdict::NewVersion, "{finding}");
    assert!(
        finding.to_string().contains("old: spec.size: 30"),
        "{finding}"
    );
}

/// A webhook of v1 and v2, which keeps of v2 in an annotation what v1 lacks. One that knows v3 leaves its oven there.
fn keeping(
    form: &'static str,
    knows_third: bool,
) -> impl Fn(&Value, &str) -> Result<Value, String> {
    move |object: &Value, api_version: &str| {
        let mut other = object.clone();
        if object["apiVersion"] == api_version {
            return Ok(other);
        }
        other["apiVersion"] = api_version.into();
        let is_from_first = object["apiVersion"] == "example.com/v1";
        let kept = object["metadata"]["annotations"]["kept"].as_str();
        let kept: Value =
            serde_json::from_str(kept.unwrap_or("{}")).map_err(|error| error.to_string())?;
        let mut notes = kept.clone();
        for field in ["note", "oven"] {
            let key = format!("{form}{field}");
            if is_from_first {
                let is_strange = knows_third && (field == "oven") != api_version.ends_with("v3");
                if kept[&key].is_string() && !is_strange {
                    other["spec"][field] = kept[&key].clone();
                    notes.as_object_mut().expect("an object").remove(&key);
                }
            } else if let Some(value) = object["spec"].get(field) {
                other["spec"]
                    .as_object_mut()
                    .expect("an object")
                    .remove(field);
                notes[key] = value.clone();
            }
        }
        other["metadata"]["annotations"] = json!({});
        if notes != json!({}) {
            other["metadata"]["annotations"]["kept"] = notes.to_string().into();
        }
        Ok(other)
    }
}

fn converted(
    old: &Value,
    new: &Value,
    convert_old: Option<&Convert<'_>>,
    convert_new: &Convert<'_>,
    recorded: &[Recorded],
) -> Report {
    let options = Options {
        convert_old,
        convert_new: Some(convert_new),
        recorded,
        ..Options::default()
    };
    rollback(old, new, &options).expect("both can be read")
}

fn text() -> Value {
    json!({"type": "string"})
}

fn webhook(mut crd: Value) -> Value {
    crd["spec"]["conversion"] = json!({
        "strategy": "Webhook",
        "webhook": {"conversionReviewVersions": ["v1"], "clientConfig": {"url": "https://example.com/"}},
    });
    crd
}

/// What the new release keeps in the annotation is what the old one reads there, or it is not read.
#[test]
fn an_annotation_that_the_old_release_does_not_read_is_found() {
    let crd = webhook(two(
        &json!({"size": text()}),
        &json!({"size": text(), "note": text()}),
        "v1",
    ));
    let (first, second) = (keeping("", true), keeping("2-", true));
    let report = converted(&crd, &crd, Some(&first), &first, &[]);
    assert_eq!(report.findings, [], "{report}");
    let report = converted(&crd, &crd, Some(&first), &second, &[]);
    let finding = found(&report, "rollback-conversion-changed");
    assert_eq!(
        (finding.field.as_str(), finding.level),
        ("spec.note", Verdict::NewVersion),
        "{finding}"
    );
    assert!(finding.hurts.contains(&Stored), "{finding}");
    assert!(
        finding.witness.as_ref().expect("an object").object["spec"]["note"].is_string(),
        "{finding}"
    );

    // Without the code of the old release it is not known, unless what it recorded is what the new one does, too.
    let report = converted(&crd, &crd, None, &first, &[]);
    assert_eq!(report.verdict(), Verdict::Compatible);
    assert!(
        found(&report, "rollback-conversion-unseen")
            .undecided
            .is_some()
    );
    // Of one version nothing is converted.
    let alone = webhook(pair::crd(&spec(&json!({"size": text()}))));
    assert_eq!(converted(&alone, &alone, None, &first, &[]).findings, []);
    let recorded = record(&crd, &first).expect("it is recorded");
    let recorded = Recorded::read(&recorded).expect("it is a recording");
    assert_eq!(converted(&crd, &crd, None, &first, &recorded).findings, []);
    let report = converted(&crd, &crd, None, &second, &recorded);
    let finding = found(&report, "rollback-kept-unread");
    assert!(
        finding.undecided.is_some() && finding.witness.is_some(),
        "{finding}"
    );
}

/// The old release has no v3: what is kept of it has to survive its writes.
#[test]
fn what_a_write_of_the_old_release_loses_is_found() {
    let versions = |more: Option<Value>| {
        let v1 = version("v1", true, &spec(&json!({"size": text()})));
        let v2 = version("v2", false, &spec(&json!({"size": text(), "note": text()})));
        let all: Vec<Value> = [v1, v2].into_iter().chain(more).collect();
        webhook(of_versions(&json!(all)))
    };
    let old = versions(None);
    let new = versions(Some(version(
        "v3",
        false,
        &spec(&json!({"size": text(), "oven": text()})),
    )));
    let new_convert = keeping("", true);
    let report = converted(&old, &new, Some(&keeping("", false)), &new_convert, &[]);
    // As v2 of the old release takes the oven for a field of its own, it is dropped there.
    let finding = found(&report, "rollback-kept-lost");
    assert_eq!(
        (finding.versions.as_slice(), finding.field.as_str()),
        (["v3".to_owned()].as_slice(), "spec.oven"),
        "{finding}"
    );
    let step = &finding.witness.as_ref().expect("an object").steps[0];
    assert!(
        step.request
            .contains("update it unchanged at v2 with the old one"),
        "{finding}"
    );
    assert_eq!(step.old, "spec.oven: nothing", "{finding}");

    // One that hands on what it does not know loses nothing.
    let handing = |object: &Value, api_version: &str| {
        let mut object = object.clone();
        object["apiVersion"] = api_version.into();
        Ok(object)
    };
    let report = converted(&old, &new, Some(&handing), &new_convert, &[]);
    assert!(
        report
            .findings
            .iter()
            .all(|finding| finding.id != "rollback-kept-lost"),
        "{report}"
    );
}

#[test]
fn a_conversion_of_the_old_release_that_refuses_is_found() {
    let crd = webhook(two(
        &json!({"size": text()}),
        &json!({"size": text()}),
        "v1",
    ));
    let same = keeping("", true);
    let refusing = |object: &Value, api_version: &str| match object["spec"]["size"].as_str() {
        Some(size) if !size.is_empty() => Err("no pizza has a size".to_owned()),
        _ => same(object, api_version),
    };
    let report = converted(&crd, &crd, Some(&refusing), &same, &[]);
    let finding = found(&report, "rollback-conversion-refused");
    assert_eq!(finding.level, Verdict::NewVersion);
    assert!(
        finding.to_string().contains("no pizza has a size"),
        "{finding}"
    );
}

/// One file accepts findings of both ways, and each is used by its own.
#[test]
fn lines_are_of_one_way() {
    let (old, new) = (
        json!({"a": text(), "c": text()}),
        json!({"a": text(), "b": text()}),
    );
    let lines = "\
rollback-field-pruned pizzas.example.com/v1/spec.b: nobody has one yet
field-pruned pizzas.example.com/v1/spec.c: nobody has one any more
";
    let (old, new) = (crd(&spec(&old)), crd(&spec(&new)));
    for mut report in [
        back(&old, &new),
        diff(&old, &new, &Options::default()).expect("both can be read"),
    ] {
        assert!(report.verdict().is_breaking(), "{report}");
        accept(&mut report, lines).expect("each is of use");
        assert!(!report.verdict().is_breaking(), "{report}");
    }
    let mut report = back(&new, &new);
    let errors = accept(&mut report, lines).expect_err("the first is of no use");
    assert_eq!(
        errors.iter().map(|error| error.line).collect::<Vec<_>>(),
        [1]
    );
}

#[test]
fn crds_of_one_release_alone_are_noted() {
    let one = crd(&spec(&json!({"a": text()})));
    let report =
        rollbacks(&[], std::slice::from_ref(&one), &Options::default()).expect("it can be read");
    assert_eq!(
        (report.course, report.verdict()),
        (Course::Rollback, Verdict::Compatible)
    );
    assert_eq!(report.findings[0].id, "rollback-crd-left");
    let report =
        rollbacks(std::slice::from_ref(&one), &[], &Options::default()).expect("it can be read");
    assert_eq!(report.findings, []);
    let mut half = one;
    half["spec"]["versions"] = json!([]);
    let errors = rollbacks(&[half], &[], &Options::default()).expect_err("it is half a CRD");
    assert_eq!(errors[0].trouble, wheelwright_release::Trouble::OldHalf);
}
