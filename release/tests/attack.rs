//! Releases that are made by chance: what is said of them is put to the rules of the server, by other code than the crate's.
//!
//! `WHEELWRIGHT_RELEASES=1000 cargo test -p wheelwright-release --test attack` tries more.

mod pair;

use pair::{compared, crd};
use serde_json::{Value, json};
use wheelwright_release::{Report, Verdict};
use wheelwright_rules::{Admission, Rules};
use wheelwright_schema::generate::{Generator, random::Random};

/// A spec with something of everything.
fn base() -> Value {
    json!({
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 20},
            "size": {"type": "integer", "minimum": 0, "maximum": 60, "default": 30},
            "dough": {"type": "string", "enum": ["thin", "thick", "sourdough"]},
            "price": {"type": "number"},
            "code": {"type": "string", "pattern": "^[a-z]+-[0-9]+$"},
            "at": {"type": "string", "format": "date"},
            "share": {"x-kubernetes-int-or-string": true},
            "labels": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 9}, "maxProperties": 4},
            "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set", "maxItems": 5},
            "toppings": {
                "type": "array",
                "maxItems": 6,
                "items": {
                    "type": "object",
                    "required": ["name"],
                    "properties": {
                        "name": {"type": "string", "maxLength": 12},
                        "grams": {"type": "integer", "minimum": 1},
                        "extra": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                    },
                },
            },
            "oven": {
                "type": "object",
                "properties": {"heat": {"type": "integer", "nullable": true}, "stone": {"type": "boolean", "default": false}},
            },
        },
    })
}

/// Changes one keyword of one node, sometimes to the worse.
fn mutate(schema: &mut Value, random: &mut Random, depth: usize) {
    let below: Vec<String> = schema["properties"]
        .as_object()
        .map(|all| all.keys().cloned().collect())
        .unwrap_or_default();
    if let Some(name) = random.pick(&below).cloned()
        && random.below(4) != 0
        && depth < 4
    {
        return mutate(&mut schema["properties"][&name], random, depth + 1);
    }
    for inner in ["items", "additionalProperties"] {
        if schema[inner].is_object() && random.one_in(2) {
            return mutate(&mut schema[inner], random, depth + 1);
        }
    }
    let Some(name) = random.pick(&below).cloned() else {
        return scalar(schema, random);
    };
    match random.below(5) {
        0 => drop(
            schema["properties"]
                .as_object_mut()
                .expect("properties")
                .remove(&name),
        ),
        1 => schema["properties"]["fresh"] = json!({"type": "string", "default": "x"}),
        2 => schema["required"] = json!([name]),
        3 => drop(schema.as_object_mut().expect("a schema").remove("required")),
        _ => schema["x-kubernetes-validations"] = json!([{"rule": format!("!has(self.{name})")}]),
    }
}

fn scalar(schema: &mut Value, random: &mut Random) {
    let keywords = schema.as_object_mut().expect("a schema");
    match keywords.get("type").and_then(Value::as_str) {
        Some("string") => match random.below(5) {
            0 => drop(keywords.insert("maxLength".to_owned(), json!(random.below(30)))),
            1 => drop(keywords.insert("enum".to_owned(), json!(["thin", "a", "b"]))),
            2 => drop(keywords.insert("pattern".to_owned(), json!("^[a-z0-9-]*$"))),
            3 => drop(keywords.remove("pattern")),
            _ => drop(keywords.insert("nullable".to_owned(), json!(true))),
        },
        Some("integer" | "number") => match random.below(5) {
            0 => drop(keywords.insert("maximum".to_owned(), json!(random.below(90)))),
            1 => drop(keywords.insert("minimum".to_owned(), json!(random.below(9)))),
            2 => drop(keywords.insert("default".to_owned(), json!(7))),
            3 => drop(keywords.remove("default")),
            _ => drop(keywords.remove("nullable")),
        },
        _ => drop(keywords.insert("nullable".to_owned(), json!(true))),
    }
}

fn taken(crd: &Value, object: &Value) -> Option<Value> {
    let rules = Rules::from_crd(crd).expect("it is a CRD");
    let outcome = rules
        .version("v1")?
        .admit(Admission::create(object.clone()));
    (outcome.refusal.is_none() && outcome.unknown_fields.is_empty()).then_some(outcome.object)?
}

/// What a finding says is so: the old release takes the object, and the new one refuses it, or makes something else of it.
fn hold(old: &Value, new: &Value, report: &Report) {
    for finding in report
        .findings
        .iter()
        .filter(|finding| finding.level == Verdict::NewVersion)
    {
        let witness = finding
            .witness
            .as_ref()
            .unwrap_or_else(|| panic!("{finding} has an object"));
        let is_for_readers = witness
            .steps
            .iter()
            .all(|step| step.new.starts_with("accepted, and clients"));
        let (one, other) = if is_for_readers {
            (new, old)
        } else {
            (old, new)
        };
        let was = taken(one, &witness.object).unwrap_or_else(|| panic!("{finding} is taken"));
        let is_about_updates = witness
            .steps
            .iter()
            .all(|step| step.request.starts_with("update it, with"));
        assert!(
            is_about_updates || taken(other, &witness.object) != Some(was),
            "{finding}\nis the same in both"
        );
    }
}

#[test]
fn what_is_said_of_releases_by_chance_is_so() {
    let count: u64 = std::env::var("WHEELWRIGHT_RELEASES")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(120);
    let (mut compatible, mut breaking) = (0, 0);
    for seed in 0..count {
        let mut random = Random::new(seed);
        let mut spec = base();
        for _ in 0..random.below(2) {
            mutate(&mut spec, &mut random, 0);
        }
        let old = crd(&spec);
        for _ in 0..=random.below(3) {
            mutate(&mut spec, &mut random, 0);
        }
        let new = crd(&spec);
        // By chance some are no CRDs: a default that its own bounds refuse.
        if Rules::from_crd(&old).is_err() || Rules::from_crd(&new).is_err() {
            continue;
        }
        let report = compared(&old, &new);
        hold(&old, &new, &report);
        if report.verdict().is_breaking() {
            breaking += 1;
            continue;
        }
        if report.undecided().next().is_some() {
            continue;
        }
        compatible += 1;
        let mut generator = Generator::new(seed);
        for _ in 0..300 {
            let schema = &old["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
            let mut object = generator.value(schema);
            object["apiVersion"] = json!("example.com/v1");
            object["kind"] = json!("Pizza");
            object["metadata"] = json!({"name": "example"});
            if taken(&old, &object).is_some() {
                assert!(
                    taken(&new, &object).is_some(),
                    "{seed}: {object} is refused, though\n{report}"
                );
            }
        }
    }
    assert!(
        compatible > 10 && breaking > 10,
        "{compatible} are compatible and {breaking} are not"
    );
}
