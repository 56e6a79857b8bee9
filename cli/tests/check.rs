//! `wheelwright check`, run as a program.

mod command;

use command::{Folder, run};
use serde_json::{Value, json};

/// A CRD of which every server says that it is fine.
const GOOD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: pizzas.example.com
spec:
  group: example.com
  names: {kind: Pizza, plural: pizzas}
  scope: Namespaced
  versions:
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
              name: {type: string}
";

/// The same without a type in line 19.
fn bad() -> String {
    GOOD.replace("name: {type: string}", "name: {maxLength: 5}")
}

#[test]
fn a_crd_that_a_server_takes_ends_with_0() {
    let folder = Folder::new(&[("crd.yaml", GOOD)]);
    let (code, out, err) = run(&folder, &["check", "crd.yaml"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "accepted: CustomResourceDefinition pizzas.example.com (crd.yaml:1:1)\n1 CRD: accepted\n"
    );
    assert_eq!(
        run(&folder, &["check", "-q", "crd.yaml"], ""),
        (0, String::new(), String::new())
    );
}

#[test]
fn a_refusal_ends_with_1_and_points_at_the_line() {
    let folder = Folder::new(&[("crd.yaml", &bad())]);
    let (code, out, _) = run(&folder, &["check", "crd.yaml"], "");
    assert_eq!(code, 1);
    let expected = "\
error: spec.validation.openAPIV3Schema.properties[spec].properties[name].type: Required value: must not be empty for specified object fields
  --> crd.yaml:20:15
   |
20 |               name: {maxLength: 5}
   |               ^^^^
";
    assert!(out.starts_with(expected), "{out}");
    assert!(
        out.contains("\nrefused: CustomResourceDefinition pizzas.example.com (crd.yaml:1:1)\n"),
        "{out}"
    );
    assert!(out.ends_with("1 CRD: refused\n"), "{out}");
}

#[test]
fn other_documents_are_named_and_skipped() {
    let text = format!(
        "{GOOD}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{namespace: shop, name: settings}}\n"
    );
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], &text);
    assert_eq!(code, 0);
    assert!(
        out.contains(
            "skipped: ConfigMap shop/settings (<stdin>:22:1): it is no CustomResourceDefinition\n"
        ),
        "{out}"
    );
    assert!(out.ends_with("1 CRD: accepted; 1 skipped\n"), "{out}");
}

#[test]
fn what_cannot_be_read_ends_with_2() {
    let folder = Folder::new(&[
        ("broken.yaml", "a: b: c\n"),
        ("none.yaml", "apiVersion: v1\nkind: ConfigMap\n"),
        ("good.yaml", GOOD),
    ]);
    for (arguments, words) in [
        (&["check", "broken.yaml", "good.yaml"][..], "broken.yaml:1:"),
        (
            &["check", "absent.yaml", "good.yaml"],
            "error: absent.yaml cannot be read",
        ),
        (&["check", "absent*.yaml"], "no file matches"),
        (&["check", "none.yaml"], "no CRD found"),
    ] {
        let (code, out, _) = run(&folder, arguments, "");
        assert_eq!(code, 2, "{arguments:?}");
        assert!(out.contains(words), "{arguments:?}: {out}");
    }
    let (code, _, err) = run(&folder, &["check"], "");
    assert_eq!(code, 2);
    assert!(err.contains("Usage: wheelwright check"), "{err}");
}

#[test]
fn folders_and_globs_are_followed() {
    let folder = Folder::new(&[
        ("a/crd.yaml", GOOD),
        ("a/b/crd.yml", &bad()),
        ("a/b/notes.txt", "nothing"),
        ("a/c/crd.json", &command::json_of(GOOD)),
    ]);
    let (code, out, _) = run(&folder, &["check", "a"], "");
    assert_eq!(code, 1);
    assert!(out.ends_with("3 CRDs: 2 accepted, 1 refused\n"), "{out}");
    let (code, out, _) = run(
        &folder,
        &["check", "a/*/*.json", "a/*.yaml", "a/crd.yaml"],
        "",
    );
    assert_eq!(code, 0);
    assert!(out.ends_with("2 CRDs: accepted\n"), "{out}");
}

#[test]
fn lists_are_taken_apart() {
    let items = bad().replace('\n', "\n  ");
    let text = format!("apiVersion: v1\nkind: List\nitems:\n- {items}");
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], &text);
    assert_eq!(code, 1);
    assert!(out.contains("--> <stdin>:23:17\n"), "{out}");
}

#[test]
fn fields_that_there_are_not_are_warnings_unless_strict() {
    let text = GOOD.replace(
        "scope: Namespaced",
        "scope: Namespaced\n  colour: red\n  scope: Cluster",
    );
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], &text);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("warning: unknown field \"spec.colour\"\n --> <stdin>:9:3\n"),
        "{out}"
    );
    assert!(
        out.contains("warning: duplicate field \"spec.scope\"\n  --> <stdin>:10:3\n"),
        "{out}"
    );
    let (code, out, _) = run(&Folder::new(&[]), &["check", "--strict", "-"], &text);
    assert_eq!(code, 1);
    assert!(
        out.contains("error: unknown field \"spec.colour\""),
        "{out}"
    );
    assert!(
        out.contains("error: duplicate field \"spec.scope\""),
        "{out}"
    );
    // kubectl asks the server to refuse the first, and of the second it sends the last value alone.
    let (code, out, _) = run(&Folder::new(&[]), &["check", "--validate", "-"], &text);
    assert_eq!(code, 1);
    assert!(
        out.contains("error: unknown field \"spec.colour\"")
            && out.contains("warning: duplicate field \"spec.scope\""),
        "{out}"
    );
    let (code, out, _) = run(
        &Folder::new(&[]),
        &["check", "--validate=ignore", "-"],
        &text,
    );
    assert_eq!((code, out.contains("field")), (0, false), "{out}");
}

#[test]
fn an_update_tolerates_what_is_installed() {
    // A set of objects that are not atomic is refused, but may stay.
    let set = GOOD.replace(
        "name: {type: string}",
        "name: {type: array, x-kubernetes-list-type: set, items: {type: object}}",
    );
    let described = set.replace("type: array,", "type: array, description: names,");
    let folder = Folder::new(&[("old.yaml", &set), ("new.yaml", &described)]);
    assert_eq!(run(&folder, &["check", "new.yaml"], "").0, 1);
    assert_eq!(
        run(&folder, &["check", "new.yaml", "--old", "old.yaml"], "").0,
        0
    );
    let renamed = Folder::new(&[
        ("old.yaml", GOOD),
        (
            "new.yaml",
            &GOOD.replace("example.com\n  names", "example.org\n  names"),
        ),
    ]);
    let (_, out, _) = run(&renamed, &["check", "new.yaml", "--old", "old.yaml"], "");
    assert!(
        out.contains("spec.group: Invalid value: \"example.org\": field is immutable"),
        "{out}"
    );
}

#[test]
fn old_versions_of_the_api_are_refused_with_what_to_write() {
    let text = "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: a.b.c}\n\
                spec:\n  version: v1\n  validation: {}\n";
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], text);
    assert_eq!(code, 1);
    assert!(
        out.contains("instead of `spec.version` write `spec.versions`"),
        "{out}"
    );
    assert!(out.contains("--> <stdin>:5:3\n"), "{out}");
}

#[test]
fn json_says_all_that_people_read() {
    let folder = Folder::new(&[("crd.yaml", &bad())]);
    let (code, out, _) = run(&folder, &["check", "-o", "json", "crd.yaml"], "");
    assert_eq!(code, 1);
    let whole: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(whole["accepted"], false);
    let object = &whole["objects"][0];
    assert_eq!(
        (&object["verdict"], &object["name"]),
        (&json!("refused"), &json!("pizzas.example.com"))
    );
    let finding = &object["findings"][0];
    assert_eq!(finding["type"], "FieldValueRequired");
    assert_eq!(
        finding["field"],
        "spec.validation.openAPIV3Schema.properties[spec].properties[name].type"
    );
    assert_eq!(
        (&finding["line"], &finding["column"], &finding["endColumn"]),
        (&json!(20), &json!(15), &json!(19))
    );
}

#[test]
fn github_is_given_annotations() {
    let folder = Folder::new(&[("crd.yaml", &bad())]);
    let (code, out, _) = run(&folder, &["check", "--output", "github", "crd.yaml"], "");
    assert_eq!(code, 1);
    let expected = "::error file=crd.yaml,line=20,endLine=20,col=15,endColumn=18,title=CustomResourceDefinition \
                    pizzas.example.com is refused::spec.validation.openAPIV3Schema.properties[spec].properties[name].type: \
                    Required value: ";
    assert!(out.starts_with(expected), "{out}");
    assert_eq!(out.lines().count(), 1, "{out}");
}

#[test]
fn rules_that_are_not_evaluated_are_said_to_be_unchecked() {
    let text = GOOD.replace(
        "name: {type: string}",
        "name: {type: string, x-kubernetes-validations: [{rule: self != ''}]}",
    );
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], &text);
    assert_eq!(code, 0);
    assert!(
        out.contains("but for 1 CEL expression, which was not checked"),
        "{out}"
    );
    let (code, out, _) = run(
        &Folder::new(&[]),
        &["check", "--deny", "unchecked", "-"],
        &text,
    );
    assert_eq!(code, 1);
    assert!(
        out.contains("error: 1 CEL expression was not checked\n")
            && out.ends_with("1 CRD: refused\n"),
        "{out}"
    );
    let denied = ["check", "--deny=unchecked,warnings", "-"];
    assert_eq!(run(&Folder::new(&[]), &denied, GOOD).0, 0);
}

#[test]
fn warnings_fail_where_they_are_denied() {
    let text = GOOD.replace(
        "name: {type: string}",
        "name: {type: string, format: colour}",
    );
    let warned = run(&Folder::new(&[]), &["check", "-"], &text);
    assert_eq!(warned.0, 0);
    assert!(
        warned.1.contains("warning: unrecognized format \"colour\""),
        "{}",
        warned.1
    );
    let (code, out, _) = run(&Folder::new(&[]), &["check", "--deny=warnings", "-"], &text);
    assert_eq!(code, 1);
    assert!(
        out.contains("error: unrecognized format \"colour\"\n  --> <stdin>:20:44\n"),
        "{out}"
    );
    let (code, out, _) = run(
        &Folder::new(&[]),
        &["check", "--deny", "warnings", "-o", "json", "-"],
        &text,
    );
    let whole: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!((code, &whole["accepted"]), (1, &json!(false)));
    assert_eq!(whole["objects"][0]["verdict"], "refused");
}
