//! The namespace, and the pods behind a Service.

use serde_json::{Map, Value, json};

use super::{
    Certificates, Installation, PORT, Place,
    document::{Document, Part},
};

/// The user and group of the process, in distroless images `nonroot`.
const USER: u32 = 65532;
/// Where the certificate is mounted.
const MOUNT: &str = "/etc/webhook/tls";
/// Names the port, for the Service and the probes.
const PORT_NAME: &str = "https";
/// The setting of glibc that [`MALLOC`] is; other C libraries do not read it.
const TUNABLES: &str = "GLIBC_TUNABLES";
/// Memory of large reviews goes back to the system when it is freed, and comes in large pages. What glibc takes for large grows by
/// itself with what a process frees, so that a server that has answered lists would keep their memory. Fewer arenas
/// (`arena_max`) free no more: measured with ten reviews of 13 MB at once, on two cores.
pub const MALLOC: &str = "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=4194304";
/// What a pod has beyond the server's own drain, in seconds, before it is killed.
const MARGIN: u64 = 5;

impl Installation {
    pub(super) fn metadata(&self, name: &str, namespace: Option<&str>) -> Value {
        let mut metadata = Map::new();
        metadata.insert("name".into(), name.into());
        if let Some(namespace) = namespace {
            metadata.insert("namespace".into(), namespace.into());
        }
        let mut labels = self.labels.clone();
        labels.extend(self.selected());
        metadata.insert("labels".into(), json!(labels));
        metadata.into()
    }

    /// The labels by which the pods are found. They never change: a Deployment's selector cannot.
    fn selected(&self) -> [(String, String); 2] {
        [
            ("app.kubernetes.io/name".into(), self.name.clone()),
            ("app.kubernetes.io/component".into(), "webhook".into()),
        ]
    }

    fn selector(&self) -> Value {
        self.selected()
            .into_iter()
            .map(|(key, value)| (key, value.into()))
            .collect::<Map<_, _>>()
            .into()
    }

    fn is_mounted(&self) -> bool {
        !matches!(self.certificates, Certificates::Managed)
    }
}

pub(super) fn namespace(installation: &Installation, documents: &mut Vec<Document>) {
    let Place::Cluster {
        namespace,
        new: true,
        ..
    } = &installation.place
    else {
        return;
    };
    let mut object = json!({
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": installation.metadata(namespace, None),
    });
    if let Some(labels) = object
        .pointer_mut("/metadata/labels")
        .and_then(Value::as_object_mut)
    {
        labels.insert(
            "pod-security.kubernetes.io/enforce".into(),
            "restricted".into(),
        );
        labels.insert(
            "pod-security.kubernetes.io/enforce-version".into(),
            "latest".into(),
        );
    }
    documents.push(Document::new(
        Part::Server,
        "00-namespace.yaml",
        "Pods here may do no more than the server needs: pod security standard `restricted`.",
        object,
    ));
}

pub(super) fn write(
    installation: &Installation,
    namespace: &str,
    service: &str,
    image: &str,
    documents: &mut Vec<Document>,
) {
    let mut push = |file: &str, comment: &str, object: Value| {
        documents.push(Document::new(Part::Server, file, comment, object));
    };
    let metadata = |name: &str| installation.metadata(name, Some(namespace));
    let selector = installation.selector();
    push(
        "40-service.yaml",
        "What the API server calls. Its name and namespace are in the certificate.",
        json!({
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": metadata(service),
            "spec": {
                "ports": [{
                    "name": PORT_NAME,
                    "port": 443,
                    "protocol": "TCP",
                    "targetPort": PORT_NAME,
                }],
                "selector": selector,
            },
        }),
    );
    if installation.replicas > 1 {
        push(
            "41-pod-disruption-budget.yaml",
            "One pod always answers while nodes are drained. Pods that are not ready do not keep a node from it.",
            json!({
                "apiVersion": "policy/v1",
                "kind": "PodDisruptionBudget",
                "metadata": metadata(&installation.name),
                "spec": {
                    "minAvailable": 1,
                    "selector": {"matchLabels": selector},
                    "unhealthyPodEvictionPolicy": "AlwaysAllow",
                },
            }),
        );
    }
    push(
        "50-deployment.yaml",
        "A rollout takes no pod away before the next is ready, and the grace period is longer than the server's drain, so that\n\
         no request is lost. There is no limit on CPU: a throttled server holds up everybody who writes. glibc gives memory of\n\
         large reviews back when they are answered.",
        json!({
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": metadata(&installation.name),
            "spec": {
                "replicas": installation.replicas,
                "selector": {"matchLabels": selector},
                "strategy": {
                    "type": "RollingUpdate",
                    "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0},
                },
                "template": {
                    "metadata": {"labels": installation.metadata("", None)["labels"]},
                    "spec": pod(installation, image),
                },
            },
        }),
    );
}

fn pod(installation: &Installation, image: &str) -> Value {
    let mut pod = json!({
        "automountServiceAccountToken": installation.needs_token(),
        "containers": [container(installation, image)],
        "enableServiceLinks": false,
        "securityContext": {
            "fsGroup": USER,
            "runAsGroup": USER,
            "runAsNonRoot": true,
            "runAsUser": USER,
            "seccompProfile": {"type": "RuntimeDefault"},
        },
        "serviceAccountName": installation.name,
        "terminationGracePeriodSeconds": installation.drain.as_secs() + MARGIN,
        "topologySpreadConstraints": [
            spread(installation, "kubernetes.io/hostname"),
            spread(installation, "topology.kubernetes.io/zone"),
        ],
    });
    if installation.is_mounted()
        && let Some(pod) = pod.as_object_mut()
    {
        // Read by the group; octal 440, which JSON has not.
        let volume = json!({
            "name": "tls",
            "secret": {"defaultMode": 0o440, "optional": false, "secretName": installation.secret()},
        });
        pod.insert("volumes".into(), json!([volume]));
    }
    pod
}

/// Pods of one rollout on different nodes, where there are such.
fn spread(installation: &Installation, key: &str) -> Value {
    json!({
        "labelSelector": {"matchLabels": installation.selector()},
        "matchLabelKeys": ["pod-template-hash"],
        "maxSkew": 1,
        "topologyKey": key,
        "whenUnsatisfiable": "ScheduleAnyway",
    })
}

/// MiB as the API server writes them: in the largest unit of which they are a whole number.
fn memory(mebibytes: u32) -> String {
    let (mut count, mut units) = (mebibytes, ["Mi", "Gi", "Ti"].into_iter());
    let mut unit = units.next().unwrap_or_default();
    while count > 0
        && count.is_multiple_of(1024)
        && let Some(larger) = units.next()
    {
        (count, unit) = (count / 1024, larger);
    }
    match count {
        0 => "0".to_owned(),
        count => format!("{count}{unit}"),
    }
}

/// Thousandths of a processor as the API server writes them.
fn cpu(millis: u32) -> String {
    if !millis.is_multiple_of(1000) {
        return format!("{millis}m");
    }
    match millis / 1000 {
        count if count > 0 && count.is_multiple_of(1000) => format!("{}k", count / 1000),
        count => count.to_string(),
    }
}

fn container(installation: &Installation, image: &str) -> Value {
    let (request, limit) = installation.memory;
    let mut container = json!({
        "args": args(installation),
        "env": [{"name": TUNABLES, "value": MALLOC}],
        "image": image,
        // The process does not answer at all: restart it.
        "livenessProbe": probe("/healthz", 10, 5, 3),
        "name": "webhook",
        "ports": [{"containerPort": PORT, "name": PORT_NAME, "protocol": "TCP"}],
        // It does not answer well: call another.
        "readinessProbe": probe("/readyz", 5, 3, 2),
        "resources": {
            "limits": {"memory": memory(limit)},
            "requests": {"cpu": cpu(installation.cpu), "memory": memory(request)},
        },
        "securityContext": {
            "allowPrivilegeEscalation": false,
            "capabilities": {"drop": ["ALL"]},
            "privileged": false,
            "readOnlyRootFilesystem": true,
            "runAsNonRoot": true,
        },
        // Ready in a moment as a rule; a minute where the node is busy.
        "startupProbe": probe("/healthz", 1, 3, 60),
    });
    if installation.is_mounted()
        && let Some(container) = container.as_object_mut()
    {
        let mount = json!({"mountPath": MOUNT, "name": "tls", "readOnly": true});
        container.insert("volumeMounts".into(), json!([mount]));
    }
    container
}

fn args(installation: &Installation) -> Vec<String> {
    if let Some(args) = &installation.args {
        return args.clone();
    }
    let mut args = vec!["serve".to_owned()];
    if installation.is_mounted() {
        for (flag, file) in [("--cert", "tls.crt"), ("--key", "tls.key")] {
            args.extend([flag.to_owned(), format!("{MOUNT}/{file}")]);
        }
    } else {
        args.push("--managed".into());
    }
    args
}

/// The seconds between two, the seconds that one may take, and how many may fail.
fn probe(path: &str, period: u32, timeout: u32, failures: u32) -> Value {
    json!({
        "failureThreshold": failures,
        "httpGet": {"path": path, "port": PORT_NAME, "scheme": "HTTPS"},
        "periodSeconds": period,
        "timeoutSeconds": timeout,
    })
}

#[cfg(test)]
mod tests {
    use super::{cpu, memory};

    /// By `resource.Quantity` of Kubernetes, which writes what is equal in one way.
    #[test]
    fn quantities_are_written_as_they_are_read_back() {
        for (mebibytes, text) in [
            (0, "0"),
            (64, "64Mi"),
            (1024, "1Gi"),
            (1536, "1536Mi"),
            (3072, "3Gi"),
            (1 << 20, "1Ti"),
        ] {
            assert_eq!(memory(mebibytes), text);
        }
        for (millis, text) in [
            (0, "0"),
            (100, "100m"),
            (1500, "1500m"),
            (2000, "2"),
            (1_000_000, "1k"),
        ] {
            assert_eq!(cpu(millis), text);
        }
    }
}
