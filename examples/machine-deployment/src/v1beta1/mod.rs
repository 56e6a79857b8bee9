//! The older version.

mod machine;

use k8s_openapi::apimachinery::pkg::{
    apis::meta::v1::{Condition, LabelSelector, Time},
    util::intstr::IntOrString,
};
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub use machine::{Bootstrap, MachineSpec, MachineTemplate};

use crate::{
    shared::{DeletionOrder, Phase, StrategyType, V1Beta1Condition, VersionCount},
    v1beta2,
};

/// Machines that are all alike.
#[derive(
    CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq,
)]
#[crd(
    hub = crate::v1beta2::MachineDeployment,
    version = "v1beta1",
    deprecated,
    spec(optional),
    type_meta,
    status = MachineDeploymentStatus,
    derive(PartialEq),
    scale(spec = ".spec.replicas", status = ".status.replicas", selector = ".status.selector", optional),
    printcolumn(name = "Cluster", type = "string", path = ".spec.clusterName"),
    printcolumn(name = "Desired", type = "integer", path = ".spec.replicas", priority = 10),
    printcolumn(name = "Replicas", type = "integer", path = ".status.replicas"),
    printcolumn(name = "Ready", type = "integer", path = ".status.readyReplicas"),
    printcolumn(name = "Updated", type = "integer", path = ".status.updatedReplicas"),
    printcolumn(name = "Unavailable", type = "integer", path = ".status.unavailableReplicas"),
    printcolumn(name = "Phase", type = "string", path = ".status.phase"),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp"),
    printcolumn(name = "Version", type = "string", path = ".spec.template.spec.version"),
)]
#[spoke(
    hub = v1beta2::MachineDeploymentSpec,
    part(
        "rollout" = Option<v1beta2::Rollout>,
        "remediation" = Option<v1beta2::Remediation>,
        "deletion" = Option<v1beta2::Deletion>,
    ),
    part_back(
        "strategy" = Option<Strategy>,
        "strategy.rolling_update" = Option<RollingUpdate>,
        "strategy.remediation" = Option<Remediation>,
    ),
    step(
        from("strategy.type", "strategy.rolling_update.max_unavailable", "strategy.rolling_update.max_surge"),
        to = "rollout.strategy",
        with = strategy_up,
        back = strategy_down,
    ),
    step(from("strategy.remediation.max_in_flight"), to = "remediation.max_in_flight"),
    step(from("strategy.rolling_update.delete_policy"), to = "deletion.order"),
)]
#[serde(rename_all = "camelCase")]
pub struct MachineDeploymentSpec {
    /// The cluster of the machines.
    #[schema(min_length = 1, max_length = 63)]
    pub cluster_name: String,
    /// How many machines there are to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replicas: Option<i32>,
    /// Machines made before this time are replaced.
    #[spoke(to = "rollout.after")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollout_after: Option<Time>,
    /// The labels of the machines.
    #[schema(struct_type = "atomic")]
    pub selector: LabelSelector,
    /// What the machines are like.
    pub template: MachineTemplate,
    /// How machines are replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Strategy>,
    /// What the machines are called.
    #[spoke(rename = "machine_naming")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine_naming_strategy: Option<MachineNamingStrategy>,
    /// How long a machine must be ready to be available.
    #[spoke(to = "template.spec.min_ready_seconds", or = None)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_ready_seconds: Option<i32>,
    /// How many old templates are remembered.
    #[spoke(removed)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision_history_limit: Option<i32>,
    /// Whether nothing is done for now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused: Option<bool>,
    /// How long it may make no progress.
    #[spoke(removed)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress_deadline_seconds: Option<i32>,
}

/// How machines are replaced.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Strategy {
    /// The way; a rolling update unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#type: Option<StrategyType>,
    /// Of a rolling update.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolling_update: Option<RollingUpdate>,
    /// What is done about unhealthy machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remediation: Option<Remediation>,
}

/// How many machines are replaced at a time.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
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
    /// Which are deleted first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delete_policy: Option<DeletionOrder>,
}

/// What is done about unhealthy machines.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Remediation {
    /// So many are looked after at a time.
    #[schema(int_or_string = "any_of")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_in_flight: Option<IntOrString>,
}

/// What the machines are called.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(hub = v1beta2::MachineNaming)]
#[serde(rename_all = "camelCase")]
pub struct MachineNamingStrategy {
    /// A Go template.
    #[schema(min_length = 1, max_length = 256)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
}

/// What there is.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(
    hub = v1beta2::MachineDeploymentStatus,
    part("deprecated" = Option<v1beta2::Deprecated>, "deprecated.v1beta1" = Option<v1beta2::DeprecatedV1Beta1>),
    part_back("v1beta2" = Option<V1Beta2Status>),
    step(from("v1beta2.conditions"), to = "conditions"),
    step(from("v1beta2.ready_replicas"), to = "ready_replicas"),
    step(from("v1beta2.available_replicas"), to = "available_replicas"),
    step(from("v1beta2.up_to_date_replicas"), to = "up_to_date_replicas"),
)]
#[serde(rename_all = "camelCase")]
pub struct MachineDeploymentStatus {
    /// The generation that this is about.
    #[spoke(or = None)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// The selector as text.
    #[schema(min_length = 1, max_length = 4096)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replicas: Option<i32>,
    /// Ones that have the current template.
    #[spoke(to = "deprecated.v1beta1.updated_replicas")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_replicas: Option<i32>,
    /// Ready ones.
    #[spoke(to = "deprecated.v1beta1.ready_replicas")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready_replicas: Option<i32>,
    /// Available ones.
    #[spoke(to = "deprecated.v1beta1.available_replicas")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_replicas: Option<i32>,
    /// Ones that are missing or not available.
    #[spoke(to = "deprecated.v1beta1.unavailable_replicas")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unavailable_replicas: Option<i32>,
    /// How far it has come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// How it fares.
    #[spoke(to = "deprecated.v1beta1.conditions")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<V1Beta1Condition>>,
    /// How many machines have which version of Kubernetes.
    #[schema(list_map_keys("version"), min_items = 1, max_items = 100)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub versions: Option<Vec<VersionCount>>,
    /// What `v1beta2` has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v1beta2: Option<V1Beta2Status>,
}

/// What `v1beta2` has.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct V1Beta2Status {
    /// Its conditions.
    #[schema(list_map_keys("type"), max_items = 32)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<Condition>>,
    /// As it counts ready machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready_replicas: Option<i32>,
    /// As it counts available ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_replicas: Option<i32>,
    /// As it counts ones that are as they should be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_date_replicas: Option<i32>,
}

/// A rolling update unless said, which is what an absent type means.
fn strategy_up(
    r#type: Option<StrategyType>,
    max_unavailable: Option<IntOrString>,
    max_surge: Option<IntOrString>,
) -> Option<v1beta2::RolloutStrategy> {
    let rolling_update =
        (max_unavailable.is_some() || max_surge.is_some()).then_some(v1beta2::RollingUpdate {
            max_unavailable,
            max_surge,
        });
    if r#type.is_none() && rolling_update.is_none() {
        return None;
    }
    Some(v1beta2::RolloutStrategy {
        r#type: r#type.unwrap_or(StrategyType::RollingUpdate),
        rolling_update,
    })
}

fn strategy_down(
    strategy: Option<v1beta2::RolloutStrategy>,
) -> (
    Option<StrategyType>,
    Option<IntOrString>,
    Option<IntOrString>,
) {
    let Some(strategy) = strategy else {
        return (None, None, None);
    };
    let rolling_update = strategy.rolling_update.unwrap_or_default();
    (
        Some(strategy.r#type),
        rolling_update.max_unavailable,
        rolling_update.max_surge,
    )
}
