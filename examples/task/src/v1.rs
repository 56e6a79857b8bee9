//! The hub, and stored.

use k8s_openapi::api::core::v1::ResourceRequirements;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::{CustomResource, Schema};

use crate::common::{
    Container, OutputConfig, Param, ParamSpec, Process, StepRef, StepResult, TaskResult, When,
    WorkspaceDeclaration, WorkspaceUsage,
};

/// Steps that run in one pod.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(
    group = "tekton.dev",
    version = "v1",
    kind = "Task",
    namespaced,
    storage,
    category = "tekton",
    category = "tekton-pipelines",
    spec(optional),
    type_meta,
    derive(PartialEq),
    conversion(webhook(
        service = "tekton-pipelines/tekton-pipelines-webhook",
        review_versions("v1beta1", "v1")
    ))
)]
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

/// What all steps have unless they say otherwise.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct StepTemplate {
    /// What it runs.
    #[serde(flatten)]
    pub container: Container,
    /// What it may take of CPU, memory and the like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compute_resources: Option<ResourceRequirements>,
}

/// What a task does: one container.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
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
    /// What it may take of CPU, memory and the like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compute_resources: Option<ResourceRequirements>,
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
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compute_resources: Option<ResourceRequirements>,
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
