//! Documents that are no objects of a kind, which kubectl fails on. The words are those of kubectl 1.36 under
//! `--validate=strict`: `kind not set`, `no matches for kind`.

mod command;

use command::{Folder, run};

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crates.shop.test}
spec:
  group: shop.test
  scope: Namespaced
  names: {kind: Crate, plural: crates, singular: crate, listKind: CrateList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {x-kubernetes-preserve-unknown-fields: true}}}}
";
const GOOD: &str = "apiVersion: shop.test/v1\nkind: Crate\nmetadata: {name: good}\n";

/// What both commands say of a document beside a CRD and an object of it: the exit code and the output.
fn said(document: &str) -> [(i32, String); 2] {
    let all = format!("{GOOD}---\n{document}");
    let folder = Folder::new(&[("crd.yaml", CRD), ("all.yaml", &all)]);
    [
        &["apply", "--crd", "crd.yaml", "all.yaml"][..],
        &["check", "crd.yaml", "all.yaml"],
    ]
    .map(|arguments| {
        let (code, out, _) = run(&folder, arguments, "");
        (code, out)
    })
}

#[test]
fn what_is_no_object_of_a_kind_fails_where_it_stands() {
    for (document, words) in [
        (
            "apiVersion: shop.test/v1\nmetadata: {name: a}\n",
            "error: kind not set\n --> all.yaml:5:1\n",
        ),
        (
            "kind: Crate\nmetadata: {name: a}\n",
            "error: apiVersion not set\n --> all.yaml:5:1\n",
        ),
        (
            "metadata: {name: a}\n",
            "error: apiVersion not set, kind not set\n",
        ),
        (
            "apiVersion: shop.test/v1\nKind: Crate\n",
            "error: kind not set\n --> all.yaml:6:1\n  |\n6 | Kind: Crate\n  | ^^^^\n  = write `kind`: `Kind` is another field\n",
        ),
        (
            "apiversion: shop.test/v1\nkind: Crate\n",
            "write `apiVersion`: `apiversion` is another field",
        ),
        (
            "apiVersion: 1\nkind: Crate\n",
            "error: apiVersion not set\n --> all.yaml:5:13\n",
        ),
        (
            "apiVersion: shop.test/v1\nkind: [Crate]\n",
            "`kind` is text, and this is a list",
        ),
        (
            "apiVersion: shop.test/v1\nkind: ''\n",
            "error: kind not set\n",
        ),
        (
            "apiVersion: shop.test/v1\nkind: null\n",
            "error: kind not set\n",
        ),
        (
            "just text\n",
            "error: it is a text, and no object\n --> all.yaml:5:1\n",
        ),
        (
            "- apiVersion: shop.test/v1\n  kind: Crate\n",
            "error: it is a list, and no object\n",
        ),
        ("{}\n", "error: apiVersion not set, kind not set\n"),
        (
            "apiVersion: shop.test/v1\nkind: crate\n",
            "error: no matches for kind \"crate\" in version \"shop.test/v1\"\n --> all.yaml:6:7\n",
        ),
        (
            "apiVersion: shop.test/v1\nkind: Crat\n",
            "did you mean `Crate`?",
        ),
        (
            "apiVersion: shop.test/v1\nkind: Barrel\n",
            "the CRDs that are given have Crate",
        ),
        (
            "apiVersion: shop.test\nkind: Crate\n",
            "write a group and a version: `shop.test/v1`",
        ),
        (
            "apiVersion: shop.test/\nkind: Crate\n",
            "write a group and a version: `shop.test/v1`",
        ),
        (
            "apiVersion: shop.test/v1/x\nkind: Crate\n",
            "error: unexpected GroupVersion string: shop.test/v1/x\n",
        ),
        (
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinitions\n",
            "did you mean `CustomResourceDefinition`?",
        ),
        (
            "apiVersion: v1\nkind: CustomResourceDefinition\n",
            "write `apiVersion: apiextensions.k8s.io/v1`",
        ),
        (
            "apiVersion: apiextension.k8s.io/v1\nkind: CustomResourceDefinition\n",
            "write `apiVersion: apiextensions.k8s.io/v1`",
        ),
        ("apiVersion: v1\nkind: List\n", "a list has `items`"),
    ] {
        for (code, out) in said(document) {
            assert_eq!(code, 1, "{document}\n{out}");
            assert!(out.contains(words), "{document}\n{out}");
        }
    }
}

#[test]
fn what_is_no_object_is_counted_for_itself() {
    let [(_, applied), (_, checked)] = said("kind: Crate\n---\ntext\n");
    assert!(
        applied.ends_with("1 object: accepted; 2 refused that are no objects of a kind\n"),
        "{applied}"
    );
    assert!(
        checked.ends_with("1 CRD: accepted; 2 refused that are no objects of a kind; 1 skipped\n"),
        "{checked}"
    );
}

#[test]
fn unknown_groups_are_skipped() {
    for document in [
        "apiVersion: v1\nkind: ConfigMap\n",
        "apiVersion: apps/v1\nkind: Deployment\n",
        "apiVersion: other.test/v1\nkind: Crate\n",
        "apiVersion: v1\nkind: List\nitems: []\n",
    ] {
        for (code, out) in said(document) {
            assert_eq!(code, 0, "{document}\n{out}");
        }
    }
    let [(_, out), _] = said("apiVersion: shop.tst/v1\nkind: Crate\n");
    assert!(
        out.contains("skipped: Crate (all.yaml:5:1): no CRD has its group and kind: did you mean `shop.test`?\n"),
        "{out}"
    );
}

/// kubectl gives an item of a typed list the list's kind and version if it has neither.
#[test]
fn items_of_lists_have_their_kind_from_it_or_fail() {
    for (list, item, expected) in [
        ("CrateList", "metadata: {name: a}", 0),
        ("CrateList", "kind: Crate", 1),
        ("CrateList", "apiVersion: shop.test/v1", 1),
        ("List", "metadata: {name: a}", 1),
    ] {
        let list =
            format!("apiVersion: shop.test/v1\nkind: {list}\nitems:\n- {item}\n  spec: {{}}\n");
        for (code, out) in said(&list) {
            assert_eq!(code, expected, "{list}\n{out}");
        }
    }
}

#[test]
fn old_objects_and_crds_that_are_nothing_cannot_be_read() {
    let folder = Folder::new(&[
        ("crd.yaml", CRD),
        ("good.yaml", GOOD),
        (
            "old.yaml",
            "apiVersion: shop.test/v1\nmetadata: {name: good}\n",
        ),
    ]);
    for arguments in [
        &[
            "apply",
            "--crd",
            "crd.yaml",
            "--old",
            "old.yaml",
            "good.yaml",
        ][..],
        &[
            "apply",
            "--crd",
            "crd.yaml",
            "--crd",
            "old.yaml",
            "good.yaml",
        ],
        &["check", "--old", "old.yaml", "crd.yaml"],
    ] {
        let (code, out, _) = run(&folder, arguments, "");
        assert_eq!(code, 2, "{out}");
        assert!(
            out.starts_with("error: cannot be read: kind not set\n --> old.yaml:1:1\n"),
            "{out}"
        );
    }
}
