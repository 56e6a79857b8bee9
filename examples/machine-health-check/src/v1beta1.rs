//! The older version.

use k8s_openapi::{
    api::core::v1::ObjectReference,
    apimachinery::pkg::{
        apis::meta::v1::{Condition, LabelSelector},
        util::intstr::IntOrString,
    },
};
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

use crate::{
    condition::{ConditionStatus, V1Beta1Condition},
    v1beta2,
};

/// Checks the health of machines, and has unhealthy ones remediated.
#[derive(
    CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq,
)]
#[crd(
    hub = crate::v1beta2::MachineHealthCheck,
    version = "v1beta1",
    deprecated,
    spec(optional),
    type_meta,
    status = MachineHealthCheckStatus,
    derive(PartialEq),
    printcolumn(name = "Cluster", type = "string", path = ".spec.clusterName"),
    printcolumn(name = "ExpectedMachines", type = "integer", path = ".status.expectedMachines"),
    printcolumn(name = "MaxUnhealthy", type = "string", path = ".spec.maxUnhealthy"),
    printcolumn(name = "CurrentHealthy", type = "integer", path = ".status.currentHealthy"),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp"),
)]
#[spoke(
    hub = v1beta2::MachineHealthCheckSpec,
    part(
        "checks" = Option<v1beta2::Checks>,
        "remediation" = Option<v1beta2::Remediation>,
        "remediation.trigger_if" = Option<v1beta2::TriggerIf>,
    ),
)]
#[serde(rename_all = "camelCase")]
pub struct MachineHealthCheckSpec {
    /// The cluster of the machines.
    #[schema(min_length = 1, max_length = 63)]
    pub cluster_name: String,
    /// The labels of the machines.
    #[schema(struct_type = "atomic")]
    pub selector: LabelSelector,
    /// Conditions of the node that make it unhealthy once they last too long.
    #[schema(max_items = 100)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[spoke(to = "checks.unhealthy_node_conditions")]
    pub unhealthy_conditions: Option<Vec<UnhealthyCondition>>,
    /// Conditions of the machine that make it unhealthy once they last too long.
    #[schema(list_type = "atomic", min_items = 1, max_items = 100)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[spoke(to = "checks.unhealthy_machine_conditions")]
    pub unhealthy_machine_conditions: Option<Vec<UnhealthyMachineCondition>>,
    /// Nothing is done where more of the selected machines than these, or than such a share of them, are unhealthy.
    #[schema(int_or_string = "any_of")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[spoke(to = "remediation.trigger_if.unhealthy_less_than_or_equal_to")]
    pub max_unhealthy: Option<IntOrString>,
    /// Nothing is done where the number of unhealthy machines is not in this range, such as `[3-5]`.
    #[schema(min_length = 1, max_length = 32, pattern = "^\\[[0-9]+-[0-9]+\\]$")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[spoke(to = "remediation.trigger_if.unhealthy_in_range")]
    pub unhealthy_range: Option<String>,
    /// How long a machine may be without a node, such as `10m`. 0: for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[spoke(to = "checks.node_startup_timeout_seconds", duration = "s", or = None)]
    pub node_startup_timeout: Option<String>,
    /// The template of the object that remediates a machine, in place of Cluster API itself.
    #[schema(struct_type = "atomic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[spoke(
        to = "remediation.template_ref", from_namespace,
        try_with = template_reference, back = object_reference, or = None,
    )]
    pub remediation_template: Option<ObjectReference>,
}

/// A condition of a node.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = v1beta2::UnhealthyNodeCondition)]
pub struct UnhealthyCondition {
    /// Its type.
    #[schema(min_length = 1)]
    pub r#type: String,
    /// The status that is unhealthy.
    #[schema(min_length = 1)]
    pub status: String,
    /// How long it may last, such as `5m`.
    #[spoke(rename = "timeout_seconds", duration = "s", or = i32::MAX)]
    pub timeout: String,
}

/// A condition of a machine.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = v1beta2::UnhealthyMachineCondition)]
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
    /// How long it may last, such as `5m`.
    #[spoke(rename = "timeout_seconds", duration = "s", or = i32::MAX)]
    pub timeout: String,
}

/// What the health check found.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(
    hub = v1beta2::MachineHealthCheckStatus,
    part("deprecated" = Option<v1beta2::Deprecated>, "deprecated.v1beta1" = Option<v1beta2::DeprecatedV1Beta1>),
)]
#[serde(rename_all = "camelCase")]
pub struct MachineHealthCheckStatus {
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// The names of the selected machines.
    #[schema(max_items = 10000, items(min_length = 1, max_length = 253))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<String>>,
    /// How it fares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[spoke(to = "deprecated.v1beta1.conditions")]
    pub conditions: Option<Vec<V1Beta1Condition>>,
    /// What `v1beta2` has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[spoke(to = "conditions", unwrap = "conditions")]
    pub v1beta2: Option<V1Beta2Status>,
}

/// What `v1beta2` has.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct V1Beta2Status {
    /// Its conditions.
    #[schema(list_map_keys("type"), max_items = 32)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<Condition>>,
}

/// The three members that name an object of the health check's namespace; another namespace, and which part of the object,
/// travels in the annotation.
fn template_reference(
    reference: Option<ObjectReference>,
    _: Option<String>,
) -> Result<Option<v1beta2::TemplateReference>, &'static str> {
    let Some(reference) = reference else {
        return Ok(None);
    };
    match (reference.kind, reference.name, reference.api_version) {
        (Some(kind), Some(name), Some(api_version)) => Ok(Some(v1beta2::TemplateReference {
            kind,
            name,
            api_version,
        })),
        _ => Err("the reference lacks a kind, a name or an apiVersion"),
    }
}

fn object_reference(
    reference: Option<v1beta2::TemplateReference>,
    namespace: Option<String>,
) -> Option<ObjectReference> {
    reference.map(|reference| ObjectReference {
        kind: Some(reference.kind),
        name: Some(reference.name),
        api_version: Some(reference.api_version),
        namespace,
        ..ObjectReference::default()
    })
}
