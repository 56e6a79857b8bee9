//! Files that are only written when they change.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use wheelwright::webhook::deploy::{Certificates, Part, WriteError};

use super::kite::{given, installation};

/// Removed when the test ends well.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("wheelwright-deploy-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&folder));
        Self(folder)
    }

    fn names(&self, part: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.join(part)).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            drop(fs::remove_dir_all(&self.0));
        }
    }
}

fn read(path: &Path) -> Value {
    serde_saphyr::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_files_in_their_order_are_the_objects() {
    let folder = Folder::new("order");
    let installation = installation(given());
    installation.write_to(&folder.0).unwrap();
    let mut read_back = Vec::new();
    for part in ["1-server", "2-registration", "3-samples"] {
        for name in folder.names(part) {
            read_back.push(read(&folder.0.join(part).join(name)));
        }
    }
    assert_eq!(read_back, installation.objects().unwrap());

    let kustomization = read(&folder.0.join("kustomization.yaml"));
    assert_eq!(kustomization["kind"], "Kustomization");
    let resources = kustomization["resources"].as_array().unwrap();
    let listed: Vec<Value> = resources
        .iter()
        .map(|path| read(&folder.0.join(path.as_str().unwrap())))
        .collect();
    let base = |object: &&Value| {
        object["apiVersion"] != "sky.example.com/v1" && object["apiVersion"] != "sky.example.com/v0"
    };
    let expected: Vec<Value> = read_back.iter().filter(base).cloned().collect();
    assert_eq!(listed, expected);
}

#[test]
fn only_what_changed_is_written() {
    let folder = Folder::new("changed");
    let certificates = given();
    let first = installation(certificates.clone())
        .write_to(&folder.0)
        .unwrap();
    assert!(first.contains(&folder.0.join("kustomization.yaml")));
    let again = installation(certificates.clone())
        .write_to(&folder.0)
        .unwrap();
    assert_eq!(again, Vec::<PathBuf>::new());
    let scaled = installation(certificates)
        .replicas(3)
        .write_to(&folder.0)
        .unwrap();
    assert_eq!(scaled, [folder.0.join("1-server/50-deployment.yaml")]);
}

#[test]
fn what_is_no_longer_part_of_it_goes_and_what_is_not_ours_stays() {
    let folder = Folder::new("stale");
    installation(given()).write_to(&folder.0).unwrap();
    let theirs = folder.0.join("1-server/30-theirs.yaml");
    fs::write(&theirs, "kind: Secret\n").unwrap();
    let changed = installation(Certificates::cert_manager())
        .write_to(&folder.0)
        .unwrap();
    let secret = folder.0.join("1-server/30-secret.yaml");
    assert!(changed.contains(&secret));
    assert!(!secret.exists());
    assert!(theirs.exists());
    assert!(
        folder
            .names("1-server")
            .contains(&"33-certificate.yaml".to_owned())
    );
}

#[test]
fn what_somebody_else_wrote_in_our_place_is_refused_and_stays() {
    let folder = Folder::new("theirs");
    let theirs = folder.0.join("kustomization.yaml");
    fs::create_dir_all(&folder.0).unwrap();
    fs::write(&theirs, "resources: [mine.yaml]\n").unwrap();
    let error = installation(given()).write_to(&folder.0).unwrap_err();
    assert!(
        error.to_string().ends_with(
            "kustomization.yaml: it was not written by this command: move it away, or name another folder"
        ),
        "{error}"
    );
    assert_eq!(
        fs::read_to_string(&theirs).unwrap(),
        "resources: [mine.yaml]\n"
    );
    assert!(!folder.0.join("1-server").exists());
}

#[cfg(unix)]
#[test]
fn a_private_key_is_its_owners() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new("mode");
    let secret = folder.0.join("1-server/30-secret.yaml");
    fs::create_dir_all(secret.parent().unwrap()).unwrap();
    fs::write(&secret, "").unwrap();
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).unwrap();
    installation(given()).write_to(&folder.0).unwrap();
    assert_eq!(
        fs::metadata(&secret).unwrap().permissions().mode() & 0o777,
        0o600
    );
}

#[test]
fn nothing_is_written_of_what_is_refused() {
    let folder = Folder::new("refused");
    let refused = installation(given()).replicas(0).write_to(&folder.0);
    assert!(matches!(refused, Err(WriteError::NotInstallable(_))));
    assert!(!folder.0.exists());
}

#[test]
fn parts_make_up_the_whole() {
    let installation = installation(given());
    let parts: String = Part::ALL
        .into_iter()
        .map(|part| installation.yaml_of(part).unwrap())
        .collect();
    assert_eq!(parts, installation.yaml().unwrap());
    let registration = installation.yaml_of(Part::Registration).unwrap();
    assert!(registration.contains("WebhookConfiguration"));
    assert!(!registration.contains("Deployment\n"));
    assert_eq!(json!(Part::Samples.as_str()), "samples");
}
