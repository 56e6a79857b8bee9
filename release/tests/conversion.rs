//! Releases whose conversions are in view.

mod pair;

use pair::{found, of_versions, spec, version};
use serde_json::{Value, json};
use wheelwright_release::Party::{Readers, Stored, Writers};
use wheelwright_release::{Convert, Options, Recorded, Report, Verdict, diff, record};

/// Two versions; the second is stored.
fn two(v1: &Value, v2: &Value) -> Value {
    let mut crd = of_versions(&json!([
        version("v1", false, &spec(v1)),
        version("v2", true, &spec(v2)),
    ]));
    crd["spec"]["conversion"] = json!({
        "strategy": "Webhook",
        "webhook": {"conversionReviewVersions": ["v1"], "clientConfig": {"url": "https://example.com/"}},
    });
    crd
}

/// A conversion that makes one spec of the other.
fn by(
    up: impl Fn(&Value) -> Value,
    down: impl Fn(&Value) -> Value,
) -> impl Fn(&Value, &str) -> Result<Value, String> {
    move |object: &Value, api_version: &str| {
        let mut other = object.clone();
        if object["apiVersion"] != api_version {
            other["apiVersion"] = api_version.into();
            if let Some(spec) = object.get("spec") {
                let made = if api_version.ends_with("v2") {
                    up(spec)
                } else {
                    down(spec)
                };
                other["spec"] = made;
            }
        }
        Ok(other)
    }
}

fn compared(
    old: &Value,
    new: &Value,
    convert_old: Option<&Convert<'_>>,
    convert_new: &Convert<'_>,
) -> Report {
    let options = Options {
        convert_old,
        convert_new: Some(convert_new),
        ..Options::default()
    };
    diff(old, new, &options).expect("both can be read")
}

fn renamed(spec: &Value, from: &str, to: &str) -> Value {
    match spec.get(from) {
        Some(value) => json!({to: value}),
        None => json!({}),
    }
}

/// Clients of v1 and what is stored see nothing of another name at the hub, if the old hub is no version that is served.
#[test]
fn what_no_served_version_shows_hurts_nobody() {
    let dough = json!({"dough": {"type": "string", "enum": ["thin", "thick"]}});
    let mut old = two(&dough, &json!({"crust": {"type": "string"}}));
    let mut new = two(
        &dough,
        &json!({"crust": {"type": "string"}, "oven": {"type": "string"}}),
    );
    let up = |spec: &Value| renamed(spec, "dough", "crust");
    let down = |spec: &Value| renamed(spec, "crust", "dough");
    for served in [true, false] {
        old["spec"]["versions"][1]["served"] = json!(served);
        new["spec"]["versions"][1]["served"] = json!(served);
        let report = compared(&old, &new, Some(&by(up, down)), &by(up, down));
        assert!(!report.verdict().is_breaking(), "{report}");
    }
    // Of a hub that nobody reads, the type of a field may even be another.
    new["spec"]["versions"][1]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["crust"] =
        json!({"type": "string", "enum": ["thin", "thick"]});
    let report = compared(&old, &new, Some(&by(up, down)), &by(up, down));
    assert!(!report.verdict().is_breaking(), "{report}");
}

/// The hub has the same fields, and means another unit: only the conversion says so.
#[test]
fn a_conversion_that_gives_something_else_is_found_without_a_recording() {
    let crd = two(
        &json!({"grams": {"type": "integer", "maximum": 90_000}}),
        &json!({"grams": {"type": "integer", "maximum": 90_000}}),
    );
    let same = |spec: &Value| spec.clone();
    let tenfold = |spec: &Value| match spec["grams"].as_i64() {
        Some(grams) => json!({"grams": grams.wrapping_mul(10)}),
        None => json!({}),
    };
    let report = compared(&crd, &crd, Some(&by(same, same)), &by(same, tenfold));
    let finding = found(&report, "conversion-changed");
    assert_eq!(
        (
            finding.versions.as_slice(),
            finding.field.as_str(),
            finding.level
        ),
        (
            ["v1".to_owned()].as_slice(),
            "spec.grams",
            Verdict::NewVersion
        ),
        "{finding}"
    );
    assert_eq!(finding.hurts, [Writers, Stored], "{finding}");
    let report = compared(&crd, &crd, Some(&by(same, same)), &by(same, same));
    assert_eq!(report.verdict(), Verdict::Patch, "{report}");
}

/// A server answers 500 to who reads or writes an object that its webhook fails on.
#[test]
fn a_conversion_that_refuses_is_found() {
    let crd = two(
        &json!({"size": {"type": "integer"}}),
        &json!({"size": {"type": "integer"}}),
    );
    let same = |spec: &Value| spec.clone();
    let refusing = |object: &Value, version: &str| match object["spec"]["size"].as_i64() {
        Some(size) if size > 0 => Err("no pizza is that large".to_owned()),
        _ => by(same, same)(object, version),
    };
    let report = compared(&crd, &crd, Some(&by(same, same)), &refusing);
    let finding = found(&report, "conversion-refused");
    assert!(finding.witness.as_ref().expect("an object").object["spec"]["size"].as_i64() > Some(0));
    assert!(
        finding.to_string().contains("no pizza is that large"),
        "{finding}"
    );
}

/// The default of the version that is stored is set before the conversion, that of the version that is asked for never.
#[test]
fn defaults_are_those_of_the_stored_version() {
    let plain = json!({"size": {"type": "integer"}});
    let with = json!({"size": {"type": "integer", "default": 30}});
    let same = |spec: &Value| spec.clone();
    let of = |v1: &Value, v2: &Value| {
        let report = compared(&two(&plain, &plain), &two(v1, v2), None, &by(same, same));
        let finding = |version: &str| {
            let mut findings = report.findings.iter();
            let finding =
                findings.find(|finding| finding.versions.iter().any(|name| name == version));
            finding.map(|finding| finding.hurts.clone())
        };
        (finding("v1"), finding("v2"))
    };
    // A first default of v1: what is stored has none, and is read as it is.
    assert_eq!(of(&with, &plain), (Some(vec![Writers]), None));
    // One of v2 is read at v1, too.
    assert_eq!(
        of(&plain, &with),
        (Some(vec![Stored]), Some(vec![Writers, Stored]))
    );
}

/// A tightened bound of v1 is judged again when an object is updated at v1, against what the conversion makes of it: a map that is
/// stored as a list is the same value.
#[test]
fn an_update_at_another_version_is_judged_there() {
    let map = |most: i64| json!({"prices": {"type": "object", "additionalProperties": {"type": "integer", "maximum": most}}, "size": {"type": "integer"}});
    let list = json!({
        "prices": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "integer"}}}},
        "size": {"type": "integer"},
    });
    let up = |spec: &Value| {
        let mut spec = spec.clone();
        if let Some(prices) = spec.get("prices").and_then(Value::as_object) {
            let items = prices
                .iter()
                .map(|(name, price)| json!({"name": name, "price": price}));
            spec["prices"] = items.collect();
        }
        spec
    };
    let down = |spec: &Value| {
        let mut spec = spec.clone();
        if let Some(prices) = spec.get("prices").and_then(Value::as_array) {
            let members = prices.iter().map(|item| {
                (
                    item["name"].as_str().unwrap_or_default().to_owned(),
                    item["price"].clone(),
                )
            });
            spec["prices"] = Value::Object(members.collect());
        }
        spec
    };
    let report = compared(
        &two(&map(60), &list),
        &two(&map(50), &list),
        None,
        &by(up, down),
    );
    let finding = found(&report, "bound-tightened");
    assert_eq!(finding.hurts, [Writers], "{finding}");
    // A conversion that makes the names up keeps nothing the same: each update is one of all prices.
    let invented = |spec: &Value| {
        let mut spec = spec.clone();
        if let Some(prices) = spec.get("prices").and_then(Value::as_object) {
            let items = prices
                .values()
                .map(|price| json!({"name": format!("{price}"), "price": price}));
            spec["prices"] = items.collect();
        }
        spec
    };
    let report = compared(
        &two(&map(60), &list),
        &two(&map(50), &list),
        Some(&by(invented, down)),
        &by(invented, down),
    );
    let finding = found(&report, "bound-tightened");
    assert_eq!(finding.level, Verdict::NewVersion, "{finding}");
}

/// Without a webhook the version that is stored keeps what it knows: another one may know less.
#[test]
fn another_storage_version_keeps_what_it_knows() {
    let many: serde_json::Map<String, Value> = (0..40)
        .map(|number| (format!("f{number}"), json!({"type": "string"})))
        .collect();
    let mut fewer = many.clone();
    fewer.remove("f17");
    let of = |storage: bool| {
        let mut crd = of_versions(&json!([
            version("v1", !storage, &spec(&Value::Object(many.clone()))),
            version("v2", storage, &spec(&Value::Object(fewer.clone()))),
        ]));
        crd["spec"]["conversion"] = json!({"strategy": "None"});
        crd
    };
    let report = diff(&of(false), &of(true), &Options::default()).expect("both can be read");
    let finding = found(&report, "conversion-changed");
    assert_eq!(
        (finding.versions.as_slice(), finding.field.as_str()),
        (["v1".to_owned()].as_slice(), "spec.f17"),
        "{report}"
    );
}

/// A value that is new at one version reaches clients of another.
#[test]
fn what_clients_of_another_version_never_had_is_noted() {
    let thin = json!({"dough": {"type": "string", "enum": ["thin", "thick"]}});
    let more = json!({"dough": {"type": "string", "enum": ["thin", "thick", "sourdough"]}});
    let same = |spec: &Value| spec.clone();
    let report = compared(
        &two(&thin, &thin),
        &two(&thin, &more),
        None,
        &by(same, same),
    );
    assert_eq!(report.verdict(), Verdict::Compatible, "{report}");
    let finding = found(&report, "foreign-value");
    assert_eq!(
        (finding.versions.as_slice(), finding.hurts.as_slice()),
        (["v1".to_owned()].as_slice(), [Readers].as_slice())
    );
    assert_eq!(
        finding.witness.as_ref().expect("an object").object["spec"]["dough"],
        "sourdough"
    );
    // As is said where it is new.
    let steps = &found(&report, "enum-loosened")
        .witness
        .as_ref()
        .expect("an object")
        .steps;
    assert!(
        steps.iter().any(|step| step.request == "read it at v1"),
        "{report}"
    );
    // A conversion that has a value for it surprises nobody.
    let plainer = |spec: &Value| match spec["dough"].as_str() {
        Some("sourdough") => json!({"dough": "thick"}),
        _ => spec.clone(),
    };
    let report = compared(
        &two(&thin, &thin),
        &two(&thin, &more),
        None,
        &by(same, plainer),
    );
    assert!(!report.to_string().contains("foreign-value"), "{report}");
    // Nor does what was so before.
    let report = compared(
        &two(&thin, &more),
        &two(&thin, &more),
        None,
        &by(same, same),
    );
    assert!(!report.to_string().contains("foreign-value"), "{report}");
}

/// What is stored in a version of long ago is read through the conversion.
#[test]
fn other_stored_versions_are_read_as_well() {
    let size = json!({"size": {"type": "integer"}});
    let mut old = two(&size, &size);
    old["status"] = json!({"storedVersions": ["v1", "v2"]});
    let same = |spec: &Value| spec.clone();
    let refusing = |object: &Value, version: &str| {
        if object["apiVersion"] == "example.com/v1" && object["spec"]["size"].is_i64() {
            return Err("v1 is not read any more".to_owned());
        }
        by(same, same)(object, version)
    };
    let report = compared(&old, &two(&size, &size), Some(&by(same, same)), &refusing);
    let read = |report: &Report| {
        let mut steps = report
            .findings
            .iter()
            .flat_map(|finding| &finding.witness)
            .flat_map(|witness| &witness.steps);
        steps.any(|step| step.request == "read it back")
    };
    assert!(read(&report), "{report}");
    old["status"] = json!({"storedVersions": ["v2"]});
    let report = compared(&old, &two(&size, &size), Some(&by(same, same)), &refusing);
    assert!(!read(&report), "{report}");
}

/// What one release converts is recorded, and what another makes of it is compared.
fn recorded(
    old: &Value,
    convert_old: &Convert<'_>,
    new: &Value,
    convert_new: &Convert<'_>,
) -> Report {
    let text = record(old, convert_old).expect("it is recorded");
    assert_eq!(
        text,
        record(old, convert_old).expect("it is recorded"),
        "the same each time"
    );
    let recorded = Recorded::read(&text).expect("it is read");
    assert!(!recorded.is_empty());
    let options = Options {
        convert_new: Some(convert_new),
        recorded: &recorded,
        ..Options::default()
    };
    diff(old, new, &options).expect("both can be read")
}

#[test]
fn a_recording_tells_what_is_converted_otherwise() {
    let v1 = json!({"dough": {"type": "string", "enum": ["thin", "thick"]}, "grams": {"type": "integer", "minimum": 0, "maximum": 9_000}});
    let v2 = json!({"crust": {"type": "string"}, "base": {"type": "string"}, "mg": {"type": "integer", "minimum": 0}});
    let old = two(&v1, &v2);
    let times = |spec: &Value, from: &str, to: &str, up: bool| match spec[from].as_i64() {
        Some(value) => json!({to: if up { value.wrapping_mul(1_000) } else { value / 1_000 }}),
        None => json!({}),
    };
    let joined = |one: Value, other: Value| {
        let mut one = one;
        if let (Some(members), Value::Object(more)) = (one.as_object_mut(), other) {
            members.extend(more);
        }
        one
    };
    let up = move |spec: &Value| {
        joined(
            renamed(spec, "dough", "crust"),
            times(spec, "grams", "mg", true),
        )
    };
    let down = move |spec: &Value| {
        joined(
            renamed(spec, "crust", "dough"),
            times(spec, "mg", "grams", false),
        )
    };
    let report = recorded(&old, &by(up, down), &old, &by(up, down));
    assert_eq!(report.verdict(), Verdict::Patch, "{report}");

    // To another field.
    let up_other = move |spec: &Value| {
        joined(
            renamed(spec, "dough", "base"),
            times(spec, "grams", "mg", true),
        )
    };
    let down_other = move |spec: &Value| {
        joined(
            renamed(spec, "base", "dough"),
            times(spec, "mg", "grams", false),
        )
    };
    let report = recorded(&old, &by(up, down), &old, &by(up_other, down_other));
    let finding = found(&report, "conversion-changed");
    assert_eq!(finding.level, Verdict::NewVersion);
    let at = |report: &Report, version: &str, field: &str| {
        let mut findings = report.findings.iter();
        findings.any(|finding| finding.versions == [version] && finding.field == field)
    };
    assert!(
        at(&report, "v1", "spec.dough") && at(&report, "v2", "spec.crust"),
        "{report}"
    );

    // By another factor, one way alone.
    let less = move |spec: &Value| {
        let mut spec = down(spec);
        if let Some(grams) = spec["grams"].as_i64() {
            spec["grams"] = json!(grams * 10);
        }
        spec
    };
    let report = recorded(&old, &by(up, down), &old, &by(up, less));
    assert!(
        at(&report, "v1", "spec.grams") && !at(&report, "v2", "spec.mg"),
        "{report}"
    );

    // What is new at the hub is nobody's of before.
    let mut more = v2.clone();
    more["oven"] = json!({"type": "string"});
    let up_more = move |spec: &Value| joined(up(spec), json!({"oven": "stone"}));
    let report = recorded(&old, &by(up, down), &two(&v1, &more), &by(up_more, down));
    assert_eq!(report.verdict(), Verdict::Compatible, "{report}");
}

#[test]
fn a_line_that_records_nothing_is_named() {
    for (line, word) in [
        ("{", "JSON"),
        (
            r#"{"from": 1, "object": {}, "to": "v2", "there": {}}"#,
            "from",
        ),
        (
            r#"{"from": "v1", "object": [], "to": "v2", "there": {}}"#,
            "object",
        ),
        (
            r#"{"from": "v1", "object": {}, "to": "v2", "there": {}, "more": 1}"#,
            "more",
        ),
    ] {
        let error = Recorded::read(&format!("\n{line}\n")).expect_err("it is none");
        assert_eq!(error.line, 2);
        assert!(error.reason.contains(word), "{error}");
    }
}
