//! The older version.

use k8s_openapi::api::core::v1::ResourceRequirements;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::{CustomResource, Schema, Spoke};

use crate::{
    common::{
        Container, OutputConfig, Param, ParamSpec, Process, StepRef, StepResult, TaskResult, When,
        WorkspaceDeclaration, WorkspaceUsage,
    },
    v1,
};

/// Steps that run in one pod.
#[derive(
    CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq,
)]
#[crd(hub = crate::v1::Task, version = "v1beta1", spec(optional), type_meta, derive(PartialEq))]
#[spoke(hub = v1::TaskSpec)]
#[serde(rename_all = "camelCase")]
pub struct TaskSpec {
    /// Its name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// What it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What it is started with.
    #[schema(list_type = "atomic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub params: Option<Vec<ParamSpec>>,
    /// Git repositories, images and the like, as they were once given to tasks.
    #[spoke(removed)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<TaskResources>,
    /// What it does, one after the other.
    #[schema(list_type = "atomic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<Step>>,
    /// What all steps have unless they say otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_template: Option<StepTemplate>,
    /// What runs beside the steps.
    #[schema(list_type = "atomic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sidecars: Option<Vec<Sidecar>>,
    /// Volumes of the pod.
    #[schema(opaque)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volumes: Option<Value>,
    /// Volumes that it is given.
    #[schema(list_type = "atomic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspaces: Option<Vec<WorkspaceDeclaration>>,
    /// What it gives.
    #[schema(list_type = "atomic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<TaskResult>>,
}

/// What tasks once were given and gave.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct TaskResources {
    /// What it is given.
    #[schema(list_type = "atomic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Vec<TaskResource>>,
    /// What it gives.
    #[schema(list_type = "atomic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outputs: Option<Vec<TaskResource>>,
}

/// One of these.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct TaskResource {
    /// Its name.
    pub name: String,
    /// What it is.
    pub r#type: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Where it is found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_path: Option<String>,
    /// Whether the task does without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional: Option<bool>,
}

/// What all steps have unless they say otherwise.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(hub = v1::StepTemplate)]
#[serde(rename_all = "camelCase")]
pub struct StepTemplate {
    /// No step takes it.
    #[spoke(removed)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it runs.
    #[serde(flatten)]
    pub container: Container,
    /// What a container has and a step has no use for.
    #[serde(flatten)]
    #[spoke(removed)]
    pub process: Process,
    /// What it may take of CPU, memory and the like.
    #[spoke(rename = "compute_resources")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<ResourceRequirements>,
}

/// What a task does: one container.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(hub = v1::Step)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Its name.
    pub name: String,
    /// Its name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// What it runs.
    #[serde(flatten)]
    pub container: Container,
    /// What a container has and a step has no use for.
    #[serde(flatten)]
    #[spoke(removed)]
    pub process: Process,
    /// What it may take of CPU, memory and the like.
    #[spoke(rename = "compute_resources")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<ResourceRequirements>,
    /// A script in place of a command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// How long it may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout: Option<String>,
    /// Workspaces that this step sees.
    #[schema(list_type = "atomic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspaces: Option<Vec<WorkspaceUsage>>,
    /// What its failure means: `continue` or `stopAndFail`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_error: Option<String>,
    /// Where standard output goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdout_config: Option<OutputConfig>,
    /// Where standard error goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr_config: Option<OutputConfig>,
    /// What is run in place of all that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#ref: Option<StepRef>,
    /// What that is told.
    #[schema(list_type = "atomic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub params: Option<Vec<Param>>,
    /// What it gives.
    #[schema(list_type = "atomic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<StepResult>>,
    /// On which conditions it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Vec<When>>,
}

/// What runs beside the steps.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(hub = v1::Sidecar)]
#[serde(rename_all = "camelCase")]
pub struct Sidecar {
    /// Its name.
    pub name: String,
    /// What it runs.
    #[serde(flatten)]
    pub container: Container,
    /// What else it has of a container.
    #[serde(flatten)]
    pub process: Process,
    /// What it may take of CPU, memory and the like.
    #[spoke(rename = "compute_resources")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<ResourceRequirements>,
    /// A script in place of a command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// Workspaces that this sidecar sees.
    #[schema(list_type = "atomic")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspaces: Option<Vec<WorkspaceUsage>>,
    /// Whether it is started again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restart_policy: Option<String>,
}
