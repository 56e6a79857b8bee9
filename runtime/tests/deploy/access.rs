//! What the server may do is what it does.

use serde_json::{Value, json};
use wheelwright::webhook::{
    deploy::{Certificates, Installation},
    tls::ManagedNames,
};

use super::kite::{
    Cloths, Kites, every_source, given, installation, named, of_kind, registrations,
};

fn rules<'o>(objects: &'o [Value], kind: &str) -> &'o Value {
    &named(objects, kind, "kite-webhook")["rules"]
}

#[test]
fn what_is_watched_is_read_and_no_more() {
    let objects = installation(given()).objects().unwrap();
    assert_eq!(
        rules(&objects, "ClusterRole"),
        &json!([{"apiGroups": ["sky.example.com"], "resources": ["cloths"], "verbs": ["get", "list", "watch"]}])
    );
    assert!(of_kind(&objects, "Role").next().is_none());
}

#[test]
fn who_manages_certificates_writes_its_own_secret_and_the_bundles_by_name() {
    let installation = installation(Certificates::Managed);
    let names = installation.names();
    assert_eq!(names.secret, "kite-webhook-tls");
    assert_eq!(names.crds, ["kites.sky.example.com"]);
    let objects = installation.objects().unwrap();
    assert_eq!(
        rules(&objects, "Role"),
        &json!([
            {"apiGroups": [""], "resources": ["secrets"], "verbs": ["create"]},
            {"apiGroups": [""], "resources": ["secrets"], "resourceNames": [names.secret], "verbs": ["get", "update"]},
        ])
    );
    let bundle = |group: &str, resource: &str, name: &str| {
        named(
            &objects,
            match resource {
                "customresourcedefinitions" => "CustomResourceDefinition",
                "mutatingwebhookconfigurations" => "MutatingWebhookConfiguration",
                _ => "ValidatingWebhookConfiguration",
            },
            name,
        );
        json!({"apiGroups": [group], "resources": [resource], "resourceNames": [name], "verbs": ["get", "patch"]})
    };
    let admission = "admissionregistration.k8s.io";
    let (mutating, validating) = (names.mutating.unwrap(), names.validating.unwrap());
    assert_eq!(
        rules(&objects, "ClusterRole"),
        &json!([
            {"apiGroups": ["sky.example.com"], "resources": ["cloths"], "verbs": ["get", "list", "watch"]},
            bundle("apiextensions.k8s.io", "customresourcedefinitions", &names.crds[0]),
            bundle(admission, "mutatingwebhookconfigurations", &mutating),
            bundle(admission, "validatingwebhookconfigurations", &validating),
        ])
    );
}

#[test]
fn what_the_program_does_besides_is_allowed_once_by_a_token() {
    let verbs = ["get", "patch"];
    let objects = Installation::new("kite-webhook", "sky", "kite")
        .crd(Kites::manifest())
        .certificates(given())
        .allows("", "configmaps", verbs)
        .allows("", "configmaps", verbs)
        .allows("sky.example.com", "kites/status", ["patch"])
        .objects()
        .unwrap();
    assert_eq!(
        rules(&objects, "ClusterRole"),
        &json!([
            {"apiGroups": [""], "resources": ["configmaps"], "verbs": verbs},
            {"apiGroups": ["sky.example.com"], "resources": ["kites/status"], "verbs": ["patch"]},
        ])
    );
    let pod = &named(&objects, "Deployment", "kite-webhook")["spec"]["template"]["spec"];
    assert_eq!(pod["automountServiceAccountToken"], true);
}

/// By the table of rights of `wheelwright-install`.
#[test]
fn who_installs_its_crds_may_do_that_and_they_are_left_out() {
    let installation = installation(given()).installs();
    let objects = installation.objects().unwrap();
    assert!(
        of_kind(&objects, "CustomResourceDefinition")
            .next()
            .is_none()
    );
    let (group, resource) = ("apiextensions.k8s.io", "customresourcedefinitions");
    assert_eq!(
        rules(&objects, "ClusterRole").as_array().unwrap()[1..],
        [
            json!({"apiGroups": [group], "resources": [resource], "verbs": ["create"]}),
            json!({
                "apiGroups": [group], "resources": [resource],
                "resourceNames": ["cloths.sky.example.com", "kites.sky.example.com"], "verbs": ["get", "update", "watch"],
            }),
        ]
    );
    assert_eq!(
        rules(&objects, "Role"),
        &json!([
            {"apiGroups": [""], "resources": ["services"], "resourceNames": ["kite-webhook"], "verbs": ["get"]},
            {"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["list"]},
            {"apiGroups": ["discovery.k8s.io"], "resources": ["endpointslices"], "verbs": ["list"]},
        ])
    );
    // What it installs leads to its own Service, not to where the attribute says.
    let [kites, _] = &installation.manifests()[..] else {
        panic!("two")
    };
    let crd = kites.json().unwrap();
    assert_eq!(
        crd["spec"]["conversion"]["webhook"]["clientConfig"]["service"]["name"],
        "kite-webhook"
    );
    // With nothing that converts no Service is asked about.
    let objects = Installation::new("kite-webhook", "sky", "kite")
        .crd(Cloths::manifest())
        .certificates(given())
        .installs()
        .objects()
        .unwrap();
    assert!(of_kind(&objects, "Role").next().is_none());
    let pod = &named(&objects, "Deployment", "kite-webhook")["spec"]["template"]["spec"];
    assert_eq!(pod["automountServiceAccountToken"], true);
}

#[test]
fn what_is_allowed_is_what_the_keeper_of_the_certificate_asks_for() {
    let installation = installation(Certificates::Managed);
    let names = installation.names();
    let mut asked =
        ManagedNames::new(names.namespace.unwrap(), names.secret).service("kite-webhook");
    for crd in names.crds {
        asked = asked.crd(crd);
    }
    let asked = asked
        .mutating(names.mutating.unwrap())
        .validating(names.validating.unwrap());
    assert_eq!(installation.managed_names().as_ref(), Some(&asked));
    assert_eq!(asked.hosts(), names.hosts[..1]);
    let objects = installation.objects().unwrap();
    assert_eq!(rules(&objects, "Role"), &json!(asked.role()));
    // The first is for what handlers watch.
    let allowed = rules(&objects, "ClusterRole").as_array().unwrap();
    assert_eq!(json!(allowed[1..]), json!(asked.cluster_role()));
}

/// A rule without names would be for every object of the kind.
#[test]
fn nothing_is_allowed_that_has_no_name() {
    let objects = Installation::new("kite-webhook", "sky", "kite")
        .crd(Cloths::manifest())
        .certificates(Certificates::Managed)
        .objects()
        .unwrap();
    assert!(of_kind(&objects, "ClusterRole").next().is_none());
    assert!(of_kind(&objects, "ClusterRoleBinding").next().is_none());
}

#[test]
fn every_role_is_bound_to_the_account_of_the_pods() {
    for certificates in every_source() {
        let objects = installation(certificates).objects().unwrap();
        let account = named(&objects, "ServiceAccount", "kite-webhook");
        for kind in ["Role", "ClusterRole"] {
            for role in of_kind(&objects, kind) {
                let binding = format!("{kind}Binding");
                let name = role["metadata"]["name"].as_str().unwrap();
                let binding = named(&objects, &binding, name);
                assert_eq!(
                    binding["roleRef"],
                    json!({"apiGroup": "rbac.authorization.k8s.io", "kind": kind, "name": name})
                );
                assert_eq!(
                    binding["subjects"],
                    json!([{
                        "kind": "ServiceAccount",
                        "name": account["metadata"]["name"],
                        "namespace": account["metadata"]["namespace"],
                    }])
                );
                assert_eq!(
                    binding["metadata"]["namespace"],
                    role["metadata"]["namespace"]
                );
            }
        }
        let pod = &named(&objects, "Deployment", "kite-webhook")["spec"]["template"]["spec"];
        assert_eq!(pod["serviceAccountName"], account["metadata"]["name"]);
        assert_eq!(pod["automountServiceAccountToken"], true);
    }
}

#[test]
fn a_server_that_asks_nobody_gets_no_token() {
    let objects = Installation::new("kite-webhook", "sky", "kite")
        .crd(Kites::manifest())
        .registrations(registrations())
        .certificates(given())
        .objects()
        .unwrap();
    let pod = &named(&objects, "Deployment", "kite-webhook")["spec"]["template"]["spec"];
    assert_eq!(pod["automountServiceAccountToken"], false);
    for kind in ["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"] {
        assert!(of_kind(&objects, kind).next().is_none(), "{kind}");
    }
}
