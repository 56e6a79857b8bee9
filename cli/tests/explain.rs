//! `wheelwright explain`, run as a program.

mod command;

use command::{Folder, run};

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: pizzas.example.com}
spec:
  group: example.com
  names: {kind: Pizza, plural: pizzas, shortNames: [pz]}
  scope: Namespaced
  versions:
  - name: v1alpha1
    served: true
    storage: false
    deprecated: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {old: {type: string}}}}}}
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        description: A pizza to bake.
        required: [spec]
        properties:
          spec:
            type: object
            description: What it should be.
            properties:
              size: {type: integer, default: 30, minimum: 10, description: Across.}
              crust: {type: string, enum: [thin, thick, '']}
              toppings:
                type: array
                description: What lies on it.
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                x-kubernetes-validations: [{rule: size(self) < 9, message: too much}]
                items:
                  type: object
                  description: One layer.
                  required: [name]
                  properties:
                    name: {type: string, maxLength: 20}
              extra: {type: object, additionalProperties: {type: array, items: {x-kubernetes-int-or-string: true}}}
";

fn explain(arguments: &[&str]) -> (i32, String, String) {
    let folder = Folder::new(&[("crd.yaml", CRD)]);
    run(
        &folder,
        &[&["explain", "--crd", "crd.yaml"], arguments].concat(),
        "",
    )
}

#[test]
fn a_kind_is_found_by_any_of_its_names() {
    for name in ["pizza", "Pizza", "pizzas", "PIZZAS", "pz"] {
        let (code, out, _) = explain(&[name]);
        assert_eq!(code, 0, "{name}");
        assert!(
            out.starts_with(
                "GROUP:      example.com\nKIND:       Pizza\nVERSION:    v1\nVERSIONS:   v1 (storage), v1alpha1 (deprecated)\n"
            ),
            "{out}"
        );
        assert!(
            out.contains("\nDESCRIPTION:\n    A pizza to bake.\n"),
            "{out}"
        );
        assert!(
            out.contains("  spec\t<Object> -required-\n    What it should be.\n"),
            "{out}"
        );
        assert!(out.contains("  apiVersion\t<string>\n"), "{out}");
    }
}

#[test]
fn a_field_has_its_type_default_and_rules() {
    let (_, out, _) = explain(&["pizza.spec.toppings"]);
    assert!(out.contains("FIELD: toppings <[]Object>\n"), "{out}");
    assert!(
        out.contains("DESCRIPTION:\n    What lies on it.\n    One layer.\n"),
        "{out}"
    );
    assert!(
        out.contains("CONSTRAINTS:\n    one item for each name\n"),
        "{out}"
    );
    assert!(
        out.contains("RULES:\n    too much: size(self) < 9\n"),
        "{out}"
    );
    assert!(
        out.contains("FIELDS:\n  name\t<string> -required-\n"),
        "{out}"
    );
    let (_, out, _) = explain(&["pizza.spec.size"]);
    assert!(
        out.contains("DEFAULT:\n    30\n\nCONSTRAINTS:\n    at least 10\n"),
        "{out}"
    );
    let (_, out, _) = explain(&["pizza.spec"]);
    assert!(
        out.contains("  crust\t<string>\n  enum: thin, thick, \"\"\n"),
        "{out}"
    );
    assert!(
        out.contains("  size\t<integer> (default 30)\n    Across.\n    at least 10\n"),
        "{out}"
    );
    assert!(
        out.contains("  extra\t<map[string][]IntOrString>\n"),
        "{out}"
    );
}

#[test]
fn lists_and_maps_are_looked_through() {
    let (code, out, _) = explain(&["pizza.spec.toppings.name"]);
    assert_eq!(code, 0);
    assert!(out.contains("FIELD: name <string>\n"), "{out}");
    assert!(out.contains("characters, at most 20\n"), "{out}");
    assert_eq!(explain(&["pizza.metadata.ownerReferences"]).0, 0);
}

#[test]
fn recursion_lists_fields_of_fields() {
    let (_, out, _) = explain(&["pizza", "--recursive"]);
    assert!(
        out.contains("\n  spec\t<Object> -required-\n    crust\t<string>\n"),
        "{out}"
    );
    assert!(
        out.contains("\n    toppings\t<[]Object>\n      name\t<string> -required-\n"),
        "{out}"
    );
    assert!(!out.contains("What it should be."), "{out}");
}

#[test]
fn another_version_is_asked_for_by_name() {
    for version in ["v1alpha1", "example.com/v1alpha1"] {
        let (code, out, _) = explain(&["pizza.spec", "--api-version", version]);
        assert_eq!(code, 0);
        assert!(
            out.contains("VERSION:    v1alpha1\n") && out.contains("  old\t<string>\n"),
            "{out}"
        );
    }
}

/// kubectl takes the resource with its group, and in other commands with its version as well.
#[test]
fn the_group_may_follow_the_name() {
    for path in [
        "pizzas.example.com.spec",
        "pizza.example.com.spec.",
        "pz.v1.example.com.spec",
    ] {
        let (code, out, err) = explain(&[path]);
        assert_eq!(code, 0, "{path}: {err}");
        assert!(out.contains("FIELD: spec <Object>\n"), "{out}");
    }
    let (code, out, _) = explain(&["pizzas.example.com"]);
    assert_eq!(code, 0);
    assert!(out.contains("A pizza to bake."), "{out}");
    let (_, out, _) = explain(&["pizzas.v1alpha1.example.com.spec.old"]);
    assert!(
        out.contains("VERSION:    v1alpha1\n") && out.contains("FIELD: old <string>"),
        "{out}"
    );
    let (code, _, err) = explain(&["pizzas.example.community.spec"]);
    assert_eq!(code, 2);
    assert!(err.contains("field \"example\" does not exist"), "{err}");
}

#[test]
fn of_two_kinds_with_one_name_the_group_tells_which() {
    let other = CRD
        .replace("example.com", "com.example.com")
        .replace("A pizza to bake.", "Another.");
    let folder = Folder::new(&[("crd.yaml", CRD), ("other.yaml", &other)]);
    let explain = |path: &str| {
        run(
            &folder,
            &["explain", "--crd", "crd.yaml", "--crd", "other.yaml", path],
            "",
        )
    };
    let (code, _, err) = explain("pizzas.spec");
    assert_eq!(code, 2);
    assert!(err.contains("several kinds are called"), "{err}");
    for (path, words) in [
        ("pizzas.example.com", "A pizza to bake."),
        ("pizzas.com.example.com", "Another."),
    ] {
        let (code, out, _) = explain(path);
        assert_eq!(code, 0);
        assert!(out.contains(words), "{path}: {out}");
    }
}

#[test]
fn what_there_is_not_ends_with_2() {
    for (arguments, words) in [
        (&["pasta"][..], "no CRD has a kind called \"pasta\""),
        (
            &["pizza.spec.colour"],
            "field \"colour\" does not exist: there are crust, extra, size, toppings",
        ),
        (&["pizza.spec.size.x"], "there are no fields here"),
        (
            &["pizza", "--api-version", "v9"],
            "no CRD has a kind called \"pizza\" in v9",
        ),
        (
            &["pizza", "--api-version", "other.com/v1"],
            "no CRD has a kind",
        ),
    ] {
        let (code, out, err) = explain(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(words), "{err}");
    }
}
