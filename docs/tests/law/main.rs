//! What a server admits as it stands is valid in the JSON Schema of its version, for schemas and objects by chance; and what the
//! schema can say, it says. `SEED` and `COUNT` try others.

mod intact;
mod schemas;

use std::env;

use jsonschema::Validator;
use serde_json::{Value, json};
use wheelwright_docs::Documents;
use wheelwright_rules::{Admission, Rules};
use wheelwright_schema::generate::{Generator, random::Random};

use intact::{is_intact, is_untyped, is_wrong, schema_of, variants, without_rules};

fn number(name: &str, otherwise: u64) -> u64 {
    let given = env::var(name).ok();
    given.map_or(otherwise, |text| text.parse().expect("a number"))
}

fn validator(crd: &Value) -> (Validator, Value) {
    let documents = Documents::of(crd).expect("a server takes it");
    let schema = documents.json_schema("v1").expect("it has the version");
    assert!(jsonschema::draft7::meta::is_valid(&schema), "{schema:#}");
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema);
    (validator.expect("a schema"), schema)
}

#[test]
fn what_is_admitted_as_it_stands_is_valid() {
    let (first, count) = (number("SEED", 1), number("COUNT", 600));
    let (mut crds, mut intact, mut wrong, mut found) = (0, 0, 0, 0);
    for seed in first..first + count {
        let crd = schemas::crd(&mut Random::new(seed));
        if Documents::of(&crd).is_err() {
            continue;
        }
        crds += 1;
        let (validator, schema) = validator(&crd);
        let rules = Rules::from_crd(&without_rules(&crd)).expect("a server takes it");
        let version = rules.version("v1").expect("it has the version");
        let own = schema_of(&crd, "v1");
        for more in 0..8 {
            let mut generator = Generator::new(seed * 100 + more).size(2);
            for object in variants(&own, &rules, "v1", &mut generator) {
                let outcome = version.admit(Admission::create(object.clone()));
                let is_valid = validator.is_valid(&object);
                if is_intact(&object, &outcome) && !is_untyped(&own, &object) {
                    intact += 1;
                    assert!(
                        is_valid,
                        "SEED={seed}: {object}\nis admitted by {own:#}\nand not by {schema:#}:\n{:?}",
                        validator
                            .iter_errors(&object)
                            .map(|error| error.to_string())
                            .collect::<Vec<_>>()
                    );
                } else if is_wrong(&outcome) {
                    wrong += 1;
                    found += usize::from(!is_valid);
                }
            }
        }
    }
    println!("{crds} CRDs, {intact} objects intact, {found} of {wrong} others found");
    if count >= 600 {
        assert!(crds > 300 && intact > 2000, "{crds} CRDs, {intact} objects");
        // The rest are in words; see the head of the crate.
        assert!(found * 10 > wrong * 8, "{found} of {wrong}");
    }
}

/// Each line is a schema of `spec`, a value of it, and whether both take the value as it stands.
#[test]
fn says_what_a_server_says() {
    let alone = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let set = json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "default": "x"}}});
    let cases = [
        (alone.clone(), json!({}), true),
        (alone.clone(), json!({"a": "b"}), true),
        // Pruned.
        (alone.clone(), json!({"b": 1}), false),
        (alone.clone(), json!({"a": 1}), false),
        // A server drops it: nothing is said by it.
        (alone, json!({"a": null}), false),
        (
            json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}),
            json!({"b": 1}),
            true,
        ),
        // Of a list that keeps everything, the items do so, too.
        (
            json!({"type": "array", "x-kubernetes-preserve-unknown-fields": true, "items": {"type": "object"}}),
            json!([{"b": 1}]),
            true,
        ),
        (
            json!({"type": "array", "items": {"type": "object"}}),
            json!([{"b": 1}]),
            false,
        ),
        // A default is set before anything is asked for.
        (set.clone(), json!({}), true),
        (
            json!({"type": "object", "minProperties": 1, "properties": {"a": {"type": "string", "default": "x"}}}),
            json!({}),
            true,
        ),
        (
            json!({
                "type": "object", "properties": {"a": {"type": "string", "default": "x"}, "b": {"type": "string"}},
                "not": {"properties": {"a": {"enum": ["y"]}}},
            }),
            json!({}),
            true,
        ),
        (
            json!({
                "type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
                "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
            }),
            json!({"a": "", "b": ""}),
            false,
        ),
        (
            json!({"type": "string", "nullable": true, "not": {"enum": ["x"]}}),
            Value::Null,
            true,
        ),
        (
            json!({"type": "integer", "minimum": 1, "exclusiveMinimum": true}),
            json!(1),
            false,
        ),
        (
            json!({"x-kubernetes-int-or-string": true}),
            json!("50%"),
            true,
        ),
        (
            json!({"x-kubernetes-int-or-string": true}),
            json!(0.5),
            false,
        ),
        // Go's `\s` has five characters, and `.` is anything but the end of a line.
        (
            json!({"type": "string", "pattern": "^\\S$"}),
            json!("\u{2028}"),
            true,
        ),
        (
            json!({"type": "string", "pattern": "^.$"}),
            json!("\r"),
            true,
        ),
        (
            json!({"type": "string", "pattern": "(?i)^abc$"}),
            json!("ABC"),
            true,
        ),
        (
            json!({"type": "string", "pattern": "(?i)^abc$"}),
            json!("ABD"),
            false,
        ),
        (
            json!({"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}}),
            json!(["a", "a"]),
            false,
        ),
        (
            json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}),
            json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"nam": "a"}}),
            false,
        ),
        (
            json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}),
            json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {}}),
            true,
        ),
        // Of a null within a combinator a server looks at no combinator again.
        (
            json!({
                "type": "object", "properties": {"a": {"type": "string", "nullable": true}},
                "allOf": [{"properties": {"a": {"not": {"maxLength": 1}}}}],
            }),
            json!({"a": null}),
            true,
        ),
        // Numbers that are written differently are two items.
        (
            json!({"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "number"}}),
            json!([1, 1.0]),
            true,
        ),
        // Engines differ over fractions of fractions, and servers compare as floats beyond 2^53.
        (
            json!({"type": "number", "multipleOf": 0.1}),
            json!(0.5),
            true,
        ),
        (
            json!({"type": "integer", "minimum": 9_007_199_254_740_993_i64}),
            json!(9_007_199_254_740_992_i64),
            true,
        ),
    ];
    for (spec, value, is_valid) in cases {
        let crd = schemas::of(
            &json!({"type": "object", "properties": {"spec": spec}}),
            true,
        );
        let (validator, schema) = validator(&crd);
        let object = json!({
            "apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "a"}, "spec": value,
        });
        assert_eq!(
            validator.is_valid(&object),
            is_valid,
            "{object}\n{schema:#}"
        );
        assert!(
            !schema.to_string().contains(r#""multipleOf":0.1"#),
            "{schema:#}"
        );
        let rules = Rules::from_crd(&crd).expect("a server takes it");
        let version = rules.version("v1").expect("it has the version");
        let outcome = version.admit(Admission::create(object.clone()));
        assert_eq!(is_intact(&object, &outcome), is_valid, "{object}");
    }
}

#[test]
fn knows_what_objects_are_called() {
    let crd = |is_namespaced| schemas::of(&json!({"type": "object"}), is_namespaced);
    let object =
        |meta: Value| json!({"apiVersion": "example.com/v1", "kind": "Thing", "metadata": meta});
    let (in_namespaces, _) = validator(&crd(true));
    let (alone, _) = validator(&crd(false));
    for (meta, is_valid) in [
        (json!({"name": "a"}), true),
        (json!({"generateName": "a-"}), true),
        (json!({}), false),
        (json!({"name": "A"}), false),
        (json!({"name": "a", "creationTimestamp": null}), true),
        (json!({"name": "a", "label": {}}), false),
        (json!({"name": "a", "labels": {"a": 1}}), false),
        (json!({"name": "a", "labels": {"a": "b c"}}), false),
    ] {
        assert_eq!(
            in_namespaces.is_valid(&object(meta.clone())),
            is_valid,
            "{meta}"
        );
        assert_eq!(alone.is_valid(&object(meta.clone())), is_valid, "{meta}");
    }
    let meta = json!({"name": "a", "namespace": "b"});
    assert!(in_namespaces.is_valid(&object(meta.clone())));
    assert!(!alone.is_valid(&object(meta)));
    let mut other = object(json!({"name": "a"}));
    other["kind"] = "Things".into();
    assert!(!in_namespaces.is_valid(&other));
}
