//! `wheelwright apply`, run as a program.

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
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer, default: 30, maximum: 60}
              note: {type: string}
          status: {type: object, properties: {cost: {type: integer}}}
  - name: v1alpha1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}, old: {type: string}}}
  - name: v0
    served: false
    storage: false
    schema: {openAPIV3Schema: {type: object}}
";

fn pizza(version: &str, spec: &str) -> String {
    format!("apiVersion: example.com/{version}\nkind: Pizza\nmetadata:\n  name: p\nspec: {spec}\n")
}

/// Runs `apply` on one object.
fn apply(object: &str, more: &[&str]) -> (i32, String, String) {
    let folder = Folder::new(&[("crd.yaml", CRD), ("o.yaml", object)]);
    run(
        &folder,
        &[&["apply", "--crd", "crd.yaml", "o.yaml"], more].concat(),
        "",
    )
}

#[test]
fn what_is_set_and_dropped_is_listed() {
    let (code, out, _) = apply(&pizza("v1", "{note: null, colour: red}"), &[]);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("warning: unknown field \"spec.colour\"\n --> o.yaml:5:20\n"),
        "{out}"
    );
    assert!(
        out.contains(
            "accepted: Pizza p (o.yaml:1:1), stored as v1\n  - spec.note\n  + spec.size: 30\n"
        ),
        "{out}"
    );
    let (code, out, _) = apply(&pizza("v1", "{colour: red}"), &["--strict"]);
    assert_eq!(code, 1, "{out}");
}

#[test]
fn a_refusal_points_at_the_value() {
    let (code, out, _) = apply(&pizza("v1", "{size: 61}"), &[]);
    assert_eq!(code, 1);
    let expected = "\
error: spec.size: Invalid value: 61: spec.size in body should be less than or equal to 60
 --> o.yaml:5:14
  |
5 | spec: {size: 61}
  |              ^^
";
    assert!(out.starts_with(expected), "{out}");
}

/// Defaults are those of the version of the request; what is stored has the fields of the stored version.
#[test]
fn yaml_is_what_is_stored() {
    let (code, out, _) = apply(&pizza("v1alpha1", "{size: 5, old: x}"), &["-o", "yaml"]);
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "---\napiVersion: example.com/v1\nkind: Pizza\nmetadata:\n  generation: 1\n  name: p\n  namespace: default\n\
         spec:\n  size: 5\n"
    );
    let (code, out, err) = apply(&pizza("v1", "{size: x}"), &["-o", "yaml"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("must be of type integer"), "{err}");
}

#[test]
fn json_has_the_object_and_what_became_of_it() {
    let (code, out, _) = apply(
        &pizza("v1", "{note: null}"),
        &["-o", "json", "--namespace", "shop"],
    );
    assert_eq!(code, 0);
    let whole: Value = serde_json::from_str(&out).expect("it is JSON");
    let object = &whole["objects"][0];
    assert_eq!(object["stored"]["spec"], json!({"size": 30}));
    assert_eq!(object["stored"]["metadata"]["namespace"], "shop");
    assert_eq!(object["set"], json!([{"field": "spec.size", "value": 30}]));
    assert_eq!(object["dropped"], json!(["spec.note"]));
}

#[test]
fn an_update_tolerates_old_faults_and_keeps_the_status() {
    let old = pizza("v1", "{size: 99}") + "status: {cost: 7}\n";
    let folder = Folder::new(&[
        ("crd.yaml", CRD),
        ("old.yaml", &old),
        ("new.yaml", &pizza("v1", "{size: 99, note: x}")),
        (
            "status.yaml",
            &(pizza("v1", "{size: 1}") + "status: {cost: 9}\n"),
        ),
    ]);
    let base = ["apply", "--crd", "crd.yaml", "-o", "json"];
    assert_eq!(run(&folder, &[&base[..], &["new.yaml"]].concat(), "").0, 1);
    let stored = |arguments: &[&str]| {
        let (code, out, _) = run(&folder, &[&base[..], arguments].concat(), "");
        assert_eq!(code, 0, "{out}");
        let whole: Value = serde_json::from_str(&out).expect("it is JSON");
        whole["objects"][0]["stored"].clone()
    };
    let updated = stored(&["new.yaml", "--old", "old.yaml"]);
    assert_eq!(updated["spec"], json!({"size": 99, "note": "x"}));
    assert_eq!(updated["status"], json!({"cost": 7}));
    let status = stored(&[
        "status.yaml",
        "--old",
        "old.yaml",
        "--subresource",
        "status",
    ]);
    assert_eq!(status["spec"], json!({"size": 99}));
    assert_eq!(status["status"], json!({"cost": 9}));
}

#[test]
fn versions_that_are_not_served_do_not_exist() {
    for version in ["v0", "v7"] {
        let (code, out, _) = apply(&pizza(version, "{}"), &[]);
        assert_eq!(code, 1);
        assert!(
            out.contains(&format!(
                "no matches for kind \"Pizza\" in version \"example.com/{version}\""
            )),
            "{out}"
        );
        assert!(
            out.contains("the CRD serves example.com/v1, example.com/v1alpha1"),
            "{out}"
        );
    }
}

#[test]
fn objects_without_a_crd_are_skipped() {
    let folder = Folder::new(&[(
        "all.yaml",
        &format!(
            "{CRD}---\n{}---\nkind: Secret\napiVersion: v1\n",
            pizza("v1", "{}")
        ),
    )]);
    let (code, out, _) = run(&folder, &["apply", "all.yaml"], "");
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("skipped: Secret (all.yaml:42:1): no CRD has its group and kind"),
        "{out}"
    );
    let folder = Folder::new(&[("o.yaml", "kind: Secret\napiVersion: v1\n")]);
    assert_eq!(run(&folder, &["apply", "o.yaml"], "").0, 2);
}

#[test]
fn objects_of_a_refused_crd_are_not_judged() {
    let crd = CRD.replace("type: integer, default: 30", "type: whole, default: 30");
    let folder = Folder::new(&[("all.yaml", &format!("{crd}---\n{}", pizza("v1", "{}")))]);
    let (code, out, _) = run(&folder, &["apply", "all.yaml"], "");
    assert_eq!(code, 1);
    assert!(
        out.contains("refused: CustomResourceDefinition pizzas.example.com"),
        "{out}"
    );
    assert!(
        out.contains("skipped: Pizza p (all.yaml:36:1): its CRD is refused"),
        "{out}"
    );
}
