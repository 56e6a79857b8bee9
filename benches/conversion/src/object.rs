//! The object that users have: about 11 kB, of which managed fields are a fifth, and four differences between versions.

use k8s_openapi::api::core::v1::PodTemplateSpec;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

/// The version that is stored.
pub mod v1 {
    use super::{CustomResource, Deserialize, PodTemplateSpec, Schema, Serialize};

    /// A service and the pods behind it.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "bench.example.com", version = "v1", kind = "Service", namespaced, storage, status = Status,
        conversion(webhook(url = "https://localhost/convert")),
    )]
    #[serde(rename_all = "camelCase")]
    pub struct ServiceSpec {
        /// How many pods.
        pub replicas: i32,
        /// Renamed: `account` at v1alpha1.
        pub service_account: String,
        /// With `port`, `hostPort` at v1alpha1.
        pub host: String,
        /// See `host`.
        #[schema(minimum = 1, maximum = 65535)]
        pub port: i32,
        /// Reshaped: repeated names at v1alpha1.
        #[schema(list_map_keys("name"), max_items = 64)]
        pub slots: Vec<Slot>,
        /// Added: v1alpha1 has nothing of the kind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub budget: Option<String>,
        /// The pods.
        pub template: PodTemplateSpec,
    }

    /// A name, and how often it is there.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Slot {
        /// The name.
        pub name: String,
        /// How often.
        #[schema(minimum = 1, maximum = 100)]
        pub quantity: u32,
    }

    /// What is observed.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[serde(rename_all = "camelCase")]
    pub struct Status {
        /// Pods that run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub ready_replicas: Option<i32>,
        /// What is said of it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub messages: Vec<String>,
    }
}

/// The version that old clients ask for.
pub mod v1alpha1 {
    use super::{CustomResource, Deserialize, PodTemplateSpec, Schema, Serialize, Spoke, v1};
    pub use v1::Status;

    /// A service and the pods behind it.
    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Service, version = "v1alpha1", status = Status)]
    #[spoke(hub = v1::ServiceSpec, fallible(up), added(budget))]
    #[serde(rename_all = "camelCase")]
    pub struct ServiceSpec {
        /// How many pods.
        pub replicas: i32,
        /// The account that they run as.
        #[spoke(rename = "service_account")]
        pub account: String,
        /// Where it listens.
        #[spoke(to("host", "port"), format = "{host}:{port}")]
        pub host_port: String,
        /// Names; one that is there twice counts twice.
        #[spoke(counted(item = "name", count = "quantity"))]
        pub slots: Vec<String>,
        /// The pods.
        pub template: PodTemplateSpec,
    }
}

wheelwright::wheel!(
    /// Both versions.
    pub Services = v1::Service, [v1alpha1::Service]
);

/// An object at v1, with a number in its name.
#[must_use]
pub fn object(number: usize) -> Value {
    let env: Vec<Value> = (0..28)
        .map(|n| json!({"name": format!("SETTING_NUMBER_{n:03}"), "value": format!("the value of the setting {n}")}))
        .collect();
    let volumes: Vec<Value> = (0..10)
        .map(|n| json!({"name": format!("volume-{n}"), "configMap": {"name": format!("settings-{n}"), "optional": true, "defaultMode": 420}}))
        .collect();
    let mounts: Vec<Value> = (0..10)
        .map(|n| json!({"name": format!("volume-{n}"), "mountPath": format!("/etc/settings/{n}"), "readOnly": true}))
        .collect();
    let container = |name: &str, env: &[Value]| {
        json!({
            "name": name, "image": "registry.example.com/team/application:v1.27.3", "imagePullPolicy": "IfNotPresent",
            "args": ["--listen=:8080", "--log-level=info", "--config=/etc/settings/0/config.yaml"],
            "env": env, "volumeMounts": mounts,
            "ports": [{"name": "http", "containerPort": 8080, "protocol": "TCP"}],
            "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}, "limits": {"cpu": "1", "memory": "512Mi"}},
            "livenessProbe": {"httpGet": {"path": "/healthz", "port": "http"}, "periodSeconds": 10, "failureThreshold": 3},
            "readinessProbe": {"httpGet": {"path": "/readyz", "port": "http"}, "periodSeconds": 5, "failureThreshold": 2},
        })
    };
    let slots: Vec<Value> = (0..20)
        .map(|n| json!({"name": format!("slot-{n}"), "quantity": n % 3 + 1}))
        .collect();
    let fields: serde_json::Map<String, Value> = (0..62)
        .map(|n| {
            (
                format!("f:someFieldOfTheSpec{n:02}"),
                json!({".": {}, "f:name": {}}),
            )
        })
        .collect();
    json!({
        "apiVersion": "bench.example.com/v1",
        "kind": "Service",
        "metadata": {
            "name": format!("service-{number}"), "namespace": "default", "uid": "0a1b2c3d-0000-4000-8000-000000000001",
            "resourceVersion": "123456", "generation": 7, "creationTimestamp": "2026-01-02T03:04:05Z",
            "labels": {"app.kubernetes.io/name": "service", "app.kubernetes.io/part-of": "bench"},
            "annotations": {"example.com/owner": "team"},
            "managedFields": [{
                "manager": "kubectl", "operation": "Apply", "apiVersion": "bench.example.com/v1",
                "time": "2026-01-02T03:04:05Z", "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": fields},
            }],
        },
        "spec": {
            "replicas": 3, "serviceAccount": "runner", "host": "service.example.com", "port": 8443,
            "slots": slots, "budget": "team-a",
            "template": {
                "metadata": {"labels": {"app": "service"}},
                "spec": {
                    "serviceAccountName": "runner", "terminationGracePeriodSeconds": 30,
                    "containers": [container("main", &env), container("side", &env[..8])],
                    "volumes": volumes,
                },
            },
        },
        "status": {"readyReplicas": 3, "messages": ["all pods run", "nothing to do"]},
    })
}
