//! What the objects are, and that they fit together.

use k8s_openapi::{
    api::{
        admissionregistration::v1::{MutatingWebhookConfiguration, ValidatingWebhookConfiguration},
        apps::v1::Deployment,
        core::v1::{Namespace, Secret, Service, ServiceAccount},
        policy::v1::PodDisruptionBudget,
        rbac::v1::{ClusterRole, ClusterRoleBinding, Role, RoleBinding},
    },
    apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use wheelwright::webhook::deploy::{Certificates, Installation, PORT};

use super::kite::{Kites, every_source, given, installation, named, of_kind};

fn back<T: Serialize + DeserializeOwned>(object: &Value) -> Value {
    let typed: T = serde_json::from_value(object.clone()).unwrap();
    serde_json::to_value(typed).unwrap()
}

fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let same = |(key, value)| other.get(key).is_some_and(|other| equal(value, other));
            one.len() == other.len() && one.iter().all(same)
        }
        _ => one == other,
    }
}

#[test]
fn every_object_is_of_its_type_and_says_nothing_more() {
    for certificates in every_source() {
        for object in installation(certificates).objects().unwrap() {
            let version = object["apiVersion"].as_str().unwrap();
            let kind = object["kind"].as_str().unwrap();
            let same = match (version, kind) {
                ("v1", "Namespace") => back::<Namespace>(&object),
                ("v1", "Secret") => back::<Secret>(&object),
                ("v1", "Service") => back::<Service>(&object),
                ("v1", "ServiceAccount") => back::<ServiceAccount>(&object),
                ("apps/v1", "Deployment") => back::<Deployment>(&object),
                ("policy/v1", "PodDisruptionBudget") => back::<PodDisruptionBudget>(&object),
                ("rbac.authorization.k8s.io/v1", "Role") => back::<Role>(&object),
                ("rbac.authorization.k8s.io/v1", "RoleBinding") => back::<RoleBinding>(&object),
                ("rbac.authorization.k8s.io/v1", "ClusterRole") => back::<ClusterRole>(&object),
                ("rbac.authorization.k8s.io/v1", "ClusterRoleBinding") => {
                    back::<ClusterRoleBinding>(&object)
                }
                ("apiextensions.k8s.io/v1", "CustomResourceDefinition") => {
                    back::<CustomResourceDefinition>(&object)
                }
                ("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration") => {
                    back::<MutatingWebhookConfiguration>(&object)
                }
                ("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration") => {
                    back::<ValidatingWebhookConfiguration>(&object)
                }
                ("cert-manager.io/v1", "Issuer" | "Certificate")
                | ("sky.example.com/v0" | "sky.example.com/v1", "Kite" | "Cloth") => continue,
                other => panic!("{other:?} is not expected"),
            };
            // Bounds in schemas are floating-point numbers.
            assert!(equal(&same, &object), "{same} is not {object}");
        }
    }
}

fn position(objects: &[Value], kind: &str) -> usize {
    let found = objects.iter().position(|object| object["kind"] == kind);
    found.unwrap_or_else(|| panic!("no {kind}"))
}

#[test]
fn nothing_comes_before_what_it_needs_and_registration_after_the_server() {
    for certificates in every_source() {
        let objects = installation(certificates).objects().unwrap();
        let order = [
            "Namespace",
            "CustomResourceDefinition",
            "ServiceAccount",
            "ClusterRole",
            "ClusterRoleBinding",
            "Service",
            "PodDisruptionBudget",
            "Deployment",
            "MutatingWebhookConfiguration",
            "ValidatingWebhookConfiguration",
            "Cloth",
            "Kite",
        ];
        for pair in order.windows(2) {
            assert!(
                position(&objects, pair[0]) < position(&objects, pair[1]),
                "{pair:?}"
            );
        }
        let deployed = position(&objects, "Deployment");
        for earlier in ["Secret", "Certificate", "Issuer", "RoleBinding"] {
            let mut found = objects.iter().skip(deployed);
            assert!(!found.any(|object| object["kind"] == earlier), "{earlier}");
        }
    }
}

fn is_subset(selector: &Value, labels: &Value) -> bool {
    let selector = selector.as_object().unwrap();
    !selector.is_empty() && selector.iter().all(|(key, value)| &labels[key] == value)
}

#[test]
fn whatever_selects_pods_selects_those_of_the_deployment() {
    let objects = installation(given()).objects().unwrap();
    let deployment = &named(&objects, "Deployment", "kite-webhook")["spec"];
    let labels = &deployment["template"]["metadata"]["labels"];
    assert_eq!(labels["example.com/team"], "kites");
    let service = named(&objects, "Service", "kite-webhook");
    let budget = named(&objects, "PodDisruptionBudget", "kite-webhook");
    let pod = &deployment["template"]["spec"];
    let mut selectors = vec![
        &deployment["selector"]["matchLabels"],
        &service["spec"]["selector"],
        &budget["spec"]["selector"]["matchLabels"],
    ];
    for spread in pod["topologySpreadConstraints"].as_array().unwrap() {
        selectors.push(&spread["labelSelector"]["matchLabels"]);
    }
    assert_eq!(selectors.len(), 5);
    for selector in selectors {
        assert!(is_subset(selector, labels), "{selector} {labels}");
        assert!(
            selector.get("example.com/team").is_none(),
            "a selector cannot change"
        );
    }
    assert_eq!(budget["spec"]["minAvailable"], 1);
    assert_eq!(deployment["replicas"], 2);

    let single = installation(given()).replicas(1).objects().unwrap();
    assert!(
        of_kind(&single, "PodDisruptionBudget").next().is_none(),
        "it would keep the only pod's node from being drained"
    );
}

#[test]
fn ports_probes_mounts_and_arguments_say_the_same() {
    for certificates in every_source() {
        let mounted = !matches!(certificates, Certificates::Managed);
        let objects = installation(certificates).objects().unwrap();
        let pod = &named(&objects, "Deployment", "kite-webhook")["spec"]["template"]["spec"];
        let container = &pod["containers"][0];
        let port = &container["ports"][0];
        assert_eq!(port["containerPort"], PORT);
        let service = &named(&objects, "Service", "kite-webhook")["spec"]["ports"][0];
        assert_eq!(service["port"], 443);
        assert_eq!(service["targetPort"], port["name"]);
        for (probe, path) in [
            ("startupProbe", "/healthz"),
            ("livenessProbe", "/healthz"),
            ("readinessProbe", "/readyz"),
        ] {
            let get = &container[probe]["httpGet"];
            assert_eq!(
                get,
                &json!({"path": path, "port": port["name"], "scheme": "HTTPS"})
            );
        }
        if !mounted {
            assert_eq!(container["args"], json!(["serve", "--managed"]));
            assert!(pod.get("volumes").is_none());
            continue;
        }
        let mount = &container["volumeMounts"][0];
        let folder = mount["mountPath"].as_str().unwrap();
        assert_eq!(
            container["args"],
            json!([
                "serve",
                "--cert",
                format!("{folder}/tls.crt"),
                "--key",
                format!("{folder}/tls.key")
            ])
        );
        let volume = &pod["volumes"][0];
        assert_eq!(mount["name"], volume["name"]);
        let secret = volume["secret"]["secretName"].as_str().unwrap();
        // Either it is there, or cert-manager makes it.
        let made = of_kind(&objects, "Certificate").any(|one| one["spec"]["secretName"] == secret);
        let there = of_kind(&objects, "Secret").any(|one| one["metadata"]["name"] == secret);
        assert!(made != there);
    }
}

/// Pod security standard `restricted`, as far as a pod that says nothing of it fails it.
#[test]
fn pods_pass_the_standard_that_the_namespace_enforces() {
    let objects = installation(given()).objects().unwrap();
    let namespace = named(&objects, "Namespace", "sky");
    assert_eq!(
        namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"],
        "restricted"
    );
    let pod = &named(&objects, "Deployment", "kite-webhook")["spec"]["template"]["spec"];
    assert_eq!(pod["securityContext"]["runAsNonRoot"], true);
    assert_eq!(
        pod["securityContext"]["seccompProfile"]["type"],
        "RuntimeDefault"
    );
    let security = &pod["containers"][0]["securityContext"];
    assert_eq!(security["allowPrivilegeEscalation"], false);
    assert_eq!(security["capabilities"]["drop"], json!(["ALL"]));
    assert_eq!(security["readOnlyRootFilesystem"], true);
    // A key that everybody may read is no key.
    assert_eq!(pod["volumes"][0]["secret"]["defaultMode"], 0o440);
    assert_eq!(
        pod["securityContext"]["fsGroup"],
        pod["securityContext"]["runAsGroup"]
    );
}

#[test]
fn a_pod_has_the_memory_that_the_server_may_take() {
    let objects = installation(given()).objects().unwrap();
    let pod = &named(&objects, "Deployment", "kite-webhook")["spec"]["template"]["spec"];
    let limit = &pod["containers"][0]["resources"]["limits"]["memory"];
    let limit = limit.as_str().unwrap().strip_suffix("Mi").unwrap();
    // Those over 1 MiB, and those that are not.
    let bodies = wheelwright::webhook::Limits::default().in_flight_bytes + (64 << 20);
    let opened = 40 * wheelwright::convert::MAX_OBJECT;
    assert!(limit.parse::<usize>().unwrap() << 20 > 3 * bodies + opened);
}

#[test]
fn a_pod_outlives_the_drain() {
    let drain = std::time::Duration::from_mins(2);
    let objects = installation(given()).drain(drain).objects().unwrap();
    let pod = &named(&objects, "Deployment", "kite-webhook")["spec"]["template"]["spec"];
    assert!(pod["terminationGracePeriodSeconds"].as_u64().unwrap() > drain.as_secs());
}

#[test]
fn the_namespace_is_left_alone_where_it_exists() {
    let objects = installation(given())
        .existing_namespace()
        .objects()
        .unwrap();
    assert!(of_kind(&objects, "Namespace").next().is_none());
}

#[test]
fn the_text_is_a_function_of_the_input() {
    let certificates = given();
    let one = installation(certificates.clone()).yaml().unwrap();
    assert_eq!(one, installation(certificates).yaml().unwrap());
}

/// Every document of the stream is an object, in the same order.
#[test]
fn the_stream_holds_the_objects() {
    let installation = installation(given());
    let yaml = installation.yaml().unwrap();
    let read: Vec<Value> = yaml
        .split("---\n")
        .skip(1)
        .map(|document| serde_saphyr::from_str(document).unwrap())
        .collect();
    assert_eq!(read, installation.objects().unwrap());
}

#[test]
fn outside_of_a_cluster_only_crds_and_webhooks_are_installed() {
    let made = super::kite::made("localhost");
    let objects = Installation::at_url("kite", "https://localhost:8443/")
        .crd(Kites::manifest())
        .registrations(super::kite::registrations())
        .certificates(Certificates::given(made.chain, made.key, made.authority))
        .objects()
        .unwrap();
    let kinds: Vec<&str> = objects
        .iter()
        .map(|object| object["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "CustomResourceDefinition",
            "MutatingWebhookConfiguration",
            "ValidatingWebhookConfiguration"
        ]
    );
    let conversion = &objects[0]["spec"]["conversion"]["webhook"]["clientConfig"];
    assert_eq!(conversion["url"], "https://localhost:8443/convert");
    assert!(conversion["caBundle"].is_string());
    let mutating = &objects[1]["webhooks"][0]["clientConfig"];
    assert_eq!(mutating["url"], "https://localhost:8443/admit/v1/kite");
}
