//! `wheelwright check --against` with CRDs as they stand in git: without a status.

mod command;

use command::{Folder, run};
use serde_json::{Value, json};

/// A CRD with a scope, a kind, and the lines of its versions.
fn crd(scope: &str, kind: &str, versions: &[&str]) -> String {
    let schema = "schema: {openAPIV3Schema: {type: object}}";
    let versions: Vec<String> = versions
        .iter()
        .map(|version| format!("  - {{{version}, {schema}}}\n"))
        .collect();
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: crates.shop.test}}\n\
         spec:\n  group: shop.test\n  scope: {scope}\n  names: {{kind: {kind}, plural: crates}}\n  versions:\n{}",
        versions.concat()
    )
}

const V1: &str = "name: v1, served: true, storage: true";
const ALPHA: &str = "name: v1alpha1, served: true, storage: false";

fn check(old: &str, new: &str, more: &[&str]) -> (i32, String) {
    let folder = Folder::new(&[("old.yaml", old), ("new.yaml", new)]);
    let (code, out, _) = run(
        &folder,
        &[&["check", "--old", "old.yaml", "new.yaml"], more].concat(),
        "",
    );
    (code, out)
}

#[test]
fn an_old_crd_counts_as_established() {
    let old = crd("Cluster", "Crate", &[V1]);
    let new = crd("Namespaced", "Krate", &[V1]);
    let (code, out) = check(&old, &new, &[]);
    assert_eq!(code, 1);
    for words in [
        "spec.scope: Invalid value: \"Namespaced\": field is immutable\n --> new.yaml:6:10\n",
        "spec.names.kind: Invalid value: \"Krate\": field is immutable\n",
        "note: the old CRD (old.yaml:1:1) has no status: it counts as established, so that its scope and kind can no \
         longer change, and as one with objects stored in v1\n",
    ] {
        assert!(out.contains(words), "{out}");
    }
    assert_eq!(check(&old, &new, &["--assume", "new"]).0, 0);
    // A status says it better.
    let status =
        "status: {conditions: [{type: Established, status: 'False'}], storedVersions: [v1]}\n";
    let (code, out) = check(&format!("{old}{status}"), &new, &[]);
    assert_eq!((code, out.contains("note:")), (0, false), "{out}");
}

#[test]
fn versions_that_were_served_may_have_been_stored() {
    let old = crd("Namespaced", "Crate", &[ALPHA, V1]);
    let new = crd("Namespaced", "Crate", &[V1]);
    let (code, out) = check(&old, &new, &[]);
    assert_eq!(code, 1);
    assert!(
        out.contains("error: status.storedVersions[0]: Invalid value: \"v1alpha1\": missing from spec.versions;")
            && out.contains(" --> new.yaml:8:3\n")
            && out.contains(
                "= keep v1alpha1 with `served: false`, run `wheelwright migrate crates.shop.test --drop v1alpha1`, then remove it\n"
            )
            && out.contains("objects stored in v1alpha1, v1\n"),
        "{out}"
    );
    for assumption in ["stored=v1", "new"] {
        let (code, out) = check(&old, &new, &["--assume", assumption]);
        assert_eq!((code, out.contains("note:")), (0, true), "{out}");
    }
    // Neither served nor stored: nothing is in it.
    let retired = ALPHA.replace("served: true", "served: false");
    assert_eq!(
        check(&crd("Namespaced", "Crate", &[&retired, V1]), &new, &[]).0,
        0
    );
    // The version must only be there.
    let kept = crd("Namespaced", "Crate", &[&retired, V1]);
    assert_eq!(check(&old, &kept, &[]).0, 0);
}

#[test]
fn what_is_assumed_is_said_in_json_and_not_where_all_is_quiet() {
    let crd = crd("Namespaced", "Crate", &[V1]);
    let (code, out) = check(&crd, &crd, &["-o", "json"]);
    let whole: Value = serde_json::from_str(&out).expect("it is JSON");
    let finding = &whole["objects"][0]["findings"][0];
    assert_eq!((code, &finding["severity"]), (0, &json!("note")));
    assert_eq!(
        check(&crd, &crd, &["-o", "github"]).1.split(' ').next(),
        Some("::notice")
    );
    assert_eq!(check(&crd, &crd, &["--quiet"]), (0, String::new()));
    assert_eq!(check(&crd, &crd, &["--deny", "warnings"]).0, 0);
}

#[test]
fn old_crds_are_found_by_name_and_once() {
    let one = crd("Namespaced", "Crate", &[V1]);
    let other = one
        .replace("crates.shop.test", "boxes.shop.test")
        .replace("plural: crates", "plural: boxes");
    let (code, out) = check(&other, &one, &[]);
    assert_eq!(code, 0);
    assert!(
        out.contains(
            "note: no CRD of this name is among the old ones: it is checked as a new one\n"
        ),
        "{out}"
    );
    let (code, out) = check(&format!("{one}---\n{one}"), &one, &[]);
    assert_eq!(code, 2);
    assert!(
        out.contains("crates.shop.test is given twice, first in old.yaml:1:1"),
        "{out}"
    );
}

#[test]
fn other_words_are_no_assumption() {
    for assumption in ["stored", "stored=", "stored=v1,", "old"] {
        let folder = Folder::new(&[]);
        let (code, _, err) = run(&folder, &["check", "--assume", assumption, "-"], "");
        assert_eq!(code, 2);
        assert!(
            err.contains("write `installed`, `new`, or `stored=v1,v2`"),
            "{err}"
        );
    }
}
