//! Generated rules in CEL on generated schemas, and generated objects: a real server's verdict on each is that of our rules,
//! cause by cause.

use e2e::{Cluster, Crd, Ours, Result, Verdict, assert_agreed};
use fuzz::rule::{Place, Writer, value};
use fuzz::{Random, number};
use serde_json::{Value, json};
use wheelwright_rules::{Admission, Rules, crd};

/// How many CRDs a run puts to the server, each with rules, and how many it installs to put objects to them.
/// `WHEELWRIGHT_E2E_VALIDATIONS`, `WHEELWRIGHT_E2E_VALIDATED` and `WHEELWRIGHT_E2E_SEED` choose others.
const CRDS: u64 = 250;
const INSTALLED: u64 = 12;
const RULES: usize = 8;
const OBJECTS: usize = 10;

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
        let Some((accepted, difference)) = cluster.compare(&crd).await? else {
            continue;
        };
        refused += u64::from(!accepted);
        if let Some(difference) = difference {
            differing.push(format!("seed {seed}: {difference}\n{crd}"));
        }
    }
    println!("rules from seed {first}: {refused} CRDs refused");
    assert_agreed(&differing);
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
        let has_rules = has_rules.is_some_and(|rules| rules != &json!([]));
        // A server that compares such a quantity writes out its digits, and does not come back.
        let is_endless = crd.to_string().contains("1e999999999");
        if has_rules && !is_endless && crd::check(&crd).is_accepted() {
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
            let ours = Ours {
                accepted: outcome.refusal.is_none(),
                errors: outcome.errors(),
            };
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
            let Some(answer) = ours.answered(sent)? else {
                continue;
            };
            judged += 1;
            refused += u64::from(answer.code >= 300);
            if !is_update && answer.code < 300 {
                stored = Some(answer.body.clone());
            }
            let rules = &definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
                ["spec"];
            let verdict = Verdict::of(&answer)
                .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{object}\n{rules}"));
            if let Some(difference) = ours.difference(&verdict) {
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
    assert_agreed(&differing);
    assert!(
        refused > 0 && refused < judged,
        "{refused} of {judged} are refused"
    );
    Ok(())
}
