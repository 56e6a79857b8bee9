//! A schema by itself says of a value what a CRD says of it within an object.

use serde_json::{Value, json};
use wheelwright_rules::{FieldError, FieldPath, Rules, Schema, Segment};

use crate::generate::{Random, fitting, schema, value};
use crate::support::crd;

/// Rules in CEL, and metadata of a resource, among the rest.
fn with_rules(mut of: Value, random: &mut Random) -> Value {
    if of["type"] == "object" && random.one_in(2) {
        let rules = [
            json!({"rule": "has(self.a)"}),
            json!({"rule": "!has(self.a)", "message": "no"}),
            json!({"rule": "has(self.metadata) && has(self.metadata.name)"}),
            json!({"rule": "self == oldSelf"}),
        ];
        of["x-kubernetes-validations"] = json!([random.pick(&rules)]);
        of["x-kubernetes-embedded-resource"] = json!(random.one_in(3));
    }
    if random.one_in(4) {
        of["nullable"] = json!(true);
    }
    of
}

#[test]
fn a_schema_says_what_a_crd_says() {
    let (mut changed, mut refused, mut accepted) = (0, 0, 0);
    for seed in 0..5_000 {
        let mut random = Random::new(seed);
        let spec = schema(&mut random, 4);
        let mut spec = with_rules(spec, &mut random);
        // The server's texts of a member without name are, at the top, those of what it is in.
        if spec.to_string().contains("\"\"") {
            continue;
        }
        if random.one_in(3) {
            spec["default"] = fitting(&mut random, &spec);
        }
        let given = match random.below(4) {
            0 => None,
            1 => Some(value(&mut random, 3)),
            _ => Some(fitting(&mut random, &spec)),
        };
        let around = json!({"type": "object", "properties": {"spec": spec}});
        let rules = Rules::from_stored_crd(&crd(&around))
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let version = rules.version("v1").expect("there is a version");
        let alone = Schema::compile(&spec).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let mut object = json!({});
        if let Some(given) = &given {
            object["spec"] = given.clone();
        }

        let mut by_itself = given.clone();
        let removed = by_itself.as_mut().map(|value| alone.prune(value));
        let within: Vec<String> = version.prune(&mut object);
        let removed = removed.unwrap_or_default().into_iter();
        let removed: Vec<String> = removed.map(|path| below_spec(&path)).collect();
        assert_eq!(removed, within, "seed {seed}: {spec}");
        assert_eq!(
            by_itself.as_ref(),
            object.get("spec"),
            "seed {seed}: {spec}"
        );

        let kinds =
            |errors: &[FieldError]| -> Vec<_> { errors.iter().map(|error| error.kind).collect() };
        if let Some(value) = &by_itself {
            let errors = (alone.validate(value), version.validate(&object));
            assert_eq!(
                kinds(&errors.0),
                kinds(&errors.1),
                "seed {seed}: {value} of {spec}"
            );
        }

        by_itself = alone.default(by_itself);
        version.default(&mut object);
        assert_eq!(
            by_itself.as_ref(),
            object.get("spec"),
            "seed {seed}: {spec}"
        );
        changed += u64::from(by_itself != given);

        let Some(value) = by_itself else { continue };
        let errors = alone.validate(&value);
        let said: Vec<_> = errors
            .iter()
            .map(|error| (error.kind, error.path.segments().to_vec()))
            .collect();
        let within: Vec<_> = version
            .validate(&object)
            .into_iter()
            .map(|error| (error.kind, without_spec(&error.path)))
            .collect();
        assert_eq!(said, within, "seed {seed}: {value} of {spec}");
        if errors.is_empty() {
            accepted += 1;
        } else {
            refused += 1;
        }
    }
    println!("{changed} changed, {refused} refused, {accepted} accepted");
    assert!(changed > 500 && refused > 500 && accepted > 500);
}

/// The path within the object, as pruning names it.
fn below_spec(path: &str) -> String {
    if path.starts_with('[') {
        format!("spec{path}")
    } else {
        format!("spec.{path}")
    }
}

fn without_spec(path: &FieldPath) -> Vec<Segment> {
    match path.segments() {
        [Segment::Field(first), rest @ ..] if first == "spec" => rest.to_vec(),
        all => all.to_vec(),
    }
}

#[test]
fn what_cannot_be_compiled_is_said() {
    let said = |schema: Value| {
        Schema::compile(&schema)
            .map(drop)
            .map_err(|error| error.to_string())
    };
    assert_eq!(said(json!({"type": "string", "pattern": "^a"})), Ok(()));
    let error = said(json!({"type": "string", "pattern": "("})).expect_err("it is no pattern");
    assert!(
        error.starts_with("the pattern \"(\" cannot be compiled: "),
        "{error}"
    );
    assert_eq!(
        said(json!({"type": 1})),
        Err("json: cannot unmarshal number into Go struct field JSONSchemaProps.type of type string".to_owned())
    );
}
