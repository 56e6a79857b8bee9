//! What a cluster has is read by the command as files are.

use std::fs;

use e2e::{Cluster, Result};
use serde_json::json;

use crate::program::{Folder, command};

const NAME: &str = "trays.installed.e2e.example.com";

#[tokio::test]
async fn crds_of_a_cluster_are_imported_and_compared() -> Result {
    let cluster = Cluster::shared().await?;
    let version = |name: &str, storage: bool, field: &str| {
        let spec =
            json!({"type": "object", "properties": {field: {"type": "string", "maxLength": 20}}});
        json!({
            "name": name, "served": true, "storage": storage,
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}},
        })
    };
    let definition = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": NAME},
        "spec": {
            "group": "installed.e2e.example.com", "scope": "Namespaced",
            "names": {"kind": "Tray", "plural": "trays"},
            "versions": [version("v1", true, "size"), version("v1beta1", false, "size")],
        },
    });
    let crd = cluster.install(&definition).await?;
    let folder = std::env::temp_dir().join(format!("wheelwright-installed-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let folder = Folder(folder);
    let mut dropped = definition.clone();
    dropped["spec"]["versions"] = json!([{"name": "v1beta1", "served": true, "storage": true,
        "schema": definition["spec"]["versions"][1]["schema"]}]);
    for (name, crd) in [("same.json", &definition), ("dropped.json", &dropped)] {
        fs::write(folder.0.join(name), crd.to_string()).expect("a file");
    }
    let bin = command();
    let wheelwright = |arguments: &str| {
        let mut shell = cluster.shell(&folder.0).expect("a shell");
        let run = format!("{}/wheelwright {arguments} 2>&1", bin.display());
        let output = shell.arg("-c").arg(run).output().expect("a shell");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };

    let (code, said) = wheelwright("import cluster::*.installed.e2e.example.com --out api");
    assert_eq!(code, Some(0), "{said}");
    let manifest = fs::read_to_string(folder.0.join(format!("api/{NAME}.yaml")));
    let manifest = manifest.unwrap_or_else(|error| panic!("{error}: {said}"));
    for kept in ["maxLength: 20", "name: v1beta1"] {
        assert!(manifest.contains(kept), "{manifest}");
    }
    for of_the_server in ["managedFields", "uid:", "storedVersions"] {
        assert!(!manifest.contains(of_the_server), "{manifest}");
    }
    let again = format!("import --check cluster::{NAME} --out api");
    let (code, said) = wheelwright(&again);
    assert_eq!(code, Some(0), "{said}");

    // Beside what is installed, which objects may be stored at is known.
    let (code, said) = wheelwright(&format!("check dropped.json --against cluster::{NAME}"));
    assert_eq!(code, Some(1), "{said}");
    let words = "missing from spec.versions; v1 was previously a storage version";
    assert!(said.contains(words), "{said}");
    let (code, said) = wheelwright(&format!("diff cluster::{NAME} same.json"));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("patch: 1 CRD"), "{said}");

    for (place, words) in [
        (
            "cluster::*.nowhere.example.com",
            "the cluster has no CustomResourceDefinition of this name, `*.nowhere.example.com`",
        ),
        ("cluster:nowhere:", "nowhere"),
        ("cluster::[", "is no glob"),
    ] {
        let (code, said) = wheelwright(&format!("check '{place}'"));
        assert_eq!(code, Some(2), "{said}");
        assert!(
            said.starts_with(&format!("error: {place} cannot be read: ")) && said.contains(words),
            "{said}"
        );
    }
    cluster.uninstall(&crd).await
}
