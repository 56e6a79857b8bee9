//! How the parts of Kubernetes' types are merged by server-side apply. Lists not named here are replaced as a whole,
//! as those of custom resources are anyway. So are lists whose keys may be missing, such as the conditions of
//! `DeploymentStatus`: the API server refuses to key them.

use serde_json::{Map, Value, json};

use super::definitions::add;

/// A list and the keys of its items.
type Keyed = (&'static str, &'static [&'static str]);

/// Lists with keys, by definition.
const KEYED: &[(&str, &[Keyed])] = &[
    (
        "api.autoscaling.v2.HorizontalPodAutoscalerStatus",
        &[("conditions", &["type"])],
    ),
    (
        "api.core.v1.Container",
        &[
            ("env", &["name"]),
            ("ports", &["containerPort", "protocol"]),
            ("volumeDevices", &["devicePath"]),
            ("volumeMounts", &["mountPath"]),
        ],
    ),
    (
        "api.core.v1.ContainerStatus",
        &[
            ("allocatedResourcesStatus", &["name"]),
            ("volumeMounts", &["mountPath"]),
        ],
    ),
    (
        "api.core.v1.EphemeralContainer",
        &[
            ("env", &["name"]),
            ("ports", &["containerPort", "protocol"]),
            ("volumeDevices", &["devicePath"]),
            ("volumeMounts", &["mountPath"]),
        ],
    ),
    ("api.core.v1.NamespaceStatus", &[("conditions", &["type"])]),
    (
        "api.core.v1.NodeStatus",
        &[("addresses", &["type"]), ("conditions", &["type"])],
    ),
    (
        "api.core.v1.PersistentVolumeClaimStatus",
        &[("conditions", &["type"])],
    ),
    (
        "api.core.v1.PodSpec",
        &[
            ("containers", &["name"]),
            ("ephemeralContainers", &["name"]),
            ("hostAliases", &["ip"]),
            ("imagePullSecrets", &["name"]),
            ("initContainers", &["name"]),
            ("resourceClaims", &["name"]),
            ("schedulingGates", &["name"]),
            (
                "topologySpreadConstraints",
                &["topologyKey", "whenUnsatisfiable"],
            ),
            ("volumes", &["name"]),
        ],
    ),
    (
        "api.core.v1.PodStatus",
        &[
            ("conditions", &["type"]),
            ("podIPs", &["ip"]),
            ("resourceClaimStatuses", &["name"]),
        ],
    ),
    (
        "api.core.v1.ReplicationControllerStatus",
        &[("conditions", &["type"])],
    ),
    ("api.core.v1.ResourceRequirements", &[("claims", &["name"])]),
    (
        "api.core.v1.ResourceStatus",
        &[("resources", &["resourceID"])],
    ),
    (
        "api.core.v1.ServiceSpec",
        &[("ports", &["port", "protocol"])],
    ),
    ("api.core.v1.ServiceStatus", &[("conditions", &["type"])]),
    (
        "api.networking.v1.ServiceCIDRStatus",
        &[("conditions", &["type"])],
    ),
    (
        "api.policy.v1.PodDisruptionBudgetStatus",
        &[("conditions", &["type"])],
    ),
    (
        "api.certificates.v1.CertificateSigningRequestStatus",
        &[("conditions", &["type"])],
    ),
    ("api.storage.v1.CSINodeSpec", &[("drivers", &["name"])]),
    (
        "apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus",
        &[("conditions", &["type"])],
    ),
    (
        "apimachinery.pkg.apis.meta.v1.ObjectMeta",
        &[("ownerReferences", &["uid"])],
    ),
];

/// Lists without duplicates.
const SETS: &[(&str, &[&str])] = &[
    (
        "api.batch.v1.PodFailurePolicyOnExitCodesRequirement",
        &["values"],
    ),
    (
        "api.batch.v1.UncountedTerminatedPods",
        &["failed", "succeeded"],
    ),
    ("api.core.v1.ContainerRestartRuleOnExitCodes", &["values"]),
    ("api.core.v1.NodeSpec", &["podCIDRs"]),
    ("api.discovery.v1.Endpoint", &["addresses"]),
    ("api.storage.v1.CSIDriverSpec", &["volumeLifecycleModes"]),
    ("apimachinery.pkg.apis.meta.v1.ObjectMeta", &["finalizers"]),
];

/// Maps that are replaced as a whole.
const ATOMIC_MEMBERS: &[(&str, &str)] = &[
    ("api.core.v1.PodSpec", "nodeSelector"),
    ("api.core.v1.ReplicationControllerSpec", "selector"),
    ("api.core.v1.ServiceSpec", "selector"),
    ("api.node.v1.Scheduling", "nodeSelector"),
];

/// Structs that are replaced as a whole.
const ATOMIC: &[&str] = &[
    "api.core.v1.ConfigMapKeySelector",
    "api.core.v1.EndpointAddress",
    "api.core.v1.EndpointPort",
    "api.core.v1.FileKeySelector",
    "api.core.v1.LocalObjectReference",
    "api.core.v1.NodeSelector",
    "api.core.v1.NodeSelectorTerm",
    "api.core.v1.ObjectFieldSelector",
    "api.core.v1.ObjectReference",
    "api.core.v1.ResourceFieldSelector",
    "api.core.v1.ScopeSelector",
    "api.core.v1.SecretKeySelector",
    "api.core.v1.SecretReference",
    "api.core.v1.TopologySelectorTerm",
    "api.core.v1.TypedLocalObjectReference",
    "api.discovery.v1.EndpointPort",
    "api.networking.v1.ServiceBackendPort",
    "api.rbac.v1.RoleRef",
    "api.rbac.v1.Subject",
    "apimachinery.pkg.apis.meta.v1.LabelSelector",
    "apimachinery.pkg.apis.meta.v1.OwnerReference",
];

/// Adds to the definition called `name`, and to its properties, how they are merged.
pub(super) fn amend(
    name: &str,
    schema: &mut Map<String, Value>,
    properties: &mut Map<String, Value>,
) {
    for (list, keys) in KEYED
        .iter()
        .filter(|(definition, _)| *definition == name)
        .flat_map(|(_, lists)| *lists)
    {
        let keyed = [
            ("x-kubernetes-list-type", json!("map")),
            ("x-kubernetes-list-map-keys", json!(keys)),
        ];
        add(properties, list, &keyed);
    }
    for list in SETS
        .iter()
        .filter(|(definition, _)| *definition == name)
        .flat_map(|(_, lists)| *lists)
    {
        add(
            properties,
            list,
            &[("x-kubernetes-list-type", json!("set"))],
        );
    }
    for (_, member) in ATOMIC_MEMBERS
        .iter()
        .filter(|(definition, _)| *definition == name)
    {
        add(
            properties,
            member,
            &[("x-kubernetes-map-type", json!("atomic"))],
        );
    }
    if ATOMIC.contains(&name) {
        schema.insert("x-kubernetes-map-type".to_owned(), json!("atomic"));
    }
}
