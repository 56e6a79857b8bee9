//! `wheelwright cel`, run as a program.

mod command;

use command::{Folder, run};
use serde_json::{Value, json};

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: pizzas.example.com}
spec:
  group: example.com
  names: {kind: Pizza, plural: pizzas}
  scope: Namespaced
  versions:
  - name: v1alpha1
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {old: {type: string}}}}}}
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              minReplicas: {type: integer, default: 1}
              maxReplicas: {type: integer}
              names: {type: array, items: {type: string}}
              any: {x-kubernetes-preserve-unknown-fields: true}
              labels: {type: object, maxProperties: 3, additionalProperties: {type: string, maxLength: 5}}
              toppings:
                type: array
                maxItems: 10
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties: {name: {type: string, maxLength: 20}, size: {type: integer}}
";

fn pizza(spec: &str) -> String {
    format!("{{apiVersion: example.com/v1, kind: Pizza, metadata: {{name: p}}, spec: {spec}}}")
}

/// Runs in a folder with the CRD and these files.
fn cel(files: &[(&str, &str)], arguments: &[&str]) -> (i32, String, String) {
    let folder = Folder::new(&[&[("crd.yaml", CRD)], files].concat());
    run(&folder, &[&["cel"], arguments].concat(), "")
}

/// As it is asked of a place in the CRD.
fn at(
    path: &str,
    expression: &str,
    files: &[(&str, &str)],
    more: &[&str],
) -> (i32, String, String) {
    let place = [expression, "--crd", "crd.yaml", "--path", path];
    cel(files, &[&place, more].concat())
}

/// The answers of a real server of 1.36.
#[test]
fn types_costs_and_values_are_the_servers() {
    for (schema, expression, value, ty, cost, result, runtime) in [
        (
            json!({"type": "string"}),
            "''.endsWith(self)",
            json!("TCP"),
            "bool",
            314_574_u64,
            json!(false),
            1,
        ),
        (
            json!({"items": {"type": "string"}, "type": "array"}),
            "format.qualifiedName().validate('').hasValue()",
            json!(["B", "-a"]),
            "bool",
            2,
            json!(true),
            17,
        ),
        (
            json!({"maxLength": 64, "type": "string"}),
            "[self, self].isSorted()",
            json!("25"),
            "bool",
            3_689_348_814_741_910_542,
            json!(true),
            12,
        ),
        (
            json!({
                "type": "array", "maxItems": 10,
                "items": {
                    "type": "object", "required": ["k"],
                    "properties": {"k": {"maxLength": 8, "type": "string"}, "v": {"type": "integer"}},
                },
            }),
            "format.labelValue().validate('2024-01-02T03:04:05Z').orValue([]).size() == 0",
            json!([{"k": "2024-05-06T07:08:09Z", "v": -2}, {"v": 9_223_372_036_854_775_807_i64}]),
            "bool",
            78,
            json!(false),
            33,
        ),
    ] {
        let files = [
            ("schema.json", schema.to_string()),
            ("self.json", value.to_string()),
        ];
        let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
        let (_, out, _) = cel(
            &files,
            &[
                expression,
                "--kube",
                "1.36",
                "--schema",
                "schema.json",
                "--self",
                "self.json",
                "-o",
                "json",
            ],
        );
        let answer: Value = serde_json::from_str(&out).expect("it is JSON");
        assert_eq!(answer["type"], ty, "{expression}");
        assert_eq!(answer["cost"]["estimate"], cost, "{expression}");
        // What costs too much is refused, and not run.
        if cost > 10_000_000 {
            assert_eq!(answer["accepted"], false, "{expression}");
            continue;
        }
        assert_eq!(
            answer["values"][0]["result"]["value"], result,
            "{expression}"
        );
        assert_eq!(answer["values"][0]["cost"], runtime, "{expression}");
    }
}

/// Positions of a real server.
#[test]
fn an_error_is_pointed_at() {
    let (code, out, _) = cel(&[], &["timestamp('1.2.3.4')"]);
    assert_eq!(code, 1);
    assert_eq!(
        out,
        "error: invalid timestamp argument\n --> <expression>:1:11\n  |\n1 | timestamp('1.2.3.4')\n  |           ^\n  = a \
         timestamp is written like '2024-01-02T03:04:05Z'\n"
    );
    let (_, out, _) = cel(&[], &["-2.25 == {'k': 9223372036854775807}"]);
    assert!(out.contains("--> <expression>:1:7\n"), "{out}");

    let (code, out, _) = at(".spec", "self.minReplica <= 1 && self.x", &[], &[]);
    assert_eq!(code, 1);
    assert!(
        out.contains("undefined field 'minReplica'\n --> <expression>:1:5\n"),
        "{out}"
    );
    assert!(out.contains("  = did you mean `minReplicas`?\n"), "{out}");
    assert!(
        out.contains("undefined field 'x'\n --> <expression>:1:29\n"),
        "{out}"
    );
}

#[test]
fn the_cost_counts_every_value_at_the_place() {
    let (code, out, _) = at(".spec.toppings[*]", "self.size > 1", &[], &[]);
    assert_eq!(code, 0);
    // `self`, `.size` and `>`, for each of ten.
    assert_eq!(
        out,
        "type:  bool\ncost:  at most 30 of 10000000, 3 for each of 10 values, as the bounds around it allow\n"
    );
    let (code, out, _) = at(".spec.names[*]", "self.contains('a')", &[], &[]);
    assert_eq!(code, 1);
    assert!(
        out.contains("error: estimated rule cost exceeds budget"),
        "{out}"
    );
    assert!(out.contains("give `spec.names` maxItems: "), "{out}");
}

#[test]
fn a_value_is_shown_as_a_server_does() {
    // The default of `minReplicas` is 1.
    let value = [("spec.yaml", "{maxReplicas: 0, unknown: 1}")];
    let (code, out, _) = at(
        ".spec",
        "self.minReplicas <= self.maxReplicas",
        &value,
        &["--self", "spec.yaml"],
    );
    assert_eq!(code, 0);
    assert!(out.ends_with("\nvalue: false (cost 5)\n"), "{out}");

    let value = [("spec.yaml", "{maxReplicas: many}")];
    let (code, out, _) = at(
        ".spec",
        "self.maxReplicas",
        &value,
        &["--self", "spec.yaml"],
    );
    assert_eq!(code, 1);
    assert!(
        out.contains("spec.maxReplicas: Invalid value: \"string\": spec.maxReplicas in body must be of type integer"),
        "{out}"
    );
}

#[test]
fn of_an_object_every_value_at_the_place_is_tried() {
    let new = pizza("{toppings: [{name: ham, size: 3}, {name: olives}], labels: {a: x, b: z}}");
    let old = pizza("{toppings: [{name: olives, size: 1}, {name: ham, size: 2}]}");
    let files = [("new.yaml", new.as_str()), ("old.yaml", old.as_str())];
    let (code, out, _) = at(
        ".spec.toppings[*]",
        "self.size",
        &files,
        &["--self", "new.yaml"],
    );
    assert_eq!(code, 1);
    assert!(
        out.contains("\nspec.toppings[0]: 3 (cost 2)\nspec.toppings[1]: none (cost "),
        "{out}"
    );
    assert!(
        out.contains("error: no such key: size\n --> <expression>:1:1\n"),
        "{out}"
    );

    // Items are told apart by their keys, wherever they stand.
    let both = ["--self", "new.yaml", "--old", "old.yaml"];
    let (_, out, _) = at(".spec.toppings[*]", "oldSelf.size", &files, &both);
    assert!(
        out.contains("\nspec.toppings[0]: 2 (cost 2)\nspec.toppings[1]: 1 (cost 2)\n"),
        "{out}"
    );
    let (code, out, _) = at(".spec.toppings[*]", "oldSelf.size", &files, &both[..2]);
    assert_eq!(code, 0);
    assert!(
        out.contains("\nspec.toppings[0]: not evaluated, for there is no old value"),
        "{out}"
    );
    let optional = ["--self", "new.yaml", "--optional-old-self"];
    let (_, out, _) = at(".spec.toppings[*]", "oldSelf.hasValue()", &files, &optional);
    assert!(out.contains("\nspec.toppings[0]: false (cost "), "{out}");

    let (_, out, _) = at(
        ".spec.labels.*",
        "self + '!'",
        &files,
        &["--self", "new.yaml"],
    );
    assert!(out.contains("\nspec.labels[a]: \"x!\" (cost "), "{out}");
    let (code, out, _) = at(".spec.names", "self", &files, &["--self", "new.yaml"]);
    assert_eq!(code, 0);
    assert!(
        out.ends_with("value: none, the object has nothing at the place\n"),
        "{out}"
    );
}

#[test]
fn the_version_is_that_of_the_object() {
    let old = "{apiVersion: example.com/v1alpha1, kind: Pizza, spec: {old: x}}";
    let files = [("pizza.yaml", old)];
    let (code, out, err) = at(".spec", "self.old", &files, &["--self", "pizza.yaml"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.ends_with("\nspec: \"x\" (cost 2)\n"), "{out}");
    let (code, _, err) = at(
        ".spec",
        "self.old",
        &files,
        &["--self", "pizza.yaml", "--version", "v1"],
    );
    assert_eq!(code, 2);
    assert!(
        err.contains("is of version v1alpha1, not of --version v1"),
        "{err}"
    );
}

#[test]
fn old_values_need_items_that_can_be_told_apart() {
    let (code, out, _) = at(".spec.names[*]", "self == oldSelf", &[], &[]);
    assert_eq!(code, 1);
    assert!(
        out.contains("oldSelf cannot be used on the uncorrelatable portion of the schema within .spec.names\n"),
        "{out}"
    );
}

#[test]
fn without_a_schema_expressions_are_tried_on_what_is_given() {
    let (code, out, _) = cel(&[], &["'a.b'.split('.').map(x, x + '!')"]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("type:  list(string)\ncost:  at most "),
        "{out}"
    );
    assert!(out.contains("\nvalue: [\"a!\", \"b!\"] (cost "), "{out}");

    let (code, out, _) = cel(&[], &["self.a > 1"]);
    assert_eq!(code, 1);
    assert!(out.contains("undeclared reference to 'self'"), "{out}");
    assert!(
        out.contains("`--crd FILE --path .spec` or `--schema FILE`"),
        "{out}"
    );

    let (code, out, _) = cel(
        &[("self.yaml", "a: 3")],
        &["self.a > 1", "--self", "self.yaml"],
    );
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "type:  bool\ncost:  not known, because `self` has no schema\nvalue: true (cost 3)\n"
    );
}

#[test]
fn values_are_written_as_an_expression_writes_them() {
    for (expression, literal) in [
        ("duration('90s')", "duration(\"1m30s\")"),
        (
            "timestamp('2024-01-01T00:00:00Z')",
            "timestamp(\"2024-01-01T00:00:00Z\")",
        ),
        ("1u", "1u"),
        ("2.0", "2.0"),
        ("-1.5e300", "-1.5e+300"),
        ("b'a\\x00'", "b\"\\x61\\x00\""),
        ("{'a': [1, 2]}", "{\"a\": [1, 2]}"),
        ("optional.of('x')", "optional.of(\"x\")"),
        ("optional.none()", "optional.none()"),
        ("ip('10.0.0.1')", "ip(\"10.0.0.1\")"),
        ("type(1)", "int"),
        ("google.protobuf.Int32Value{value: 1}", "1"),
        ("google.protobuf.Empty{}", "google.protobuf.Empty{}"),
        ("'\"'", "\"\\\"\""),
        ("-1", "-1"),
    ] {
        let (_, out, _) = cel(&[], &[expression]);
        assert!(
            out.contains(&format!("\nvalue: {literal} (cost ")),
            "{expression}: {out}"
        );
    }
}

#[test]
fn the_server_is_that_of_the_version() {
    let expression = "isSemver('1.2.3')";
    assert_eq!(cel(&[], &[expression, "--kube", "1.34"]).0, 0);
    let (code, out, _) = cel(&[], &[expression, "--kube", "1.33"]);
    assert_eq!(code, 1);
    assert!(out.contains("undeclared reference to 'isSemver'"), "{out}");
}

#[test]
fn standard_input_is_any_of_the_files() {
    let folder = Folder::new(&[]);
    let (code, out, _) = run(&folder, &["cel", "-"], "1 +\n 2\n");
    assert_eq!((code, out.contains("\nvalue: 3 ")), (0, true), "{out}");
    let (_, out, _) = run(&folder, &["cel", "self.a", "--self", "-"], "{a: 7}");
    assert!(out.contains("\nvalue: 7 "), "{out}");
    let (code, _, err) = run(&folder, &["cel", "-", "--self", "-"], "1");
    assert_eq!(code, 2);
    assert!(err.contains("write `-` once"), "{err}");
}

#[test]
fn what_cannot_be_asked_is_trouble() {
    for (path, says) in [
        (
            ".spec.toping",
            "`.spec` has no field `toping`: did you mean `toppings`?",
        ),
        (
            ".spec.toppings.name",
            "write `.spec.toppings[*]` for what is in it",
        ),
        (".spec.toppings[0]", "write `[*]` instead of `[0]`"),
        (".spec[*]", "`.spec` is neither a list nor a map"),
        (".spec.any", "expressions see nothing of `.spec.any`"),
    ] {
        let (code, _, err) = at(path, "true", &[], &[]);
        assert_eq!(code, 2, "{path}");
        assert!(err.contains(says), "{err}");
    }
    let (code, _, err) = at(".", "true", &[], &["--version", "v2"]);
    assert_eq!(code, 2);
    assert!(err.contains("the CRD has no version `v2`"), "{err}");
    let two = [("two.yaml", "a: 1\n---\nb: 2\n"), ("no.yaml", "type: [x]")];
    let (code, _, err) = cel(&two, &["self", "--self", "two.yaml"]);
    assert_eq!(code, 2);
    assert!(err.contains("two.yaml has 2 documents: give one"), "{err}");
    let (code, _, err) = cel(&two, &["self", "--schema", "no.yaml"]);
    assert_eq!(code, 2);
    assert!(err.contains("no.yaml is no schema"), "{err}");
    assert_eq!(cel(&[], &["self", "--self", "gone.yaml"]).0, 2);
    assert_eq!(cel(&[], &["self", "--path", ".spec"]).0, 2);
}

/// Recorded of API servers 1.35 to 1.37.
#[test]
fn a_batch_stops_an_expression_where_a_server_does() {
    let request = json!({
        "id": "dear", "schema": {"type": "object"}, "self": {},
        "rule": "lists.range(1000000).size() > 0",
    });
    let input = format!("{request}\n");
    let (code, out, _) = run(&Folder::new(&[]), &["batch", "cel"], &input);
    assert_eq!(code, 0);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["cost"], 1_000_013);
    assert_eq!(answer["runtime_cost"], 1_000_011);
    assert_eq!(
        answer["eval_error"],
        "operation cancelled: actual cost limit exceeded"
    );
    assert_eq!(answer.get("result"), None);
}
