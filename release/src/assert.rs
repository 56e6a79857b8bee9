//! The types of today beside the releases of before, in a test.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::Value;
use wheelwright_schema::manifest::Manifest;

use crate::accept::{AcceptError, accept};
use crate::diff::{Options, diff};
use crate::finding::Report;

/// The file in the folder with the findings that somebody accepted.
const ACCEPTED: &str = "accepted";

/// Folders within folders deeper than this hold no releases.
const DEPTH: usize = 8;

/// Fails if the types of today break somebody who uses a release of before: one line in a test keeps an API compatible.
///
/// The folder, relative to the package, holds the CRDs of past releases, as YAML or JSON, in whatever files and folders; those of
/// other kinds are left aside. What is released is added by a command: `cargo run -- crd > releases/v1.2.0.yaml`, or by
/// [`assert_manifest!`](wheelwright_schema::assert_manifest!). The types are compared with each of them as [`diff`](crate::diff())
/// does. The failure names each finding that breaks, with an object that shows it.
///
/// A file `accepted` in the folder may accept findings, each with a reason, as [`accept`](crate::accept()) reads it; a line must
/// be of use for one of the releases.
///
/// ```no_run
/// # use serde::{Deserialize, Serialize};
/// # use wheelwright::{CustomResource, Schema};
/// # /// A pizza.
/// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// # #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
/// # pub struct PizzaSpec {}
/// # wheelwright::wheel!(pub Pizzas = Pizza);
/// wheelwright::assert_release!(Pizzas, "releases/");
/// // With settings:
/// wheelwright::assert_release!({ Pizzas::manifest().max_description(0) }, "releases/");
/// ```
#[macro_export]
macro_rules! assert_release {
    ($wheel:ty, $folder:expr $(,)?) => {
        $crate::assert_release(
            &<$wheel>::manifest(),
            ::core::env!("CARGO_MANIFEST_DIR"),
            $folder,
        )
    };
    ($manifest:expr, $folder:expr $(,)?) => {
        $crate::assert_release(&$manifest, ::core::env!("CARGO_MANIFEST_DIR"), $folder)
    };
}

/// See [`assert_release!`](crate::assert_release!).
///
/// # Panics
///
/// If a release is broken, if there is none of this kind in the folder, if a file of the folder cannot be read, or if the manifest
/// has errors.
#[track_caller]
pub fn assert_release(manifest: &Manifest, package: &str, folder: &str) {
    // No closures: the failure is at the caller's line.
    let crd = match manifest.json() {
        Ok(crd) => crd,
        Err(report) => panic!("{report}"),
    };
    if let Err(message) = hold(&crd, &Path::new(package).join(folder), folder) {
        panic!("{message}");
    }
}

/// A release that is in the folder.
struct Past {
    file: String,
    crd: Value,
}

fn hold(crd: &Value, folder: &Path, shown: &str) -> Result<(), String> {
    let name = name_of(crd).unwrap_or_default();
    let mut files = Vec::new();
    find(folder, DEPTH, &mut files).map_err(|error| format!("{shown}: {error}"))?;
    files.sort();
    let mut past = Vec::new();
    for path in files {
        let within = path.strip_prefix(folder).unwrap_or(&path);
        let file = Path::new(shown).join(within).display().to_string();
        let crds = read(&path).map_err(|reason| format!("{file}:{reason}"))?;
        let own = crds.into_iter().filter(|crd| name_of(crd) == Some(name));
        past.extend(own.map(|crd| Past {
            file: file.clone(),
            crd,
        }));
    }
    if past.is_empty() {
        return Err(format!(
            "{shown} holds no release of {name}: write the CRD of the last one there, as `{shown}/v1.0.0.yaml`, or that of today"
        ));
    }
    let accepted = match fs::read_to_string(folder.join(ACCEPTED)) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(format!("{shown}/{ACCEPTED}: {error}")),
    };
    let mut stale: Option<BTreeSet<(usize, String)>> = None;
    let mut broken = Vec::new();
    for release in &past {
        let mut report = diff(&release.crd, crd, &Options::default())
            .map_err(|trouble| format!("{}: {trouble}", release.file))?;
        if let Some(text) = &accepted {
            let unused = unused(accept(&mut report, text));
            stale = Some(match stale {
                Some(stale) => stale.intersection(&unused).cloned().collect(),
                None => unused,
            });
        }
        if report.verdict().is_breaking() {
            broken.push(said(&release.file, &report));
        }
    }
    let stale = stale.unwrap_or_default().into_iter();
    let stale = stale.map(|(line, reason)| format!("{shown}/{ACCEPTED}:{line}: {reason}"));
    let said: Vec<String> = broken.into_iter().chain(stale).collect();
    if said.is_empty() {
        Ok(())
    } else {
        Err(said.join("\n\n"))
    }
}

/// The lines that accepted nothing of one release.
fn unused(accepted: Result<(), Vec<AcceptError>>) -> BTreeSet<(usize, String)> {
    let errors = accepted.err().unwrap_or_default().into_iter();
    errors.map(|error| (error.line, error.reason)).collect()
}

/// What breaks users of a release.
fn said(file: &str, report: &Report) -> String {
    let findings = report.findings.iter();
    let breaking = findings.filter(|finding| finding.counted().is_breaking());
    let mut said = format!("the types break users of {file}:\n");
    for finding in breaking {
        said += &format!(
            "{finding}\n  to accept it: `{}: why` in `{ACCEPTED}` of that folder\n",
            finding.key()
        );
    }
    said + &report.summary()
}

fn name_of(crd: &Value) -> Option<&str> {
    if crd.get("kind")?.as_str()? != "CustomResourceDefinition" {
        return None;
    }
    crd.get("metadata")?.get("name")?.as_str()
}

/// The files of YAML and JSON in a folder, and in those within.
fn find(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if path.is_dir() {
            if let Some(depth) = depth.checked_sub(1) {
                find(&path, depth, files)?;
            }
        } else if matches!(ending, Some("yaml" | "yml" | "json")) {
            files.push(path);
        }
    }
    Ok(())
}

/// The documents of a file; else the line, and why.
fn read(file: &Path) -> Result<Vec<Value>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!(" {error}"))?;
    let documents = wheelwright_yaml::documents(&text).into_iter();
    let values = documents.map(|document| match document {
        Ok(document) => match document.duplicates.first() {
            None => Ok(document.value),
            Some(twice) => Err(format!(
                "{}: {} is given twice",
                twice.key.start.line, twice.path
            )),
        },
        Err(error) => Err(format!("{}: {}", error.position.line, error.kind)),
    });
    values.collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use serde_json::{Value, json};

    use super::hold;

    fn crd(most: i64) -> Value {
        json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "pizzas.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"kind": "Pizza", "plural": "pizzas"},
                "scope": "Namespaced",
                "versions": [{
                    "name": "v1", "served": true, "storage": true,
                    "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                        "spec": {"type": "object", "properties": {"size": {"type": "integer", "maximum": most}}},
                    }}},
                }],
            },
        })
    }

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = format!("wheelwright-release-{}-{name}", std::process::id());
            let folder = std::env::temp_dir().join(folder);
            fs::create_dir_all(folder.join("v1")).unwrap();
            Self(folder)
        }

        fn with(self, file: &str, text: &str) -> Self {
            fs::write(self.0.join(file), text).unwrap();
            self
        }

        fn hold(&self, most: i64) -> Result<(), String> {
            hold(&crd(most), &self.0, "releases")
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    const KEY: &str = "bound-tightened pizzas.example.com/v1/spec.size";

    #[test]
    fn each_release_is_held_to() {
        let other = r#"{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "pizzas.example.com"}}"#;
        let folder = Folder::new("each")
            .with("v1/crd.json", &crd(60).to_string())
            .with("v2.yaml", &format!("{other}\n---\n{}", crd(50)))
            .with("notes.txt", "{");
        folder.hold(60).unwrap();
        let broken = folder.hold(55).unwrap_err();
        assert!(
            broken.contains("users of releases/v1/crd.json:"),
            "{broken}"
        );
        assert!(broken.contains("size: 56"), "{broken}");
        assert!(broken.contains(&format!("`{KEY}: why`")), "{broken}");
        assert!(!broken.contains("v2.yaml"), "{broken}");
    }

    #[test]
    fn what_is_accepted_is_of_use_for_one_of_them() {
        let folder = Folder::new("accepted")
            .with("v1.yaml", &crd(60).to_string())
            .with("v2.yaml", &crd(50).to_string())
            .with(
                "accepted",
                &format!("# why\n{KEY}: no oven is that large\n"),
            );
        folder.hold(55).unwrap();
        let stale = folder.hold(60).unwrap_err();
        assert!(
            stale.starts_with("releases/accepted:2: nothing is found"),
            "{stale}"
        );
    }

    #[test]
    fn without_a_release_nothing_is_held() {
        let other = crd(1)
            .to_string()
            .replace("pizzas.example", "ovens.example");
        let none = Folder::new("none").with("v1.yaml", &other);
        let none = none.hold(60).unwrap_err();
        assert!(
            none.contains("holds no release of pizzas.example.com"),
            "{none}"
        );
        let missing = hold(
            &crd(1),
            &std::env::temp_dir().join("no such folder"),
            "releases",
        );
        assert!(missing.unwrap_err().starts_with("releases: "));
    }

    #[test]
    fn what_is_no_release_is_named_by_its_line() {
        let broken =
            Folder::new("broken").with("v1.yaml", "kind: CustomResourceDefinition\nspec: {\n");
        let broken = broken.hold(60).unwrap_err();
        assert!(broken.starts_with("releases/v1.yaml:2: "), "{broken}");
        let twice = Folder::new("twice").with("v1.yaml", "kind: A\nspec: 1\nspec: 2\n");
        let twice = twice.hold(60).unwrap_err();
        assert_eq!(twice, "releases/v1.yaml:3: spec is given twice");
        let mut half = crd(60);
        half["spec"]["versions"] = json!([]);
        let half = Folder::new("half").with("v1.json", &half.to_string());
        let half = half.hold(60).unwrap_err();
        assert!(
            half.starts_with("releases/v1.json: the CRD stores no version"),
            "{half}"
        );
    }
}
