//! `cargo run -p pizza -- deploy`.

use std::process::Command;

use pizza::installation::{IMAGE, NAMESPACE, WEBHOOK, installation};
use serde_json::{Value, json};
use wheelwright::webhook::{deploy::Certificates, tls::Memory};

fn objects() -> Vec<Value> {
    let installation = installation(IMAGE).unwrap();
    let made = Memory::for_hosts(installation.names().hosts).unwrap();
    let installation = installation.certificates(Certificates::from(&made));
    installation.objects().unwrap()
}

fn of_kind<'o>(objects: &'o [Value], kind: &str) -> Vec<&'o Value> {
    let all = objects.iter().filter(|object| object["kind"] == kind);
    all.collect()
}

#[test]
fn pizzas_are_sent_to_both_webhooks_at_both_versions_under_one_name() {
    let objects = objects();
    for kind in [
        "MutatingWebhookConfiguration",
        "ValidatingWebhookConfiguration",
    ] {
        let [configuration] = of_kind(&objects, kind)[..] else {
            panic!("one {kind}");
        };
        let webhook = &configuration["webhooks"][0];
        assert_eq!(webhook["name"], WEBHOOK);
        assert_eq!(webhook["failurePolicy"], "Fail");
        let rule = &webhook["rules"][0];
        assert_eq!(rule["apiGroups"], json!([WEBHOOK]));
        assert_eq!(rule["apiVersions"], json!(["v1beta1", "v1alpha1"]));
        assert_eq!(rule["resources"], json!(["pizzas"]));
    }
}

#[test]
fn the_server_may_watch_toppings() {
    let objects = objects();
    let [role] = of_kind(&objects, "ClusterRole")[..] else {
        panic!("one ClusterRole");
    };
    let toppings = json!({
        "apiGroups": [WEBHOOK], "resources": ["toppings"], "verbs": ["get", "list", "watch"],
    });
    assert_eq!(role["rules"], json!([toppings]));
    assert_eq!(
        of_kind(&objects, "Namespace")[0]["metadata"]["name"],
        NAMESPACE
    );
    assert_eq!(of_kind(&objects, "CustomResourceDefinition").len(), 2);
    assert_eq!(of_kind(&objects, "Topping").len(), 3);
}

#[test]
fn what_is_written_twice_is_written_once() {
    for certificates in ["cert-manager", "self-signed"] {
        let folder = folder_of_this_run(certificates);
        let deploy = || {
            let output = Command::new(env!("CARGO_BIN_EXE_pizza"))
                .args(["deploy", "--certificates", certificates, "--to"])
                .arg(&folder)
                .output()
                .unwrap();
            assert!(output.status.success(), "{output:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        assert!(deploy().contains("kustomization.yaml"));
        let again = deploy();
        assert!(again.contains("is up to date"), "{again}");
        if certificates == "self-signed" {
            assert!(again.contains("certificate that is there is kept"));
            let secret = folder.join("1-server/30-secret.yaml");
            std::fs::remove_file(&secret).unwrap();
            let changed = deploy();
            for part in ["30-secret", "10-crd-pizzas", "60-mutating", "61-validating"] {
                assert!(changed.contains(part), "{part}: {changed}");
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

fn folder_of_this_run(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("wheelwright-pizza-{name}-{}", std::process::id()))
}
