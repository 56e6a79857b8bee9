//! The same job where structure ends: int-or-string, an embedded resource, unknown fields kept.

use k8s_openapi::apimachinery::pkg::{runtime::RawExtension, util::intstr::IntOrString};
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// The job as a literal `oneOf` of the schema, and with parts that no schema describes.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "operations.example.com",
    version = "v1",
    kind = "LooseNightlyJob",
    namespaced,
    derive(PartialEq)
)]
#[schema(one_of({ required: ["command"] }, { required: ["shell"] }))]
#[serde(rename_all = "camelCase")]
pub struct LooseNightlyJobSpec {
    /// A program to run.
    #[schema(min_length = 1)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// A script to run in a shell.
    #[schema(min_length = 1)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell: Option<String>,
    /// How many machines at once: a number, or a percentage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_parallel: Option<IntOrString>,
    /// An object to apply first; anything with `apiVersion`, `kind` and `metadata`.
    #[schema(embedded_resource, preserve_unknown_fields)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prerequisite: Option<RawExtension>,
    /// Whatever the runner takes; kept as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runner: Option<RunnerOptions>,
}

/// Options of the runner: `spec` is described, all else is kept.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct RunnerOptions {
    /// The described part, which is pruned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec: Option<RunnerSpec>,
    /// All else.
    #[serde(flatten)]
    pub other: serde_json::Map<String, serde_json::Value>,
}

/// The described part of the runner's options.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct RunnerSpec {
    /// A foo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foo: Option<String>,
    /// A bar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bar: Option<String>,
}

wheelwright::wheel!(
    /// The job, loose.
    pub LooseNightlyJobs = LooseNightlyJob
);
