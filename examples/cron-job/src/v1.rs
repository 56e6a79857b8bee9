//! The hub: the schedule is one string.

use k8s_openapi::api::{batch::v1::JobTemplateSpec, core::v1::ObjectReference};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// A job on a schedule.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "batch.tutorial.kubebuilder.io",
    version = "v1",
    kind = "CronJob", namespaced,
    storage,
    status = CronJobStatus,
    derive(PartialEq),
    conversion(webhook(service = "project-system/project-webhook-service", path = "/convert")),
)]
#[serde(rename_all = "camelCase")]
pub struct CronJobSpec {
    /// The schedule in Cron format, see <https://en.wikipedia.org/wiki/Cron>.
    #[schema(min_length = 0)]
    pub schedule: String,
    /// Deadline in seconds for starting the job if it misses its scheduled time for any reason. Missed executions
    /// count as failed ones.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starting_deadline_seconds: Option<i64>,
    /// How to treat concurrent executions of the job.
    #[schema(default = "Allow")]
    #[serde(default)]
    pub concurrency_policy: ConcurrencyPolicy,
    /// Whether later executions are suspended; those already started go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspend: Option<bool>,
    /// The job that is created.
    pub job_template: JobTemplateSpec,
    /// How many finished jobs are kept.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub successful_jobs_history_limit: Option<i32>,
    /// How many failed jobs are kept.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_jobs_history_limit: Option<i32>,
}

/// What happens when a job is due and the last one still runs.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConcurrencyPolicy {
    /// They run side by side.
    #[default]
    Allow,
    /// The new one is skipped.
    Forbid,
    /// The new one takes the place of the old one.
    Replace,
}

/// What runs.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct CronJobStatus {
    /// The jobs that run now.
    #[schema(list_type = "atomic", min_items = 1, max_items = 10)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<Vec<ObjectReference>>,
    /// When the last job was scheduled successfully.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_schedule_time: Option<Time>,
    /// What is true of the `CronJob` now.
    #[schema(list_map_keys("type"))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition>,
}
