//! `wheelwright diff`, run as a program.

mod command;

use std::process::Command;

use command::{Folder, run};
use serde_json::Value;

const CRD: &str = "\
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
              size:
                type: integer
                maximum: 60
";

fn tightened() -> String {
    CRD.replace("60", "50")
}

fn releases() -> Folder {
    Folder::new(&[("old/pizzas.yaml", CRD), ("new/pizzas.yaml", &tightened())])
}

/// As the README shows it.
#[test]
fn what_breaks_is_shown_with_its_object_and_place() {
    let (code, out, err) = run(&releases(), &["diff", "old", "new"], "");
    assert_eq!((code, err.as_str()), (1, ""));
    assert_eq!(
        out,
        "\
breaks: bound-tightened pizzas.example.com/v1/spec.size: maximum 60 → 50
  --> new/pizzas.yaml:22:17
  who: writers
  fix: keep the old bound in this version, and tighten it in a new one
    # create
    #   old: accepted
    #   new: refused: spec.size: Invalid value: 51: spec.size in body should be less than or equal to 50
    # update it unchanged
    #   old: accepted
    #   new: accepted: what does not change is not judged again
    apiVersion: example.com/v1
    kind: Pizza
    metadata:
      name: example
      namespace: default
    spec:
      size: 51
needs a new version: 1 CRD, 1 finding that breaks, 40 generated objects tried
"
    );
}

#[test]
fn what_is_compatible_exits_with_0() {
    let (code, out, _) = run(&releases(), &["diff", "new", "old/pizzas.yaml"], "");
    assert_eq!(code, 0, "{out}");
    assert!(
        out.starts_with("note: bound-loosened pizzas.example.com/v1/spec.size: maximum 50 → 60\n"),
        "{out}"
    );
    let (code, out, _) = run(&releases(), &["diff", "new", "old", "--quiet"], "");
    assert_eq!((code, out.lines().count()), (0, 1), "{out}");
    let (code, out, _) = run(&releases(), &["diff", "old", "old"], "");
    assert_eq!(
        (code, out.as_str()),
        (0, "patch: 1 CRD, 40 generated objects tried\n")
    );
}

#[test]
fn programs_are_told_the_same() {
    let (code, out, _) = run(&releases(), &["diff", "old", "new", "--output", "json"], "");
    let document: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(
        (code, &document["verdict"]),
        (1, &Value::from("needs a new version"))
    );
    let finding = &document["findings"][0];
    assert_eq!(
        finding["key"],
        "bound-tightened pizzas.example.com/v1/spec.size"
    );
    assert_eq!(
        (&finding["file"], &finding["line"]),
        (&Value::from("new/pizzas.yaml"), &Value::from(22))
    );
    assert_eq!(finding["witness"]["object"]["spec"]["size"], 51);
    assert_eq!(finding["witness"]["steps"][0]["old"], "accepted");

    let (code, out, _) = run(
        &releases(),
        &["diff", "old", "new", "--output", "github"],
        "",
    );
    assert_eq!((code, out.lines().count()), (1, 1));
    assert!(
        out.starts_with("::error file=new/pizzas.yaml,line=22,endLine=22,col=17,"),
        "{out}"
    );
    assert!(out.contains("spec:%0A    size: 51"), "{out}");

    let (code, out, _) = run(
        &releases(),
        &["diff", "old", "new", "--output", "markdown"],
        "",
    );
    assert_eq!(code, 1);
    assert!(
        out.starts_with(
            "## API: needs a new version\n\n### Breaks\n\n- `pizzas.example.com/v1/spec.size`: "
        ),
        "{out}"
    );
}

#[test]
fn what_is_accepted_does_not_count() {
    let line = "bound-tightened pizzas.example.com/v1/spec.size: no oven is that large\n";
    let folder = Folder::new(&[
        ("old.yaml", CRD),
        ("new.yaml", &tightened()),
        ("accept", line),
        (
            "stale",
            "# ours\nbound-tightened pizzas.example.com/v1/spec.crust: gone\n",
        ),
    ]);
    let (code, out, _) = run(
        &folder,
        &["diff", "old.yaml", "new.yaml", "--accept", "accept"],
        "",
    );
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("accepted: bound-tightened "), "{out}");
    assert!(
        out.ends_with("compatible: 1 CRD, 1 accepted, 40 generated objects tried\n"),
        "{out}"
    );
    let (code, out, _) = run(
        &folder,
        &["diff", "old.yaml", "new.yaml", "--accept", "stale"],
        "",
    );
    assert_eq!(code, 2);
    assert!(
        out.contains("nothing is found that is `bound-tightened pizzas.example.com/v1/spec.crust`"),
        "{out}"
    );
    assert!(out.contains("--> stale:2:1"), "{out}");
    let (code, out, _) = run(
        &folder,
        &["diff", "old.yaml", "new.yaml", "--accept", "none"],
        "",
    );
    assert_eq!(code, 2);
    assert!(out.contains("none cannot be read"), "{out}");
}

#[test]
fn what_is_undecided_counts_if_it_is_asked_for() {
    let ruled = CRD.replace(
        "            properties:\n              size",
        "            x-kubernetes-validations: [{rule: 'true || self.size > 1'}]\n            properties:\n              size",
    );
    let odd = ruled.replace(
        "true || self.size > 1",
        "has(self.size) ? self.size * 0 == 0 : true",
    );
    let folder = Folder::new(&[
        ("old.yaml", CRD),
        ("always.yaml", &ruled),
        ("odd.yaml", &odd),
    ]);
    for (new, strict, expected) in [
        ("always.yaml", "--strict", 0),
        ("odd.yaml", "--quiet", 0),
        ("odd.yaml", "--strict", 1),
    ] {
        let (code, out, _) = run(&folder, &["diff", "old.yaml", new, strict], "");
        assert_eq!(code, expected, "{new} {strict}: {out}");
        assert_eq!(
            out.contains("undecided: rule-tightened"),
            new == "odd.yaml",
            "{out}"
        );
    }
}

#[test]
fn bad_input_is_named_with_its_place() {
    let half = CRD.split("    schema:").next().expect("a part");
    let broken = CRD.replace(
        "        type: object\n        properties:\n          spec",
        "        type: [object\n        properties:\n          spec",
    );
    let outdated = CRD.replace("k8s.io/v1\n", "k8s.io/v1beta1\n");
    let mistyped = CRD.replace("maximum: 60", "maximum: many");
    let twice = format!("{CRD}---\n{CRD}");
    let folder = Folder::new(&[
        ("new.yaml", CRD),
        ("half.yaml", half),
        ("broken.yaml", &broken),
        ("outdated.yaml", &outdated),
        ("mistyped.yaml", &mistyped),
        ("twice.yaml", &twice),
        ("empty/readme.txt", "nothing"),
        (
            "others/pizza.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
        ),
    ]);
    for (old, place, text) in [
        (
            "half.yaml",
            "half.yaml:10:5",
            "the CRD stores no version, or one without a schema: is the file whole?",
        ),
        ("broken.yaml", "broken.yaml:", "cannot be read"),
        (
            "outdated.yaml",
            "outdated.yaml:1:1",
            "write it as apiextensions.k8s.io/v1",
        ),
        ("mistyped.yaml", "mistyped.yaml:22:26", "maximum"),
        (
            "twice.yaml",
            "twice.yaml:24:1",
            "pizzas.example.com is given twice, first in twice.yaml:1:1",
        ),
        ("missing.yaml", "missing.yaml", "cannot be read"),
        ("git:v1", "git:v1", "write `git:REVISION:PATH`"),
    ] {
        for arguments in [["diff", old, "new.yaml"], ["diff", "new.yaml", old]] {
            let (code, out, err) = run(&folder, &arguments, "");
            assert_eq!(code, 2, "{arguments:?}: {out}{err}");
            assert!(
                out.contains(place) && out.contains(text),
                "{arguments:?}: {out}{err}"
            );
        }
    }
    for old in ["empty", "others"] {
        let (code, _, err) = run(&folder, &["diff", old, "new.yaml"], "");
        assert_eq!(code, 2);
        assert_eq!(
            err,
            format!("wheelwright: there is no CustomResourceDefinition in {old}\n")
        );
    }
    let (code, out, _) = run(
        &folder,
        &["diff", "outdated.yaml", "new.yaml", "--output", "json"],
        "",
    );
    assert_eq!(code, 2);
    let document: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(document["unreadable"][0]["line"], 1);
}

/// The revisions of a repository that is made here; without git there is nothing to try.
#[test]
fn revisions_are_read_from_git() {
    let folder = Folder::new(&[
        ("sub/crds/pizzas.yaml", CRD),
        ("sub/crds/notes.txt", "no YAML: {"),
    ]);
    let git = |arguments: &[&str]| {
        let identity = [
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.com",
            "-c",
            "commit.gpgsign=false",
        ];
        let run = Command::new("git")
            .args(identity)
            .args(arguments)
            .current_dir(folder.path())
            .output();
        run.is_ok_and(|output| output.status.success())
    };
    if !git(&["init", "-q"]) {
        return;
    }
    assert!(git(&["add", "-A"]) && git(&["commit", "-q", "-m", "a"]) && git(&["tag", "v1.2.0"]));
    folder.change("sub/crds/pizzas.yaml", "60", "50");
    for old in [
        "git:v1.2.0:sub/crds/",
        "git:v1.2.0:sub/crds/pizzas.yaml",
        "git:HEAD:sub",
        "git:HEAD:",
    ] {
        let (code, out, err) = run(&folder, &["diff", old, "sub/crds"], "");
        assert_eq!((code, err.as_str()), (1, ""), "{old}: {out}");
        assert!(out.contains("--> sub/crds/pizzas.yaml:22:17"), "{out}");
    }
    let (code, out, _) = run(&folder, &["diff", "sub", "git:HEAD:sub/"], "");
    assert_eq!(code, 0);
    assert!(
        out.contains("--> git:HEAD:sub/crds/pizzas.yaml:22:17"),
        "{out}"
    );
    for (old, text) in [
        (
            "git:v9:sub",
            "git knows no revision `v9`; fetch it, or write another",
        ),
        (
            "git:v1.2.0:nothing",
            "the revision v1.2.0 has nothing at `nothing`",
        ),
        ("git:--help:sub", "write a revision between the colons"),
    ] {
        let (code, out, _) = run(&folder, &["diff", old, "sub"], "");
        assert_eq!(code, 2, "{old}");
        assert!(out.contains(text), "{old}: {out}");
    }
}

/// Two versions, between which a webhook converts.
fn two_versions() -> String {
    let (head, version) = CRD.split_once("  - name: v1\n").expect("it has a version");
    let other = version.replace("storage: true", "storage: false");
    let webhook = "  conversion:
    strategy: Webhook
    webhook: {conversionReviewVersions: [v1], clientConfig: {url: https://example.com/}}
";
    let head = head.replace("  versions:\n", &format!("{webhook}  versions:\n"));
    format!("{head}  - name: v1\n{version}  - name: v1beta1\n{other}")
}

/// A command that answers a review: each object with the other version, and changed by a script of sed.
#[cfg(unix)]
fn converting(script: &str) -> String {
    let review = r#"s|^.*"desiredAPIVersion":"([^"]*)","objects":\[\{"apiVersion":"[^"]*"(.*)\}\],"uid":"([^"]*)".*$|{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","response":{"uid":"\3","result":{"status":"Success"},"convertedObjects":[{"apiVersion":"\1"\2}]}}|"#;
    format!("sed -E -e '{review}' -e '{script}'")
}

#[test]
#[cfg(unix)]
fn conversions_are_commands() {
    let folder = Folder::new(&[("crd.yaml", &two_versions())]);
    let same = converting("");
    let negative = converting(r#"s|("example.com/v1beta1".*"size":)([1-9])|\1-\2|"#);
    let diff = |old: &str, new: &str| {
        let arguments = [
            "diff",
            "crd.yaml",
            "crd.yaml",
            "--convert-old",
            old,
            "--convert-new",
            new,
        ];
        run(&folder, &arguments, "")
    };
    let (code, out, err) = diff(&same, &same);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, out, err) = diff(&same, &negative);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    assert!(
        out.starts_with("breaks: conversion-changed pizzas.example.com/v1beta1/spec.size"),
        "{out}"
    );
}

/// The way back: a new field is dropped, in the file of the new release.
#[test]
fn a_rollback_says_what_is_dropped() {
    let with = CRD.replace(
        "                maximum: 60\n",
        "                maximum: 70\n              oven:\n                type: string\n",
    );
    let folder = Folder::new(&[
        ("old.yaml", CRD),
        ("new.yaml", &with),
        (
            "accepted",
            "rollback-field-pruned pizzas.example.com/v1/spec.oven: it is set anew\n",
        ),
    ]);
    let (code, out, err) = run(&folder, &["diff", "--rollback", "old.yaml", "new.yaml"], "");
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    assert!(
        out.starts_with(
            "breaks: rollback-field-pruned pizzas.example.com/v1/spec.oven: the field is gone: the server drops it\n  --> new.yaml:23:"
        ),
        "{out}"
    );
    assert!(
        out.contains(
            "\nnote: rollback-bound-tightened pizzas.example.com/v1/spec.size: maximum 70 → 60\n"
        ),
        "{out}"
    );
    assert!(
        out.contains("\nbreaks what is stored: 1 CRD, 1 finding that breaks"),
        "{out}"
    );

    let arguments = [
        "diff",
        "--rollback",
        "old.yaml",
        "new.yaml",
        "--accept",
        "accepted",
        "--output",
        "json",
    ];
    let (code, out, err) = run(&folder, &arguments, "");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let document: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(document["verdict"], "can be rolled back");
    let levels: Vec<_> = document["findings"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|finding| (&finding["level"], &finding["counted"]))
        .collect();
    assert!(
        levels
            .iter()
            .any(|(level, counted)| *level == "breaks what is stored"
                && *counted == "can be rolled back"),
        "{out}"
    );

    let (code, out, err) = run(
        &folder,
        &["diff", "old.yaml", "new.yaml", "--accept", "accepted"],
        "",
    );
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
}

/// A field goes after notice.
#[test]
fn what_was_deprecated_may_go() {
    let with = |description: &str| {
        let oven = format!(
            "                maximum: 60\n              oven:\n                type: string\n                description: {description}\n"
        );
        CRD.replace("                maximum: 60\n", &oven)
    };
    let folder = Folder::new(&[
        ("first.yaml", &with("Where it bakes.")),
        ("second.yaml", &with("'Deprecated: all ovens are alike'")),
        ("third.yaml", CRD),
    ]);
    let diff = |more: &[&str]| {
        let arguments = [&["diff", "second.yaml", "third.yaml"], more].concat();
        let (code, out, err) = run(&folder, &arguments, "");
        assert_eq!(err, "");
        (code, out)
    };
    assert_eq!(diff(&[]).0, 1);
    let (code, out) = diff(&["--deprecated-for", "1"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("note: field-pruned"), "{out}");
    assert!(out.contains("; it was deprecated in 1 release\n"), "{out}");
    let (code, out) = diff(&["--deprecated-for", "2", "--earlier", "first.yaml"]);
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("; it was deprecated in 1 of the 2 releases that are asked for"),
        "{out}"
    );
    let (code, out) = diff(&["--deprecated-for", "2", "--earlier", "second.yaml"]);
    assert_eq!(code, 1, "{out}");
}

/// The program of the old release reads what that of the new one wrote.
#[test]
#[cfg(unix)]
fn a_rollback_asks_the_old_program() {
    let folder = Folder::new(&[("crd.yaml", &two_versions())]);
    let same = converting("");
    let negative = converting(r#"s|("example.com/v1beta1".*"size":)([1-9])|\1-\2|"#);
    let diff = |more: &[&str]| {
        let arguments = [
            "diff",
            "--rollback",
            "crd.yaml",
            "crd.yaml",
            "--convert-new",
            &same,
        ];
        run(&folder, &[&arguments, more].concat(), "")
    };
    let (code, out, err) = diff(&["--convert-old", &same]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(!out.contains("undecided"), "{out}");
    let (code, out, err) = diff(&["--convert-old", &negative]);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    assert!(
        out.starts_with("breaks: rollback-conversion-changed pizzas.example.com/v1beta1/spec.size"),
        "{out}"
    );
    let (code, out, _) = diff(&["--strict"]);
    assert_eq!(code, 1, "{out}");
    assert!(
        out.starts_with("undecided: rollback-conversion-unseen pizzas.example.com"),
        "{out}"
    );
}

/// A command that cannot be asked is no verdict.
#[test]
#[cfg(unix)]
fn a_command_that_converts_nothing_is_named() {
    let folder = Folder::new(&[("crd.yaml", &two_versions()), ("objects.jsonl", "{}")]);
    for (command, word) in [
        ("no-such-command", "not found"),
        ("echo kind: Pizza", "response"),
        ("exit 3", "3"),
        ("cat", "response"),
    ] {
        let (code, out, err) = run(
            &folder,
            &["diff", "crd.yaml", "crd.yaml", "--convert-new", command],
            "",
        );
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(command) && err.contains(word), "{err}");
    }
    let recorded = [
        "diff",
        "crd.yaml",
        "crd.yaml",
        "--recorded",
        "objects.jsonl",
        "--convert-new",
        "cat",
    ];
    let (code, _, err) = run(&folder, &recorded, "");
    assert_eq!(code, 2);
    assert!(err.contains("objects.jsonl: line 1: from"), "{err}");
}
