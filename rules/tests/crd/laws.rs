//! Laws that hold for any CRD, over small changes of those that a real server has judged.

use serde_json::{Value, json};
use wheelwright_rules::crd;

use crate::lines;

/// A small deterministic generator (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit.max(1) as u64).unwrap_or_default()
    }
}

fn some_crds() -> Vec<Value> {
    let cases = [
        include_str!("create.jsonl"),
        include_str!("update.jsonl"),
        include_str!("tolerated.jsonl"),
    ];
    let cases = cases.into_iter().flat_map(str::lines).map(|line| {
        let mut case: Value = serde_json::from_str(line).expect("a case is JSON");
        ["crd", "new"]
            .into_iter()
            .map(|key| case[key].take())
            .find(|crd| !crd.is_null())
            .expect("a CRD")
    });
    cases.collect()
}

/// Puts a value from somewhere in `donors` somewhere into `value`.
fn change(value: &mut Value, donors: &[Value], random: &mut Random) {
    let donor = &donors[random.below(donors.len())];
    let donor = donor
        .pointer(&place(donor, random))
        .cloned()
        .expect("the place exists");
    let place = place(value, random);
    *value.pointer_mut(&place).expect("the place exists") = donor;
}

/// A place somewhere in a value, as a JSON pointer.
fn place(value: &Value, random: &mut Random) -> String {
    let mut pointer = String::new();
    let mut value = value;
    while random.below(7) > 0 {
        let (step, child) = match value {
            Value::Object(members) if !members.is_empty() => {
                let (key, child) = members
                    .iter()
                    .nth(random.below(members.len()))
                    .expect("there are so many");
                (key.replace('~', "~0").replace('/', "~1"), child)
            }
            Value::Array(items) if !items.is_empty() => {
                let position = random.below(items.len());
                (position.to_string(), &items[position])
            }
            _ => break,
        };
        pointer.extend(["/", &step]);
        value = child;
    }
    pointer
}

fn changed_crds(seed: u64, count: usize) -> impl Iterator<Item = Value> {
    let crds = some_crds();
    let mut random = Random(seed);
    (0..count).map(move |_| {
        let mut crd = crds[random.below(crds.len())].clone();
        for _ in 0..=random.below(3) {
            change(&mut crd, &crds, &mut random);
        }
        crd
    })
}

#[test]
fn whatever_is_accepted_may_be_written_again() {
    const SEED: u64 = 36;
    for crd in changed_crds(SEED, 4000) {
        let report = crd::check(&crd);
        let again = crd::check_update(&crd, &crd);
        // An update asks for less, except that a generated name is not generated again, and of a version that is none. And
        // only a new CRD loses its managers of fields unseen.
        let metadata = &crd["metadata"];
        let may_be_an_update = metadata["name"].is_string()
            && metadata["managedFields"].is_null()
            && !matches!(metadata["resourceVersion"].as_str(), Some("0" | "00"));
        if report.is_accepted() && may_be_an_update {
            assert!(
                again.is_accepted(),
                "seed {SEED}: {crd}\n{:?}",
                lines(&again)
            );
        }
        assert_eq!(
            report.unreadable.is_some(),
            again.unreadable.is_some(),
            "seed {SEED}: {crd}"
        );
    }
}

#[test]
fn what_the_server_drops_does_not_matter() {
    const SEED: u64 = 37;
    for crd in changed_crds(SEED, 4000) {
        let report = crd::check(&crd);
        let mut more = crd.clone();
        for place in [
            "",
            "/spec",
            "/spec/names",
            "/spec/versions/0",
            "/spec/versions/0/schema",
        ] {
            if let Some(Value::Object(members)) = more.pointer_mut(place) {
                members.insert("unknownToTheServer".to_owned(), json!({"a": [1]}));
            }
        }
        let more = crd::check(&more);
        assert_eq!(lines(&report), lines(&more), "seed {SEED}: {crd}");
        assert_eq!(
            report.is_accepted(),
            more.is_accepted(),
            "seed {SEED}: {crd}"
        );
    }
}

#[test]
fn errors_name_themselves_once_and_alike_every_time() {
    const SEED: u64 = 38;
    for crd in changed_crds(SEED, 2000) {
        let report = crd::check(&crd);
        let mut lines = lines(&report);
        assert_eq!(report, crd::check(&crd), "seed {SEED}: {crd}");
        let count = lines.len();
        lines.dedup();
        assert_eq!(lines.len(), count, "seed {SEED}: {crd}");
    }
}

#[test]
fn hostile_crds_are_answered_in_no_time() {
    let schema =
        |spec: Value| crate::with_schema(&json!({"type": "object", "properties": {"spec": spec}}));
    let start = std::time::Instant::now();
    let keys: Vec<String> = (0..20_000).map(|key| format!("k{key}")).collect();
    let versions: Vec<Value> = (0..10_000)
        .map(|_| json!({"name": "v1", "storage": true}))
        .collect();
    let deep = (0..100).fold(
        json!({"type": "string"}),
        |inner, _| json!({"not": inner, "anyOf": [{}, {}]}),
    );
    let fields: serde_json::Map<String, Value> = keys
        .iter()
        .map(|key| (key.clone(), json!({"type": "string", "default": "x"})))
        .collect();
    let embedded = json!({
        "type": "object",
        "x-kubernetes-embedded-resource": true,
        "properties": {"metadata": {"type": "object", "properties": {"labels": {"type": "object", "properties": fields}}}},
    });
    for spec in [
        json!({"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys, "items": {"type": "object", "properties": {"a": {"type": "string"}}}}),
        json!({"type": "string", "anyOf": vec![json!({"pattern": "(a*)*"}); 5000]}),
        json!({"type": "string", "pattern": "(".repeat(100_000)}),
        json!({"type": "string", "pattern": "((a{1,100}){1,10}){1,1}", "default": "a".repeat(10_000)}),
        embedded,
        deep,
    ] {
        let _ = crd::check(&schema(spec));
    }
    let mut many = schema(json!({"type": "string"}));
    many["spec"]["versions"] = versions.into();
    let report = crd::check(&many);
    assert!(!report.is_accepted());
    let _ = crd::check_update(&many, &many);
    let seconds = start.elapsed().as_secs();
    assert!(seconds < 60, "{seconds} s");
}
