//! `cargo run -p pizza -- convert`, on good and bad input.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};

const GROUP: &str = "restaurant.programming-kubernetes.info";

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pizza"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that refuses its arguments does not wait for its input.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// What is written to standard output.
fn converted(to: &str, input: &str) -> String {
    let output = run(&["convert", "--to", to], input.as_bytes());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(errors, "");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What is said of input that cannot be converted; nothing is written.
fn refused(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let output = run(arguments, input.as_ref());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn old(name: &str, toppings: &[&str]) -> Value {
    json!({
        "apiVersion": format!("{GROUP}/v1alpha1"), "kind": "Pizza", "metadata": {"name": name, "namespace": "default"},
        "spec": {"toppings": toppings},
    })
}

fn new(name: &str, toppings: &Value) -> Value {
    json!({
        "apiVersion": format!("{GROUP}/v1beta1"), "kind": "Pizza", "metadata": {"name": name, "namespace": "default"},
        "spec": {"toppings": toppings},
    })
}

const YAML: &str = "\
# Two pizzas.
apiVersion: restaurant.programming-kubernetes.info/v1alpha1
kind: Pizza
metadata:
  name: margherita
spec:
  toppings: [tomato, tomato]
---
apiVersion: restaurant.programming-kubernetes.info/v1beta1
kind: Pizza
metadata:
  name: funghi
spec:
  toppings:
  - name: funghi
";

#[test]
fn yaml_stays_yaml_document_by_document() {
    assert_eq!(
        converted("v1beta1", YAML),
        "\
apiVersion: restaurant.programming-kubernetes.info/v1beta1
kind: Pizza
metadata:
  name: margherita
spec:
  toppings:
  - name: tomato
    quantity: 2
---
apiVersion: restaurant.programming-kubernetes.info/v1beta1
kind: Pizza
metadata:
  name: funghi
spec:
  toppings:
  - name: funghi
"
    );
    // There and back through files: what the other version cannot hold travels in the file.
    let old = "apiVersion: restaurant.programming-kubernetes.info/v1alpha1\nkind: Pizza\nmetadata:\n  name: m\nspec:\n  \
               toppings:\n  - a\n  - b\n  - a\n";
    let new = converted("v1beta1", old);
    assert!(
        new.contains(&format!("{GROUP}/kept-by-conversion")),
        "{new}"
    );
    assert_eq!(converted("v1alpha1", &new), old);
}

#[test]
fn json_stays_json_with_its_digits_and_its_order() {
    let input = format!(
        "{{\"kind\":\"Pizza\",\"apiVersion\":\"{GROUP}/v1alpha1\",\"metadata\":{{\"z\":1,\"generation\":12345678901234567890123,\
         \"a\":1.0}},\"spec\":{{\"toppings\":[]}}}}"
    );
    let expected = format!(
        "{{\"apiVersion\":\"{GROUP}/v1beta1\",\"kind\":\"Pizza\",\"metadata\":{{\"z\":1,\"generation\":12345678901234567890123,\
         \"a\":1.0}},\"spec\":{{\"toppings\":[]}}}}\n"
    );
    assert_eq!(converted("v1beta1", &input), expected);
    // Several documents, one behind the other.
    assert_eq!(
        converted(&format!("{GROUP}/v1beta1"), &format!("{input}\n\n{input}")),
        expected.repeat(2)
    );
}

#[test]
fn lists_stay_lists() {
    let item = new("m", &json!([{"name": "a", "quantity": 2}]));
    let list = json!({"apiVersion": "v1", "kind": "List", "metadata": {"x": 1}, "items": [old("m", &["a", "a"]), item]});
    let answer: Value =
        serde_json::from_str(&converted("v1beta1", &list.to_string())).expect("JSON");
    assert_eq!(
        answer,
        json!({"apiVersion": "v1", "kind": "List", "metadata": {"x": 1}, "items": [item, item]})
    );
    // A list of the kind says the version for its items.
    let list = format!(
        "apiVersion: {GROUP}/v1alpha1\nkind: PizzaList\nitems:\n- metadata:\n    name: m\n  spec:\n    toppings: [a]\n"
    );
    assert_eq!(
        converted("v1beta1", &list),
        format!(
            "apiVersion: {GROUP}/v1beta1\nitems:\n- apiVersion: {GROUP}/v1beta1\n  kind: Pizza\n  metadata:\n    name: m\n  \
             spec:\n    toppings:\n    - name: a\n      quantity: 1\nkind: PizzaList\n"
        )
    );
}

fn review(desired: &str, objects: &[Value]) -> String {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
        "request": {"uid": "1-2", "desiredAPIVersion": desired, "objects": objects},
    })
    .to_string()
}

#[test]
fn reviews_are_answered_as_they_ask() {
    let review = review(&format!("{GROUP}/v1beta1"), &[old("m", &["a"])]);
    for arguments in [
        &["convert"][..],
        &["convert", "--to", "v1beta1"],
        &["convert", "--to", &format!("{GROUP}/v1beta1")],
    ] {
        let output = run(arguments, review.as_bytes());
        assert!(output.status.success());
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(
            answer,
            json!({
                "apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
                "response": {
                    "uid": "1-2", "result": {"status": "Success"},
                    "convertedObjects": [new("m", &json!([{"name": "a", "quantity": 1}]))],
                },
            })
        );
    }
    let errors = refused(&["convert", "--to", "v1alpha1"], &review);
    assert!(
        errors.contains("v1beta1") && errors.contains("v1alpha1"),
        "{errors}"
    );
}

#[test]
fn errors_name_the_object_the_path_and_the_reason_and_nothing_is_written() {
    let much = new(
        "much",
        &json!([{"name": "a", "quantity": 1}, {"name": "b", "quantity": 4_000_000_000_u64}]),
    );
    let to = ["convert", "--to", "v1alpha1"];
    let parts = [
        "Pizza default/much",
        ".spec.toppings[1].quantity",
        "4000000000",
    ];
    let good = new("good", &json!([]));
    for input in [
        much.to_string(),
        format!("{good}\n{much}\n{good}"),
        json!({"apiVersion": "v1", "kind": "List", "items": [good, much]}).to_string(),
    ] {
        let errors = refused(&to, &input);
        for part in parts {
            assert!(errors.contains(part), "{part} in {errors}");
        }
    }
    let review = review(&format!("{GROUP}/v1alpha1"), &[good, much]);
    let errors = refused(&["convert"], review);
    for part in parts {
        assert!(errors.contains(part), "{part} in {errors}");
    }
}

#[test]
fn each_bad_document_is_named_with_its_line() {
    let input = YAML.replace("kind: Pizza", "kind: Pasta") + "---\n: [\n";
    let errors = refused(&["convert", "--to", "v1beta1"], input);
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), 3, "{errors}");
    assert!(lines[0].contains("line 2: Pasta margherita"), "{errors}");
    assert!(lines[1].contains("line 9: Pasta funghi"), "{errors}");
    assert!(lines[2].contains("line 17"), "{errors}");
}

#[test]
fn what_is_no_object_is_refused_in_words() {
    let to = &["convert", "--to", "v1beta1"][..];
    for (arguments, input, word) in [
        (to, "", "nothing to convert"),
        (to, "# a comment\n", "nothing to convert"),
        (to, "{", "line 1"),
        (to, "[]", "object"),
        (to, "- a\n- b\n", "object"),
        (to, "5", "object"),
        (to, "{}", "object"),
        (to, "kind: ConversionReview\n", "apiextensions.k8s.io/v1"),
        (&["convert", "--to", "v7"], YAML, "v7"),
        (
            &["convert", "--to", "other.example.com/v1beta1"],
            YAML,
            "other.example.com",
        ),
        (&["convert"], YAML, "which version"),
        (&["convert", "--to"], YAML, "a value is required"),
    ] {
        let errors = refused(arguments, input);
        assert!(errors.contains(word), "{input:?}: {errors}");
    }
    assert!(refused(to, [b'a', 0xff]).contains("UTF-8"));
}

#[test]
fn the_plan_is_printed_in_three_forms() {
    for (arguments, start) in [
        (&["plan"][..], "Pizza of "),
        (&["plan", "markdown"], "# Conversion of Pizza"),
        (&["plan", "mermaid"], "flowchart LR\n"),
    ] {
        let output = run(arguments, b"");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.starts_with(start), "{text}");
        assert!(text.contains(".spec.toppings"), "{text}");
    }
}

#[test]
fn what_an_earlier_release_kept_comes_back() {
    upstream::comes_back(include_str!("kept.jsonl"), pizza::Pizzas::convert_object);
}
