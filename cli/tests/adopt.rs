//! `wheelwright adopt`, run as a program.

mod command;

use std::fs;
use std::process::Command;

use command::{Folder, run};

const MANIFEST: &str = "[package]\nname = \"kitchen\"\n\n[dependencies]\nkube = { version = \"5\", features = [\"derive\"] }\nschemars = \"1\" # for the CRD\nserde = \"1\"\n";

const SOURCE: &str = "\
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A pizza.
#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = \"example.com\", version = \"v1\", kind = \"Pizza\")]
pub struct PizzaSpec {
    #[schemars(range(min = 1))] // in centimetres
    pub size: u8,
}
";

const REWRITTEN: &str = "\
use wheelwright::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A pizza.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = \"example.com\", version = \"v1\", kind = \"Pizza\", cluster)]
pub struct PizzaSpec {
    #[schema(minimum = 1)] // in centimetres
    pub size: u8,
}
";

fn crd(scope: &str, size: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: pizzas.example.com}}
spec:
  group: example.com
  names: {{kind: Pizza, plural: pizzas}}
  scope: {scope}
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
              size: {size}
"
    )
}

fn kitchen(more: &[(&str, &str)]) -> Folder {
    let files = [("Cargo.toml", MANIFEST), ("src/lib.rs", SOURCE)];
    Folder::new(&[&files, more].concat())
}

fn text(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("a file")
}

fn git(folder: &Folder, arguments: &[&str]) {
    let done = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .expect("git runs");
    assert!(done.status.success(), "{done:?}");
}

#[test]
fn a_package_is_rewritten_with_its_manifest() {
    let folder = kitchen(&[]);
    let (code, out, err) = run(&folder, &["adopt", "--allow-dirty"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "1 type in 2 files, 1 custom resource: nothing is left by hand\n"
    );
    assert_eq!(text(&folder, "src/lib.rs"), REWRITTEN);
    assert_eq!(
        text(&folder, "Cargo.toml"),
        MANIFEST.replace(
            "schemars = \"1\" # for the CRD\nserde = \"1\"\n",
            "serde = \"1\"\nwheelwright = { version = \"0.1\", default-features = false, features = [\"kube\"] }\n"
        )
    );
    // There is nothing to do a second time.
    let (code, _, err) = run(&folder, &["adopt", "--allow-dirty"], "");
    assert_eq!(code, 2);
    assert!(
        err.contains("there is no custom resource of kube-derive here"),
        "{err}"
    );
}

/// The patch makes of the folder what the command makes of it.
#[test]
fn a_dry_run_prints_a_patch_and_writes_nothing() {
    let folder = kitchen(&[]);
    let (code, patch, err) = run(&folder, &["adopt", "--dry-run"], "");
    assert_eq!(code, 0, "{err}");
    assert!(err.ends_with("nothing is left by hand\n"), "{err}");
    assert_eq!(text(&folder, "src/lib.rs"), SOURCE);
    assert_eq!(text(&folder, "Cargo.toml"), MANIFEST);
    git(&folder, &["init", "-q"]);
    fs::write(folder.path().join("adopt.patch"), patch).expect("a file");
    git(&folder, &["apply", "adopt.patch"]);
    assert_eq!(text(&folder, "src/lib.rs"), REWRITTEN);
}

#[test]
fn what_is_not_committed_is_not_overwritten() {
    let folder = kitchen(&[]);
    let (code, _, err) = run(&folder, &["adopt"], "");
    assert_eq!(code, 2);
    assert!(
        err.contains("is in no git repository") && err.contains("--allow-dirty"),
        "{err}"
    );
    git(&folder, &["init", "-q"]);
    let (code, _, err) = run(&folder, &["adopt"], "");
    assert_eq!(code, 2);
    assert!(
        err.contains("there are changes that are not committed"),
        "{err}"
    );
    assert_eq!(text(&folder, "src/lib.rs"), SOURCE);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-qm", "before"]);
    let (code, _, err) = run(&folder, &["adopt"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(text(&folder, "src/lib.rs"), REWRITTEN);
}

#[test]
fn what_is_left_is_told_with_its_line_and_the_exit_code() {
    let folder = kitchen(&[]);
    folder.change(
        "src/lib.rs",
        "range(min = 1)",
        "range(min = 1), transform = f",
    );
    folder.change("Cargo.toml", "version = \"5\"", "version = \"3.1\"");
    let (code, out, _) = run(&folder, &["adopt", "--allow-dirty", "--quiet"], "");
    assert_eq!(code, 1);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 2, "{out}");
    assert!(
        lines[0].starts_with("by hand: src/lib.rs:9:32: `transform` in `#[schemars(…)]`: "),
        "{out}"
    );
    assert!(
        lines[1]
            .starts_with("by hand: Cargo.toml:5:1: `kube = \"3.1\"`: wheelwright is for kube 5"),
        "{out}"
    );
    assert!(text(&folder, "src/lib.rs").contains("#[schemars(transform = f)]"));
}

/// All or nothing.
#[test]
fn a_source_that_does_not_parse_leaves_all_as_it_was() {
    let folder = kitchen(&[("src/bad.rs", "use schemars::JsonSchema;\nstruct {\n")]);
    let (code, out, err) = run(&folder, &["adopt", "--allow-dirty"], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.starts_with("wheelwright: src/bad.rs:2:8: this does not parse: "),
        "{err}"
    );
    assert!(err.ends_with("wheelwright: nothing is written\n"), "{err}");
    assert_eq!(text(&folder, "src/lib.rs"), SOURCE);
    let (code, _, err) = run(&folder, &["adopt", "nowhere"], "");
    assert_eq!(code, 2);
    assert!(
        err.contains("nowhere/Cargo.toml:1:1: cannot be read"),
        "{err}"
    );
    let folder = kitchen(&[]);
    folder.change("Cargo.toml", "[dependencies]", "[dependencies");
    let (code, _, err) = run(&folder, &["adopt", "--allow-dirty"], "");
    assert_eq!(code, 2);
    assert!(err.starts_with("wheelwright: Cargo.toml:4:"), "{err}");
}

#[test]
fn members_of_a_workspace_are_rewritten_together() {
    let member = "[package]\nname = \"api\"\n\n[dependencies]\nkube.workspace = true\nschemars.workspace = true\n";
    let folder = Folder::new(&[
        (
            "Cargo.toml",
            "[workspace]\nmembers = [\"crates/*\"]\n\n[workspace.dependencies]\nk8s-openapi = { version = \"0.29\", features = [\"v1_33\"] }\nkube = \"5\"\nschemars = \"1\"\n",
        ),
        ("crates/api/Cargo.toml", member),
        ("crates/api/src/lib.rs", SOURCE),
        ("crates/other/Cargo.toml", "[package]\nname = \"other\"\n"),
        ("crates/other/src/lib.rs", "pub fn f() {}\n"),
        ("crates/api/target/x.rs", SOURCE),
    ]);
    let (code, _, err) = run(&folder, &["adopt", "--allow-dirty"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(text(&folder, "crates/api/src/lib.rs"), REWRITTEN);
    assert_eq!(text(&folder, "crates/api/target/x.rs"), SOURCE);
    // The version of Kubernetes is the workspace's.
    assert!(text(&folder, "Cargo.toml").ends_with(
        "schemars = \"1\"\nwheelwright = { version = \"0.1\", default-features = false, features = [\"kube\"] }\n"
    ));
    assert!(
        text(&folder, "crates/api/Cargo.toml")
            .ends_with("kube.workspace = true\nwheelwright = { workspace = true }\n")
    );
    assert_eq!(
        text(&folder, "crates/other/Cargo.toml"),
        "[package]\nname = \"other\"\n"
    );
}

#[test]
fn the_crds_of_a_command_are_compared() {
    let crds = crd("Cluster", "{type: integer, format: uint8, minimum: 1}");
    let folder = kitchen(&[
        ("before.yaml", &crds),
        (
            "after.yaml",
            &crds.replace("format: uint8", "format: int32, maximum: 255"),
        ),
        ("scope.yaml", &crds.replace("Cluster", "Namespaced")),
    ]);
    let command =
        "if grep -q kube::CustomResource src/lib.rs; then cat before.yaml; else cat after.yaml; fi";
    let (code, out, err) = run(&folder, &["adopt", "--allow-dirty", "--crds", command], "");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(
        out.contains("pizzas.example.com: differences: 2, to decide: 0\n"),
        "{out}"
    );
    assert!(
        out.contains("\n    tightened: v1 spec.size: maximum none → 255\n"),
        "{out}"
    );
    let compare = |after: &str| {
        run(
            &folder,
            &[
                "adopt",
                "--quiet",
                "--before",
                "before.yaml",
                "--after",
                after,
            ],
            "",
        )
    };
    assert_eq!(compare("after.yaml"), (0, String::new(), String::new()));
    let (code, out, _) = compare("scope.yaml");
    assert_eq!(code, 1);
    assert!(out.contains("a server refuses the update"), "{out}");
    assert!(out.contains("write `cluster` or `namespaced`"), "{out}");
    let (code, _, err) = compare("src/lib.rs");
    assert_eq!(code, 2);
    assert!(!err.is_empty());
}

/// Before anything is written, a command that fails stops it; afterwards, what it said before is kept.
#[test]
fn a_command_that_fails_loses_nothing() {
    let folder = kitchen(&[("before.yaml", &crd("Cluster", "{type: integer}"))]);
    let (code, _, err) = run(&folder, &["adopt", "--allow-dirty", "--crds", "exit 3"], "");
    assert_eq!(code, 2);
    assert!(
        err.contains("`exit 3`: it fails with exit status: 3")
            && err.contains("nothing is written"),
        "{err}"
    );
    assert_eq!(text(&folder, "src/lib.rs"), SOURCE);
    let command = "grep -q kube::CustomResource src/lib.rs && cat before.yaml";
    let (code, _, err) = run(&folder, &["adopt", "--allow-dirty", "--crds", command], "");
    assert_eq!(code, 1);
    assert!(
        err.contains("--before ./target/crds-before-adopt.yaml --after FILE"),
        "{err}"
    );
    assert_eq!(
        text(&folder, "target/crds-before-adopt.yaml"),
        text(&folder, "before.yaml")
    );
    assert_eq!(text(&folder, "src/lib.rs"), REWRITTEN);
}
