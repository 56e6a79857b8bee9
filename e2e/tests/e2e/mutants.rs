//! Generated mutants of the examples' CRDs: a real server's verdict on each is that of our rules, cause by cause.

use e2e::{Cluster, Result, assert_agreed};
use fuzz::{Random, number};
use serde_json::{Map, Value, json};

/// How many mutants a run puts to the server; `WHEELWRIGHT_E2E_MUTANTS` and `WHEELWRIGHT_E2E_SEED` choose others.
const MUTANTS: u64 = 2000;

fn one<'v>(of: &'v [Value], random: &mut Random) -> &'v Value {
    &of[random.below(of.len())]
}

/// Members that a schema, a version or the spec may have, with values good and bad.
fn additions() -> Vec<(&'static str, Vec<Value>)> {
    let numbers = || {
        vec![
            json!(0),
            json!(-1),
            json!(1.5),
            json!(4_294_967_296_u64),
            json!("1"),
        ]
    };
    vec![
        (
            "type",
            vec![
                json!("string"),
                json!("object"),
                json!("array"),
                json!("null"),
                json!("int"),
                json!(["string"]),
            ],
        ),
        (
            "format",
            vec![json!("date-time"), json!("int32"), json!("nonsense")],
        ),
        (
            "default",
            vec![
                json!(null),
                json!(1),
                json!("a"),
                json!({}),
                json!([]),
                json!({"unknown": 1}),
            ],
        ),
        (
            "enum",
            vec![json!(["a"]), json!([1]), json!([]), json!([null])],
        ),
        (
            "pattern",
            vec![json!("^a$"), json!("(?=a)"), json!("["), json!(r"\d+")],
        ),
        ("minimum", numbers()),
        ("maximum", numbers()),
        ("exclusiveMinimum", vec![json!(true), json!(1)]),
        ("minLength", numbers()),
        ("maxItems", numbers()),
        ("multipleOf", numbers()),
        ("nullable", vec![json!(true), json!(false)]),
        ("required", vec![json!(["a"]), json!([]), json!("a")]),
        (
            "properties",
            vec![
                json!({"a": {"type": "string"}}),
                json!({"a": {}}),
                json!({"metadata": {"type": "object"}}),
            ],
        ),
        (
            "additionalProperties",
            vec![
                json!(true),
                json!(false),
                json!({"type": "string"}),
                json!({}),
            ],
        ),
        (
            "items",
            vec![
                json!({"type": "string"}),
                json!({}),
                json!([{"type": "string"}]),
            ],
        ),
        (
            "oneOf",
            vec![
                json!([{"required": ["a"]}]),
                json!([{"type": "object"}]),
                json!([{"properties": {"zz": {}}}]),
            ],
        ),
        (
            "anyOf",
            vec![
                json!([{"type": "integer"}, {"type": "string"}]),
                json!([{"minimum": 1}]),
                json!([]),
            ],
        ),
        (
            "not",
            vec![json!({"required": ["a"]}), json!({"description": "x"})],
        ),
        ("uniqueItems", vec![json!(true), json!(false)]),
        ("$ref", vec![json!("#/definitions/x")]),
        (
            "x-kubernetes-int-or-string",
            vec![json!(true), json!(false)],
        ),
        (
            "x-kubernetes-preserve-unknown-fields",
            vec![json!(true), json!(false)],
        ),
        ("x-kubernetes-embedded-resource", vec![json!(true)]),
        (
            "x-kubernetes-list-type",
            vec![json!("map"), json!("set"), json!("atomic"), json!("list")],
        ),
        (
            "x-kubernetes-list-map-keys",
            vec![json!(["name"]), json!([]), json!(["a", "a"])],
        ),
        (
            "x-kubernetes-map-type",
            vec![json!("atomic"), json!("granular"), json!("set")],
        ),
        ("served", vec![json!(false), json!("yes")]),
        ("storage", vec![json!(false), json!(true)]),
        ("deprecated", vec![json!(true)]),
        (
            "deprecationWarning",
            vec![json!("old"), json!(""), json!("a\nb")],
        ),
        (
            "name",
            vec![
                json!("v1"),
                json!("V1"),
                json!("1"),
                json!("v1beta1"),
                json!(""),
            ],
        ),
        (
            "subresources",
            vec![
                json!({"status": {}}),
                json!({"scale": {"specReplicasPath": ".spec.a", "statusReplicasPath": ".spec.b"}}),
            ],
        ),
        (
            "additionalPrinterColumns",
            vec![
                json!([{"name": "A", "type": "int", "jsonPath": "a"}]),
                json!([{"name": "A", "type": "string", "jsonPath": ".a"}]),
            ],
        ),
        (
            "selectableFields",
            vec![
                json!([{"jsonPath": ".spec.a"}]),
                json!([{"jsonPath": ".metadata.name"}]),
            ],
        ),
        (
            "group",
            vec![json!("example.com"), json!("a"), json!("x.k8s.io")],
        ),
        ("scope", vec![json!("Cluster"), json!("World")]),
        ("shortNames", vec![json!(["a"]), json!(["A"])]),
        (
            "conversion",
            vec![json!({"strategy": "None"}), json!({"strategy": "Webhook"})],
        ),
    ]
}

/// Every object and array below the value.
fn places<'v>(value: &'v mut Value, wanted: usize, seen: &mut usize) -> Option<&'v mut Value> {
    if !matches!(value, Value::Object(_) | Value::Array(_)) {
        return None;
    }
    if *seen == wanted {
        return Some(value);
    }
    *seen += 1;
    match value {
        Value::Object(members) => members
            .values_mut()
            .find_map(|member| places(member, wanted, seen)),
        Value::Array(items) => items.iter_mut().find_map(|item| places(item, wanted, seen)),
        _ => None,
    }
}

fn count(value: &Value) -> usize {
    match value {
        Value::Object(members) => 1 + members.values().map(count).sum::<usize>(),
        Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        _ => 0,
    }
}

/// One or two changes somewhere in the spec.
fn mutate(crd: &mut Value, random: &mut Random, additions: &[(&'static str, Vec<Value>)]) {
    for _ in 0..=random.below(2) {
        let spec = &mut crd["spec"];
        let wanted = random.below(count(spec));
        let Some(place) = places(spec, wanted, &mut 0) else {
            continue;
        };
        match place {
            Value::Array(items) if !items.is_empty() => {
                let at = random.below(items.len());
                if random.below(2) == 0 {
                    items.remove(at);
                } else {
                    items.push(items[at].clone());
                }
            }
            Value::Object(members) => change(members, random, additions),
            _ => {}
        }
    }
}

fn change(
    members: &mut Map<String, Value>,
    random: &mut Random,
    additions: &[(&'static str, Vec<Value>)],
) {
    let keys: Vec<String> = members.keys().cloned().collect();
    if !keys.is_empty() && random.below(4) == 0 {
        members.remove(&keys[random.below(keys.len())]);
    } else {
        let (key, values) = &additions[random.below(additions.len())];
        members.insert((*key).to_owned(), one(values, random).clone());
    }
}

/// The CRDs with one member or item of the spec less.
fn smaller(crd: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    for place in 0..count(&crd["spec"]) {
        for index in 0.. {
            let mut less = crd.clone();
            let removed = match places(&mut less["spec"], place, &mut 0) {
                Some(Value::Object(members)) => {
                    let key = members.keys().nth(index).cloned();
                    key.map(|key| members.remove(&key)).is_some()
                }
                Some(Value::Array(items)) if index < items.len() => {
                    items.remove(index);
                    true
                }
                _ => false,
            };
            if !removed {
                break;
            }
            all.push(less);
        }
    }
    all
}

/// The smallest CRD found on which the verdicts differ, with at most 300 requests.
async fn shrink(cluster: &Cluster, crd: Value, difference: String) -> Result<(Value, String)> {
    let (mut smallest, mut requests) = ((crd, difference), 0);
    'smaller: loop {
        for candidate in smaller(&smallest.0) {
            requests += 1;
            if requests > 300 {
                return Ok(smallest);
            }
            if let Some((_, Some(difference))) = cluster.compare(&candidate).await? {
                smallest = (candidate, difference);
                continue 'smaller;
            }
        }
        return Ok(smallest);
    }
}

#[tokio::test]
async fn the_server_agrees_on_mutants() -> Result {
    let cluster = Cluster::shared().await?;
    let bases: Vec<Value> = [
        pizza::Pizzas::manifest(),
        cnat::Ats::manifest(),
        build_script::api::Widgets::manifest(),
        nightly_job::loose::LooseNightlyJobs::manifest(),
        cron_tab::extend::subresources::CronTabs::manifest(),
        cron_tab::versions::webhook::CronTabs::manifest(),
    ]
    .iter()
    .map(|manifest| manifest.json().unwrap_or_else(|report| panic!("{report}")))
    .collect();
    let additions = additions();
    let first = number("WHEELWRIGHT_E2E_SEED", 0);
    let (mut refused, mut differing) = (0_u64, Vec::new());
    for seed in first..first + number("WHEELWRIGHT_E2E_MUTANTS", MUTANTS) {
        let mut random = Random::new(seed);
        let mut crd = one(&bases, &mut random).clone();
        mutate(&mut crd, &mut random, &additions);
        let Some((accepted, difference)) = cluster.compare(&crd).await? else {
            continue;
        };
        refused += u64::from(!accepted);
        if let Some(difference) = difference {
            // One is enough to be looked at closely.
            let (crd, difference) = if differing.is_empty() {
                shrink(&cluster, crd, difference).await?
            } else {
                (crd, difference)
            };
            differing.push(format!("seed {seed}: {difference}\n{crd}"));
        }
    }
    println!("mutants from seed {first}: {refused} refused");
    assert_agreed(&differing);
    Ok(())
}
