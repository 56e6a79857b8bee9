//! `wheelwright check --against`: what differs between two states of a CRD.

mod command;

use command::{Folder, run};
use serde_json::{Value, json};

/// A CRD of some kind whose specs have these properties, one a line from line 17 on.
fn crd(kind: &str, properties: &[&str]) -> String {
    let plural = format!("{}s", kind.to_lowercase());
    let properties: Vec<String> = properties
        .iter()
        .map(|property| format!("              {property}\n"))
        .collect();
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.shop.test}}
spec:
  group: shop.test
  scope: Namespaced
  names: {{kind: {kind}, plural: {plural}}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {{type: object, properties: {{
{}          }}}}
",
        properties.concat()
    )
}

fn check(old: &str, new: &str, more: &[&str]) -> (i32, String) {
    let folder = Folder::new(&[("old.yaml", old), ("new.yaml", new)]);
    let base = ["check", "--against", "old.yaml", "new.yaml"];
    let (code, out, _) = run(&folder, &[&base[..], more].concat(), "");
    (code, out)
}

/// As an operator that moved from another derive: a default lost, a list that merges, a field that cannot be null.
fn migrated() -> (String, String) {
    (
        crd(
            "Crate",
            &[
                "size: {type: integer, default: 3, description: one},",
                "tags: {type: array, items: {type: string}},",
                "note: {type: string, nullable: true},",
            ],
        ),
        crd(
            "Crate",
            &[
                "size: {type: integer, description: other},",
                "tags: {type: array, items: {type: string}, x-kubernetes-list-type: set},",
                "note: {type: string, maxLength: 9},",
            ],
        ),
    )
}

#[test]
fn an_update_that_a_server_takes_may_differ_in_meaning() {
    let (old, new) = migrated();
    let (code, out) = check(&old, &new, &[]);
    assert_eq!(code, 0, "{out}");
    let expected = "\
accepted: CustomResourceDefinition crates.shop.test (new.yaml:1:1), oldest server 1.31 or older
  against old.yaml:1:1: 4 differences; 1 description differs
  reread: v1 spec.note: null is no longer a value, and is dropped (new.yaml:19:15)
  tightened: v1 spec.note: maxLength none → 9 (new.yaml:19:36)
  reread: v1 spec.size: default 3 is gone: where the field is not, nothing is set (new.yaml:17:15)
  tightened: v1 spec.tags: list atomic → set: no item may be there twice, and apply merges the lists (new.yaml:18:58)
";
    assert!(out.contains(expected), "{out}");
}

#[test]
fn the_update_rules_hold_as_for_an_installed_crd() {
    let (old, new) = migrated();
    let (code, out) = check(&old, &new.replace("Namespaced", "Cluster"), &[]);
    assert_eq!(code, 1);
    for words in [
        "error: spec.scope: Invalid value: \"Cluster\": field is immutable\n",
        "note: the old CRD (old.yaml:1:1) has no status: it counts as established",
        "\n  changed: scope \"Namespaced\" → \"Cluster\" (new.yaml:6:3)\n",
    ] {
        assert!(out.contains(words), "{out}");
    }
}

#[test]
fn differences_fail_where_their_direction_is_denied() {
    let (old, new) = migrated();
    for (denied, errors) in [
        ("tightened", 2),
        ("reread", 2),
        ("pruned", 0),
        ("tightened,reread", 4),
    ] {
        let (code, out) = check(&old, &new, &["--deny", denied]);
        assert_eq!(code, i32::from(errors > 0), "{out}");
        assert_eq!(out.matches("error: ").count(), errors, "{out}");
    }
    let (_, out) = check(&old, &new, &["--deny=reread"]);
    assert!(
        out.contains("error: reread: v1 spec.size: default 3 is gone: where the field is not, nothing is set\n  --> new.yaml:17:15\n"),
        "{out}"
    );
}

#[test]
fn programs_are_told_as_well() {
    let (old, new) = migrated();
    let (code, out) = check(&old, &new, &["-o", "json"]);
    let whole: Value = serde_json::from_str(&out).expect("it is JSON");
    let object = &whole["objects"][0];
    assert_eq!(
        (code, &object["against"], &object["descriptions"]),
        (0, &json!("old.yaml:1:1"), &json!(1))
    );
    assert_eq!(
        object["differences"][1],
        json!({
            "version": "v1",
            "field": "spec.note",
            "path": "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[note].maxLength",
            "kind": "length",
            "direction": "tightened",
            "text": "maxLength none → 9",
            "new": 9,
            "line": 19,
            "column": 36,
        })
    );
    let (_, out) = check(&old, &new, &["-o", "github"]);
    assert!(
        out.contains(
            "::warning file=new.yaml,line=19,endLine=19,col=36,endColumn=44,title=CustomResourceDefinition crates.shop.test \
             differs from old.yaml%3A1%3A1::tightened: v1 spec.note: maxLength none → 9\n"
        ),
        "{out}"
    );
}

#[test]
fn what_is_the_same_is_said_to_be() {
    let (old, _) = migrated();
    let (code, out) = check(
        &old,
        &old.replace("description: one", "description: two"),
        &[],
    );
    assert_eq!(code, 0);
    assert!(
        out.contains("  against old.yaml:1:1: no difference in meaning; 1 description differs\n"),
        "{out}"
    );
}

#[test]
fn crds_are_matched_by_name_where_there_are_several() {
    let field = "a: {type: string},";
    let old = format!("{}---\n{}", crd("Crate", &[field]), crd("Box", &[field]));
    let new = format!(
        "{}---\n{}",
        crd("Barrel", &[field]),
        crd("Box", &["a: {type: string, maxLength: 1},"])
    );
    let (code, out) = check(&old, &new, &[]);
    assert_eq!(code, 0, "{out}");
    for words in [
        "note: no CRD of this name is among the old ones: it is checked as a new one\n --> new.yaml:1:1\n",
        "  against old.yaml:20:1: 1 difference\n  tightened: v1 spec.a: maxLength none → 1 (new.yaml:36:",
        "skipped: CustomResourceDefinition crates.shop.test (old.yaml:1:1): it is gone: no CRD of its name takes its place\n",
    ] {
        assert!(out.contains(words), "{out}");
    }
    assert_eq!(check(&old, &new, &["--deny", "tightened"]).0, 1);
    // One of each needs no name.
    let (code, out) = check(&crd("Crate", &[field]), &crd("Barrel", &[field]), &[]);
    assert_eq!(code, 1);
    assert!(
        out.contains("  changed: kind \"Crate\" → \"Barrel\" ("),
        "{out}"
    );
}
