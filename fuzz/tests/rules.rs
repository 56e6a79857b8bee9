//! Rules, as mutated text and by chance: none may panic or run without end, and what is well typed meets no type it cannot
//! take.

use std::time::{Duration, Instant};

use fuzz::rule::{Place as Made, Writer, value};
use fuzz::{Random, fuzz, number};
use serde_json::{Value, json};
use wheelwright_cel::rule::{OldSelf, check_expression, instantiate};
use wheelwright_cel::{
    Activation, Budget, Environment, KubeVersion, Program, Target, cost, estimate,
};
use wheelwright_rules::cel::Place;
use wheelwright_rules::crd;

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "text": {"type": "string"}, "number": {"type": "integer"}, "any": {"x-kubernetes-int-or-string": true},
            "list": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
            "map": {"type": "object", "additionalProperties": {"type": "string"}},
        },
    })
}

/// A rule and what becomes of an object is found in a short time, within the budget; the CRD with it has a verdict.
#[test]
fn rules_as_text() {
    let objects = [
        json!({"text": "10Gi", "number": 3, "any": "a", "list": ["a", "b", "é"], "map": {"a": "x", "b": "yy"}}),
        json!({"text": "a".repeat(3000), "any": 1, "list": (0..300).map(|i| i.to_string()).collect::<Vec<_>>()}),
        json!({"text": null, "list": 1, "map": []}),
    ];
    fuzz("rule", |input| {
        let rule = String::from_utf8_lossy(input);
        let mut schema = schema();
        schema["x-kubernetes-validations"] = json!([
            {"rule": rule, "message": "no"}, {"rule": "false", "messageExpression": rule},
        ]);
        let crd = json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "kites.example.com"},
            "spec": {
                "group": "example.com", "names": {"kind": "Kite", "plural": "kites"}, "scope": "Namespaced",
                "versions": [{
                    "name": "v1", "served": true, "storage": true,
                    "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": schema}}},
                }],
            },
        });
        let report = crd::check(&crd);
        for error in &report.errors {
            assert!(!error.to_string().is_empty());
        }
        let place = Place::of(&schema, false, KubeVersion::NEWEST).expect("a schema");
        for object in &objects {
            let verdict = place.validate("spec", object, Some(&objects[0]));
            assert!(verdict.cost <= cost::OBJECT_LIMIT, "{}", verdict.cost);
        }
    });
}

/// One case of the law: what went wrong, if anything, and whether the rule could be run.
fn broken(
    made: &Made,
    rule: &str,
    objects: [&Value; 2],
    server: KubeVersion,
) -> Result<bool, String> {
    let place = Place::of(&made.schema, false, server).map_err(|error| error.to_string())?;
    let declared = place.declared().ok_or("the schema has no type")?;
    let environment = Environment::new(server);
    let checked = match check_expression(rule, declared, OldSelf::Required, environment) {
        Ok(checked) => checked,
        Err(errors) => {
            let text = errors.to_string();
            // Literals are looked into; `optional.none()` and `[]` decide types that another place decides otherwise.
            let of_literals = [
                "invalid",
                "expected type",
                "no matching overload",
                "unrecognized",
                "error during formatting",
            ];
            return if of_literals.iter().any(|words| text.contains(words)) {
                Ok(false)
            } else {
                Err(text)
            };
        }
    };
    let worst = estimate(&checked, environment, declared);
    if worst.min > worst.max {
        return Err(format!("the estimate is {} to {}", worst.min, worst.max));
    }
    let target = Target {
        environment,
        layout: place.layout(),
        optional_old_self: false,
    };
    let (can_run, program) = (instantiate(&checked), Program::compile(&checked, target));
    let Ok(program) = program else {
        return Ok(false);
    };
    can_run.map_err(|reason| format!("it compiles, and is refused: {reason}"))?;
    let activation = Activation {
        self_value: Some(objects[0]),
        old_self: Some(objects[1]),
    };
    if objects[0].is_null() {
        // Rules do not run on null.
        return Ok(false);
    }
    let start = Instant::now();
    let evaluation = program.evaluate(activation, Budget::PER_CALL);
    if start.elapsed() > Duration::from_secs(20) {
        return Err(format!("it took {:?}", start.elapsed()));
    }
    if let Err(error) = evaluation.result {
        let text = error.to_string();
        let of_types = [
            "no such overload",
            "got '",
            "unsupported type",
            "invalid data",
            "internal error",
        ];
        // Before 1.37 what is chosen or selected of an optional value of an optional value is unwrapped twice.
        if server.minor() < 37 && rule.matches("opt").count() > 1 {
            return Ok(true);
        }
        // A text that is no address is of no type that these take, as a server has it.
        let is_address = rule.contains(".containsIP(") || rule.contains(".containsCIDR(");
        if is_address && text.starts_with("no such overload") {
            return Ok(true);
        }
        // A server's evaluator breaks where `sort` and `distinct` are asked for what is not there, and on keys of bytes.
        let breaks = [
            "*types.Err is not traits.Lister",
            "unhashable",
            "unsupported type of a map key",
        ];
        if of_types.iter().any(|words| text.starts_with(words))
            && !breaks.iter().any(|words| text.contains(words))
        {
            return Err(text);
        }
    }
    Ok(true)
}

/// What the check takes does not fail with an error of types, on any server, whatever function of the documentation it calls.
#[test]
fn what_is_well_typed_has_no_type_errors() {
    let first = number("WHEELWRIGHT_FUZZ_SEED", 20_261_126);
    let cases = number("WHEELWRIGHT_FUZZ_RULES", 3_000);
    println!("seeds from {first}: WHEELWRIGHT_FUZZ_SEED and WHEELWRIGHT_FUZZ_RULES choose others");
    let (mut ran, mut wrong) = (0, Vec::new());
    for seed in first..first + cases {
        let mut random = Random::new(seed);
        let made = Made::of(&mut random, false);
        let server = KubeVersion::all().nth(random.below(7)).unwrap_or_default();
        let mut writer = Writer::new(&made, server.minor(), false);
        let rule = if random.below(3) == 0 {
            writer.any(&mut random)
        } else {
            writer.rule(&mut random)
        };
        let objects = [
            value(&made.schema, &mut random),
            value(&made.schema, &mut random),
        ];
        match broken(&made, &rule, [&objects[0], &objects[1]], server) {
            Ok(yes) => ran += u64::from(yes),
            Err(reason) => wrong.push(format!(
                "seed {seed}, {server}: {rule}\n  {reason}\n  {}",
                objects[0]
            )),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {cases}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
    assert!(ran > cases / 2, "only {ran} of {cases} ran");
}
