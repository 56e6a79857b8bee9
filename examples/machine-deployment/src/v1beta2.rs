//! The hub.

use k8s_openapi::apimachinery::pkg::{
    apis::meta::v1::{Condition, LabelSelector, Time},
    util::intstr::IntOrString,
};
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

use crate::shared::{
    DeletionOrder, ObjectMeta, Phase, ReadinessGate, StrategyType, Taint, V1Beta1Condition,
    VersionCount,
};

/// Machines that are all alike.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "cluster.x-k8s.io",
    version = "v1beta2",
    kind = "MachineDeployment",
    namespaced,
    storage,
    shortname = "md",
    category = "cluster-api",
    type_meta,
    status = MachineDeploymentStatus,
    derive(PartialEq),
    scale(spec = ".spec.replicas", status = ".status.replicas", selector = ".status.selector", optional),
    printcolumn(name = "Cluster", type = "string", path = ".spec.clusterName"),
    printcolumn(name = "Available", type = "string", path = ".status.conditions[?(@.type==\"Available\")].status"),
    printcolumn(name = "Desired", type = "integer", path = ".spec.replicas"),
    printcolumn(name = "Current", type = "integer", path = ".status.replicas"),
    printcolumn(name = "Ready", type = "integer", path = ".status.readyReplicas"),
    printcolumn(name = "Available", type = "integer", path = ".status.availableReplicas"),
    printcolumn(name = "Up-to-date", type = "integer", path = ".status.upToDateReplicas"),
    printcolumn(name = "Paused", type = "string", path = ".status.conditions[?(@.type==\"Paused\")].status", priority = 10),
    printcolumn(name = "Phase", type = "string", path = ".status.phase"),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp"),
    printcolumn(name = "Version", type = "string", path = ".spec.template.spec.version"),
    conversion(webhook(service = "capi-system/capi-webhook-service", path = "/convert")),
)]
#[serde(rename_all = "camelCase")]
pub struct MachineDeploymentSpec {
    /// The cluster of the machines.
    #[schema(min_length = 1, max_length = 63)]
    pub cluster_name: String,
    /// How many machines there are to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replicas: Option<i32>,
    /// When and how machines are replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollout: Option<Rollout>,
    /// The labels of the machines.
    #[schema(struct_type = "atomic")]
    pub selector: LabelSelector,
    /// What the machines are like.
    pub template: MachineTemplate,
    /// What the machines are called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine_naming: Option<MachineNaming>,
    /// What is done about unhealthy machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remediation: Option<Remediation>,
    /// How machines are deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deletion: Option<Deletion>,
    /// Whether nothing is done for now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused: Option<bool>,
}

/// When and how machines are replaced.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct Rollout {
    /// Machines made before this time are replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Time>,
    /// How.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<RolloutStrategy>,
}

/// How machines are replaced.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct RolloutStrategy {
    /// The way.
    pub r#type: StrategyType,
    /// Of a rolling update.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolling_update: Option<RollingUpdate>,
}

/// How many machines are replaced at a time.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct RollingUpdate {
    /// So many may be missing.
    #[schema(int_or_string = "any_of")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_unavailable: Option<IntOrString>,
    /// So many may be there beyond those wanted.
    #[schema(int_or_string = "any_of")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_surge: Option<IntOrString>,
}

/// What the machines are called.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct MachineNaming {
    /// A Go template.
    #[schema(min_length = 1, max_length = 256)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
}

/// What is done about unhealthy machines.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct Remediation {
    /// So many are looked after at a time.
    #[schema(int_or_string = "any_of")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_in_flight: Option<IntOrString>,
}

/// How machines are deleted.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct Deletion {
    /// Which first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<DeletionOrder>,
}

/// What the machines are like.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct MachineTemplate {
    /// Their labels and annotations.
    #[schema(min_properties = 1)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<ObjectMeta>,
    /// Their spec.
    pub spec: MachineSpec,
}

/// A machine.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct MachineSpec {
    /// The cluster of the machines.
    #[schema(min_length = 1, max_length = 63)]
    pub cluster_name: String,
    /// What makes a node of it.
    pub bootstrap: Bootstrap,
    /// What it is made of.
    pub infrastructure_ref: ObjectReference,
    /// The version of Kubernetes.
    #[schema(min_length = 1, max_length = 256)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// What the provider calls the machine.
    #[schema(min_length = 1, max_length = 512)]
    #[serde(rename = "providerID")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_id: Option<String>,
    /// Where the machine fails together with others.
    #[schema(min_length = 1, max_length = 256)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure_domain: Option<String>,
    /// How long it must be ready to be available.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_ready_seconds: Option<i32>,
    /// Conditions without which a machine is not ready.
    #[schema(list_map_keys("conditionType"), min_items = 1, max_items = 32)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readiness_gates: Option<Vec<ReadinessGate>>,
    /// How it is deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deletion: Option<MachineDeletion>,
    /// Taints of the node.
    #[schema(list_map_keys("key", "effect"), min_items = 1, max_items = 64)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taints: Option<Vec<Taint>>,
}

/// How a machine is deleted.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct MachineDeletion {
    /// How long draining may take.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_drain_timeout_seconds: Option<i32>,
    /// How long detaching volumes may take.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_volume_detach_timeout_seconds: Option<i32>,
    /// How long deleting the node may take.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_deletion_timeout_seconds: Option<i32>,
}

/// What makes a node of a machine.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Bootstrap {
    /// Who makes the secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config_ref: Option<ObjectReference>,
    /// The secret that starts it.
    #[schema(min_length = 0, max_length = 253)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_secret_name: Option<String>,
}

/// An object of the deployment's own namespace. Its version is whichever the cluster prefers.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct ObjectReference {
    /// Its group.
    #[schema(
        min_length = 1,
        max_length = 253,
        pattern = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"
    )]
    pub api_group: String,
    /// Its kind.
    #[schema(
        min_length = 1,
        max_length = 63,
        pattern = "^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$"
    )]
    pub kind: String,
    /// Its name.
    #[schema(
        min_length = 1,
        max_length = 253,
        pattern = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"
    )]
    pub name: String,
}

/// What there is.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct MachineDeploymentStatus {
    /// How it fares.
    #[schema(list_map_keys("type"), max_items = 32)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<Condition>>,
    /// The generation that this is about.
    #[schema(minimum = 1)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// The selector as text.
    #[schema(min_length = 1, max_length = 4096)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replicas: Option<i32>,
    /// Ready ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready_replicas: Option<i32>,
    /// Available ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_replicas: Option<i32>,
    /// Ones that are as they should be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_date_replicas: Option<i32>,
    /// How many machines have which version of Kubernetes.
    #[schema(list_map_keys("version"), min_items = 1, max_items = 100)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub versions: Option<Vec<VersionCount>>,
    /// How far it has come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// What is on its way out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecated>,
}

/// What older versions had.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Deprecated {
    /// What `v1beta1` had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v1beta1: Option<DeprecatedV1Beta1>,
}

/// What `v1beta1` had.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct DeprecatedV1Beta1 {
    /// Its conditions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<V1Beta1Condition>>,
    /// As it counted updated machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_replicas: Option<i32>,
    /// As it counted ready ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready_replicas: Option<i32>,
    /// As it counted available ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_replicas: Option<i32>,
    /// As it counted others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unavailable_replicas: Option<i32>,
}
