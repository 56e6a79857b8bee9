//! What one version lacks travels, where Linkerd's own `strategy: None` prunes it.

use serde_json::{Value, json};
use server::{Servers, selector::Selector, v1alpha1, v1beta1, v1beta2, v1beta3};
use wheelwright::admit::Rules;

const KEPT: &str = "policy.linkerd.io/kept-by-conversion";

fn server(version: &str, spec: &Value) -> Value {
    json!({
        "apiVersion": format!("policy.linkerd.io/{version}"),
        "kind": "Server",
        "metadata": {"name": "emoji-grpc", "namespace": "emojivoto"},
        "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Servers::convert_object(object, version).unwrap_or_else(|error| panic!("{error}"))
}

/// What the API server makes of an object without a webhook.
fn pruned(object: &Value, version: &str) -> Value {
    let crd = Servers::crd_json().expect("the API server takes the CRD");
    let rules = Rules::from_crd(&crd).expect("the API server takes the CRD");
    let mut object = object.clone();
    object["apiVersion"] = format!("policy.linkerd.io/{version}").into();
    let version = rules.version(version).expect("it has the version");
    version.prune(&mut object);
    version.default(&mut object);
    object
}

/// With fewer objects than `assert_laws` tries: each goes through twelve pairs of versions.
#[test]
fn laws() {
    if let Err(violation) = Servers::laws().rounds(300).check() {
        panic!("{violation}");
    }
}

#[test]
fn what_all_versions_have_is_the_same_in_all() {
    let spec = json!({
        "podSelector": {"matchLabels": {"app": "emoji-svc"}},
        "port": "grpc",
        "proxyProtocol": "gRPC",
    });
    for version in ["v1alpha1", "v1beta1", "v1beta2"] {
        let old = server(version, &spec);
        let new = convert(&old, "v1beta3");
        let mut expected = server("v1beta3", &spec);
        expected["spec"]["accessPolicy"] = json!("deny");
        assert_eq!(new, expected);
        assert_eq!(convert(&new, version), old);
        assert_eq!(pruned(&pruned(&old, "v1beta3"), version), old);
    }
}

#[test]
fn a_policy_travels_through_the_oldest_version() {
    let new = server(
        "v1beta3",
        &json!({
            "accessPolicy": "audit",
            "podSelector": {"matchLabels": {"app": "emoji-svc"}},
            "port": 8080,
            "proxyProtocol": "unknown",
        }),
    );
    let old = convert(&new, "v1alpha1");
    assert_eq!(old["spec"].get("accessPolicy"), None);
    assert_eq!(convert(&convert(&old, "v1beta1"), "v1beta3"), new);

    let unconverted = pruned(&pruned(&new, "v1alpha1"), "v1beta3");
    assert_eq!(unconverted["spec"]["accessPolicy"], "deny");
}

#[test]
fn a_server_of_external_workloads_is_about_no_pods() {
    let new = server(
        "v1beta3",
        &json!({
            "accessPolicy": "deny",
            "externalWorkloadSelector": {"matchLabels": {"app": "legacy"}},
            "port": 8080,
            "proxyProtocol": "unknown",
        }),
    );
    let old = convert(&new, "v1beta1");
    assert_eq!(old["spec"]["podSelector"], json!(Selector::nothing()));
    assert_eq!(convert(&old, "v1beta3"), new);
    assert_eq!(convert(&convert(&old, "v1alpha1"), "v1beta3"), new);

    // Pruning leaves out what the version requires, and the way back has no selector at all.
    let unconverted = pruned(&new, "v1beta1");
    assert_eq!(unconverted["spec"].get("podSelector"), None);
    assert_eq!(
        pruned(&unconverted, "v1beta3")["spec"].get("externalWorkloadSelector"),
        None
    );
}

/// Not both selectors: the newer versions take exactly one.
#[test]
fn pods_that_an_old_client_selects_replace_the_external_workloads() {
    let new = server(
        "v1beta3",
        &json!({
            "accessPolicy": "audit",
            "externalWorkloadSelector": {},
            "port": 8080,
            "proxyProtocol": "unknown",
        }),
    );
    let mut old = convert(&new, "v1beta1");
    old["spec"]["podSelector"] = json!({"matchLabels": {"app": "emoji-svc"}});
    let edited = convert(&old, "v1beta3");
    assert_eq!(
        edited["spec"],
        json!({
            "accessPolicy": "audit",
            "podSelector": {"matchLabels": {"app": "emoji-svc"}},
            "port": 8080,
            "proxyProtocol": "unknown",
        })
    );
    assert_eq!(edited["metadata"].get("annotations"), None);
}

/// The oldest version's schema wants labels or expressions; a selector of both is live all the same, and not changed.
#[test]
fn a_selector_that_the_oldest_version_would_refuse_is_delivered() {
    let both = json!({
        "matchLabels": {"app": "emoji-svc"},
        "matchExpressions": [{"key": "tier", "operator": "Exists"}],
    });
    let new = server(
        "v1beta1",
        &json!({"podSelector": both, "port": 1, "proxyProtocol": "unknown"}),
    );
    let old = convert(&new, "v1alpha1");
    assert_eq!(old["spec"], new["spec"]);
    assert_eq!(old["metadata"]["annotations"].get(KEPT), None);
}

#[test]
fn typed() {
    let old = v1alpha1::ServerSpec {
        pod_selector: Selector::default(),
        port: serde_json::from_value(json!("http")).expect("a port may be a name"),
        proxy_protocol: "HTTP/1".to_owned(),
    };
    let v1beta1 = v1beta1::ServerSpec::from(old.clone());
    let v1beta2 = v1beta2::ServerSpec::from(v1beta1.clone());
    let v1beta3 = v1beta3::ServerSpec::from(v1beta2.clone());
    assert_eq!(v1beta3.access_policy, "deny");
    assert_eq!(v1beta3.pod_selector, Some(Selector::default()));
    assert_eq!(v1beta2::ServerSpec::from(v1beta3), v1beta2);
    assert_eq!(v1beta1::ServerSpec::from(v1beta2), v1beta1);
    assert_eq!(v1alpha1::ServerSpec::from(v1beta1), old);
}
