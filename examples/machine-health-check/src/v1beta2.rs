//! The hub.

use k8s_openapi::{
    apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector},
    apimachinery::pkg::util::intstr::IntOrString,
};
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

use crate::condition::{ConditionStatus, V1Beta1Condition};

/// Checks the health of machines, and has unhealthy ones remediated.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "cluster.x-k8s.io",
    version = "v1beta2",
    kind = "MachineHealthCheck",
    namespaced,
    storage,
    shortname = "mhc",
    shortname = "mhcs",
    category = "cluster-api",
    type_meta,
    status = MachineHealthCheckStatus,
    derive(PartialEq),
    printcolumn(name = "Cluster", type = "string", path = ".spec.clusterName"),
    printcolumn(name = "Replicas", type = "integer", path = ".status.expectedMachines"),
    printcolumn(name = "Healthy", type = "integer", path = ".status.currentHealthy"),
    printcolumn(
        name = "Paused",
        type = "string",
        path = ".status.conditions[?(@.type==\"Paused\")].status",
        priority = 10,
    ),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp"),
    conversion(webhook(service = "capi-system/capi-webhook-service", path = "/convert")),
)]
#[serde(rename_all = "camelCase")]
pub struct MachineHealthCheckSpec {
    /// The cluster of the machines.
    #[schema(min_length = 1, max_length = 63)]
    pub cluster_name: String,
    /// The labels of the machines.
    #[schema(struct_type = "atomic")]
    pub selector: LabelSelector,
    /// What makes a machine unhealthy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks: Option<Checks>,
    /// What is done about unhealthy machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remediation: Option<Remediation>,
}

/// What makes a machine unhealthy.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct Checks {
    /// How long a machine may be without a node. 0: for ever.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_startup_timeout_seconds: Option<i32>,
    /// Conditions of the node that make it unhealthy once they last too long.
    #[schema(list_type = "atomic", min_items = 1, max_items = 100)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unhealthy_node_conditions: Option<Vec<UnhealthyNodeCondition>>,
    /// Conditions of the machine that make it unhealthy once they last too long.
    #[schema(list_type = "atomic", min_items = 1, max_items = 100)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unhealthy_machine_conditions: Option<Vec<UnhealthyMachineCondition>>,
}

/// A condition of a node.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct UnhealthyNodeCondition {
    /// Its type.
    #[schema(min_length = 1)]
    pub r#type: String,
    /// The status that is unhealthy.
    #[schema(min_length = 1)]
    pub status: String,
    /// How long it may last.
    #[schema(minimum = 0)]
    pub timeout_seconds: i32,
}

/// A condition of a machine.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct UnhealthyMachineCondition {
    /// Its type, none of those that the health check itself sets.
    #[schema(
        min_length = 1,
        max_length = 316,
        pattern = "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
        rule(
            "!(self in ['Ready','Available','HealthCheckSucceeded','OwnerRemediated','ExternallyRemediated'])",
            message = "type must not be one of: Ready, Available, HealthCheckSucceeded, OwnerRemediated, ExternallyRemediated",
        )
    )]
    pub r#type: String,
    /// The status that is unhealthy.
    pub status: ConditionStatus,
    /// How long it may last.
    #[schema(minimum = 0)]
    pub timeout_seconds: i32,
}

/// What is done about unhealthy machines.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct Remediation {
    /// When anything is done; without it, always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger_if: Option<TriggerIf>,
    /// The template of the object that remediates a machine, in place of Cluster API itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template_ref: Option<TemplateReference>,
}

/// When remediation is allowed.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct TriggerIf {
    /// At most so many of the selected machines, or such a share of them, are unhealthy.
    #[schema(int_or_string = "any_of")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unhealthy_less_than_or_equal_to: Option<IntOrString>,
    /// The number of unhealthy machines is in this range, such as `[3-5]`.
    #[schema(min_length = 1, max_length = 32, pattern = "^\\[[0-9]+-[0-9]+\\]$")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unhealthy_in_range: Option<String>,
}

/// An object of the health check's own namespace.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct TemplateReference {
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
    /// Its group and version.
    #[schema(
        min_length = 1,
        max_length = 317,
        pattern = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\\/[a-z]([-a-z0-9]*[a-z0-9])?$"
    )]
    pub api_version: String,
}

/// What the health check found.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct MachineHealthCheckStatus {
    /// How it fares.
    #[schema(list_map_keys("type"), max_items = 32)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<Condition>>,
    /// How many machines are selected.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_machines: Option<i32>,
    /// How many of them are healthy.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_healthy: Option<i32>,
    /// How many more may be remediated.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remediations_allowed: Option<i32>,
    /// The generation that this is about.
    #[schema(minimum = 1)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// The names of the selected machines.
    #[schema(
        list_type = "atomic",
        max_items = 10000,
        items(min_length = 1, max_length = 253)
    )]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<String>>,
    /// What is on its way out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecated>,
}

/// What older versions had.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Deprecated {
    /// What `v1beta1` had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v1beta1: Option<DeprecatedV1Beta1>,
}

/// What `v1beta1` had.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct DeprecatedV1Beta1 {
    /// Its conditions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<V1Beta1Condition>>,
}
