//! Generated rules in CEL on generated schemas, and generated objects: a real server's verdict on each is that of our rules,
//! cause by cause.

use std::collections::BTreeSet;

use e2e::{Answer, Cluster, Crd, Error, Result};
use fuzz::Random;
use fuzz::rule::{Place, Writer, value};
use serde_json::{Value, json};
use wheelwright::rules::{Admission, Rules, crd};

/// How many CRDs a run puts to the server, each with rules, and how many it installs to put objects to them.
/// `WHEELWRIGHT_E2E_VALIDATIONS`, `WHEELWRIGHT_E2E_VALIDATED` and `WHEELWRIGHT_E2E_SEED` choose others.
const CRDS: u64 = 250;
const INSTALLED: u64 = 12;
const RULES: usize = 8;
const OBJECTS: usize = 10;

/// What the server breaks on, so that it does not answer: a constant map that has bytes for keys.
const UNANSWERED: &str = "hash of unhashable type types.Bytes";

fn number(variable: &str, otherwise: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

fn definition(schema: &Value, name: &str) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("{name}s.validations.e2e.example.com")},
        "spec": {
            "group": "validations.e2e.example.com",
            "names": {"kind": name, "plural": format!("{name}s")},
            "scope": "Namespaced",
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": schema}}},
            }],
        },
    })
}

/// A rule, and what else may be said beside it.
fn rule(made: &Place, minor: u8, random: &mut Random) -> Value {
    // One in four hides types, and is wrong now and then.
    let mut writer = Writer::new(made, minor, random.below(4) == 0);
    let mut rule = json!({"rule": writer.rule(random)});
    match random.below(6) {
        0 | 1 => rule["message"] = json!("no"),
        2 => rule["messageExpression"] = json!(writer.any(random)),
        3 => rule["messageExpression"] = json!("'no ' + string(size(string(1)))"),
        4 => rule["optionalOldSelf"] = json!(true),
        _ => {}
    }
    if random.below(6) == 0 {
        let reasons = [
            "FieldValueForbidden",
            "FieldValueRequired",
            "FieldValueDuplicate",
        ];
        rule["reason"] = json!(reasons[random.below(reasons.len())]);
    }
    if random.below(6) == 0 {
        let paths = [".a", ".b", ".c.a", "['min-size']", ".value"];
        rule["fieldPath"] = json!(paths[random.below(paths.len())]);
    }
    rule
}

/// A schema with rules at its root and at some of the nodes below it.
fn schema(made: &Place, minor: u8, random: &mut Random) -> Value {
    let mut schema = made.schema.clone();
    let rules = (0..=random.below(RULES))
        .map(|_| rule(made, minor, random))
        .collect();
    schema["x-kubernetes-validations"] = Value::Array(rules);
    for property in schema["properties"]
        .as_object_mut()
        .into_iter()
        .flat_map(|all| all.values_mut())
    {
        if random.below(4) == 0 {
            let text = [
                "self == oldSelf",
                "self == self",
                "oldSelf == null",
                "has(self.a)",
                "size(self) < 3",
            ];
            property["x-kubernetes-validations"] =
                json!([{"rule": text[random.below(text.len())]}]);
        }
    }
    schema
}

/// A text without the number that the server gives the type of a rule's value, another one each time.
fn unnumbered(text: &str) -> String {
    let mut parts = text.split("selfType");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| {
        let part = part.trim_start_matches(|c: char| c.is_ascii_digit());
        format!("{before}selfType{part}")
    })
}

/// What the server says that we do not, and the other way round.
fn difference(ours: &BTreeSet<String>, code: u16, answer: &Value) -> Option<String> {
    let text = |cause: &Value, key: &str| cause[key].as_str().unwrap_or_default().to_owned();
    let causes = answer["details"]["causes"].as_array();
    let causes = causes.filter(|_| code >= 300).into_iter().flatten();
    let theirs: BTreeSet<String> = causes
        .map(|cause| {
            unnumbered(&format!(
                "{}: {}",
                text(cause, "field"),
                text(cause, "message")
            ))
        })
        .collect();
    let (accepted, taken) = (code < 300, ours.is_empty());
    if accepted == taken && theirs == *ours {
        return None;
    }
    let only = |left: &BTreeSet<String>, right: &BTreeSet<String>| {
        left.difference(right)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n  ")
    };
    Some(format!(
        "we say\n  {}\nthe server ({code})\n  {}{}",
        only(ours, &theirs),
        only(&theirs, ours),
        if theirs.is_empty() {
            answer.to_string()
        } else {
            String::new()
        }
    ))
}

/// What the server answers to what it can answer.
fn answered(answer: Result<Answer>, ours: &BTreeSet<String>) -> Result<Option<Answer>> {
    match answer {
        Err(Error::Client(..)) if ours.iter().any(|line| line.contains(UNANSWERED)) => Ok(None),
        answer => answer.map(Some),
    }
}

#[tokio::test]
async fn the_server_agrees_on_rules() -> Result {
    let cluster = Cluster::shared().await?;
    let first = number("WHEELWRIGHT_E2E_SEED", 0);
    let (mut refused, mut differing) = (0, Vec::new());
    for seed in first..first + number("WHEELWRIGHT_E2E_VALIDATIONS", CRDS) {
        let mut random = Random::new(seed);
        let bounded = random.below(2) == 0;
        let made = Place::of(&mut random, bounded);
        let crd = definition(&schema(&made, 37, &mut random), "check");
        let ours = crd::check(&crd)
            .errors
            .iter()
            .map(ToString::to_string)
            .collect();
        let path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        let answer = cluster.create(path, &crd).dry_run().send().await;
        let Some(answer) = answered(answer, &ours)? else {
            continue;
        };
        refused += u64::from(answer.code >= 300);
        if let Some(difference) = difference(&ours, answer.code, &answer.body) {
            differing.push(format!("seed {seed}: {difference}\n{crd}"));
        }
    }
    println!("rules from seed {first}: {refused} CRDs refused");
    assert!(
        differing.is_empty(),
        "{} differ:\n{}",
        differing.len(),
        differing.join("\n")
    );
    Ok(())
}

/// Whether the server takes the schema with its rules, and objects of it now and then.
fn lets_some_pass(schema: &Value, random: &mut Random) -> bool {
    let crd = definition(schema, "kept");
    crd::check(&crd).is_accepted()
        && Rules::from_crd(&crd).is_ok_and(|rules| {
            let version = rules.version("v1").expect("it has one");
            (0..8).any(|_| {
                let object = json!({"metadata": {"name": "a"}, "spec": value(schema, random)});
                version.validate(&object).is_empty()
            })
        })
}

/// A schema without rules, and a CRD of it with those rules that objects pass.
fn installed(seed: u64, random: &mut Random) -> (Value, Value) {
    let made = Place::of(random, true);
    let mut schema = schema(&made, 37, random);
    let all = schema["x-kubernetes-validations"].take();
    let properties = schema["properties"].as_object_mut();
    for property in properties.into_iter().flat_map(|all| all.values_mut()) {
        let alone = json!({"type": "object", "properties": {"a": property}});
        if !lets_some_pass(&alone, random)
            && let Some(property) = property.as_object_mut()
        {
            property.remove("x-kubernetes-validations");
        }
    }
    let mut taken: Vec<Value> = Vec::new();
    for rule in all.as_array().into_iter().flatten() {
        schema["x-kubernetes-validations"] =
            [&taken[..], std::slice::from_ref(rule)].concat().into();
        if lets_some_pass(&schema, random) {
            taken.push(rule.clone());
        }
    }
    schema["x-kubernetes-validations"] = Value::Array(taken);
    (
        made.schema.clone(),
        definition(&schema, &format!("kept{seed}")),
    )
}

#[tokio::test]
async fn the_server_agrees_on_objects() -> Result {
    let cluster = Cluster::shared().await?;
    let first = number("WHEELWRIGHT_E2E_SEED", 0);
    let mut all: Vec<(u64, Value, Value, Crd, Random)> = Vec::new();
    for seed in first.. {
        if all.len() as u64 == number("WHEELWRIGHT_E2E_VALIDATED", INSTALLED) {
            break;
        }
        let mut random = Random::new(seed);
        let (schema, crd) = installed(seed, &mut random);
        let has_rules = crd.pointer(
            "/spec/versions/0/schema/openAPIV3Schema/properties/spec/x-kubernetes-validations",
        );
        if has_rules.is_some_and(|rules| rules != &json!([])) && crd::check(&crd).is_accepted() {
            let installed = cluster.install(&crd).await?;
            all.push((seed, schema, crd, installed, random));
        }
    }
    let (mut judged, mut refused, mut updated, mut differing) = (0, 0, 0, Vec::new());
    for (seed, schema, definition, crd, mut random) in all {
        let rules =
            Rules::from_crd(&definition).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let version = rules.version("v1").expect("it has one");
        let mut stored: Option<Value> = None;
        for index in 0..OBJECTS {
            let mut object = json!({
                "apiVersion": "validations.e2e.example.com/v1", "kind": definition["spec"]["names"]["kind"],
                "metadata": {"name": format!("object-{index}"), "namespace": "default"},
                "spec": value(&schema, &mut random),
            });
            // What is stored already is replaced by the whole, or by what differs from it in one place.
            let request = match &stored {
                Some(old) if index % 2 == 0 => {
                    object["metadata"] = old["metadata"].clone();
                    let names: Vec<&String> = old["spec"]
                        .as_object()
                        .into_iter()
                        .flat_map(|spec| spec.keys())
                        .collect();
                    if random.below(2) == 0 && !names.is_empty() {
                        let name = names[random.below(names.len())].as_str();
                        let mut spec = old["spec"].clone();
                        spec[name] = object["spec"][name].clone();
                        object["spec"] = spec;
                    }
                    updated += 1;
                    Admission::update(object.clone(), old.clone())
                }
                _ => Admission::create(object.clone()),
            };
            let is_update = request.old.is_some();
            let outcome = version.admit(request);
            let ours: BTreeSet<String> = outcome.errors().iter().map(ToString::to_string).collect();
            let sent = if is_update {
                let name = object["metadata"]["name"].as_str().unwrap_or_default();
                cluster
                    .replace(crd.object("v1", name), &object)
                    .dry_run()
                    .send()
                    .await
            } else {
                cluster.create(crd.objects("v1"), &object).send().await
            };
            let Some(answer) = answered(sent, &ours)? else {
                continue;
            };
            judged += 1;
            refused += u64::from(answer.code >= 300);
            if !is_update && answer.code < 300 {
                stored = Some(answer.body.clone());
            }
            if let Some(difference) = difference(&ours, answer.code, &answer.body) {
                let rules = &definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
                    ["spec"];
                let old = stored.as_ref().filter(|_| is_update);
                differing.push(format!(
                    "seed {seed}: {difference}\n{object}\nold: {old:?}\n{rules}"
                ));
            }
        }
        cluster.uninstall(&crd).await?;
    }
    println!(
        "objects from seed {first}: {judged} judged, {refused} refused, {updated} of them updates"
    );
    assert!(
        differing.is_empty(),
        "{} differ:\n{}",
        differing.len(),
        differing.join("\n")
    );
    assert!(
        refused > 0 && refused < judged,
        "{refused} of {judged} are refused"
    );
    Ok(())
}
